import type { Browser, BrowserContext } from "playwright/test";
import { clockShift, shiftDate } from "#tests/support/clock.ts";

/** Makes what a browser shows and what its workers do follow the clock of the run. */
export function shiftPages(browser: Browser | BrowserContext): void {
  if ("newContext" in browser) {
    for (const context of browser.contexts()) shiftPages(context);
    browser.on("context", shiftPages);
    return;
  }
  const clock = { shift: clockShift() };
  // The browser may close in the meantime; then no page needs the clock.
  const ignore = () => undefined;
  browser.addInitScript(shiftDate, clock).catch(ignore);
  browser.on("serviceworker", (worker) => worker.evaluate(shiftDate, clock).catch(ignore));
}
