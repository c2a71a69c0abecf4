import type { Browser, BrowserContext } from "playwright/test";
import { clockShift, shiftDate } from "#tests/support/clock.ts";

const shifted = new WeakSet<Browser | BrowserContext>();

/** Shifts Date to the run's clock in every page and service worker of a browser or context. */
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
  browser.addInitScript(shiftDate, clock).catch(throwUnlessClosed);
  browser.on("serviceworker", (worker) =>
    worker.evaluate(shiftDate, clock).catch(throwUnlessClosed),
  );
}

/** A context or worker that closes first no longer needs the clock. */
function throwUnlessClosed(error: Error): void {
  // When Playwright closes a context, its reason becomes the message.
  const closed = /Test ended|Test timeout|closed|context was destroyed/;
  if (!closed.test(error.message)) throw error;
}
