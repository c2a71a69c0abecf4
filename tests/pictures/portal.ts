import { startPortal } from "#tests/e2e/support/global-setup.ts";

/**
 * The portal that the pictures show. The demo ends at the instant at which the portal starts, so it
 * is always this one. In the minutes after it no call of the demo ends.
 */
export default () => startPortal(new Date("2036-06-11T16:07:30Z"));
