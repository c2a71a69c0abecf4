import { startPortal } from "#tests/e2e/support/global-setup.ts";

/**
 * The portal that the pictures show. The demo's data ends when the portal starts, so the start is
 * always at this time. None of the demo's calls ends in the minutes after it.
 */
export default () => startPortal(new Date("2036-06-11T16:07:30Z"));
