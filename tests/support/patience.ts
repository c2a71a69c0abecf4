const patience = Number(process.env.TEST_PATIENCE ?? 1);

/**
 * long, for a slow or busy machine. It does not slow down a test that passes.
 * long, for a machine that is slow or busy; a test that passes takes no longer by it.
 */
export const patient = (milliseconds: number): number => milliseconds * patience;
