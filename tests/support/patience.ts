const patience = Number(process.env.TEST_PATIENCE ?? 1);

/**
 * How long to wait for a state (ms) before the test fails. TEST_PATIENCE=3 waits three times as
 * long, for a slow or busy machine. It does not slow down a test that passes.
 */
export const patient = (milliseconds: number): number => milliseconds * patience;
