import type { Browser, BrowserContext } from "playwright/test";
import { clockShift, shiftDate } from "#tests/support/clock.ts";

const shifted = new WeakSet<Browser | BrowserContext>();

/** Makes what a browser shows and what its workers do follow the clock of the run. */
export function shiftPages(browser: Browser | BrowserContext): void {
  // Two shifts would add up.
  if (shifted.has(browser)) return;
  shifted.add(browser);
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
