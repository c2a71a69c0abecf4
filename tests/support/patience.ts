const patience = Number(process.env.TEST_PATIENCE ?? 1);

/**
 * How long to wait for a state (ms) before the test fails. TEST_PATIENCE=3 waits three times as
 * long, for a machine that is slow or busy; a test that passes takes no longer by it.
 */
export const patient = (milliseconds: number): number => milliseconds * patience;
