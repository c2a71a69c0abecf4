import type { Browser, BrowserContext, ConsoleMessage } from "playwright";

const ourHost = /(^|\.)localhost$/;

/** Chromium skipped the fade between two pages, because one was slow or does not allow it. */
const skippedFade = /^(Transition was (aborted|skipped)|ViewTransition opt-in disabled)/;

/**
 * Adds to `faults` whenever a page or a worker breaks the content policy, throws an uncaught error
 * or loads anything from another host. It watches every context of a browser from its first page on.
 */
export function watchForFaults(watched: Browser | BrowserContext, faults: string[]): void {
  if ("newContext" in watched) {
    for (const context of watched.contexts()) watchForFaults(context, faults);
    watched.on("context", (context) => watchForFaults(context, faults));
    return;
  }
  const listen = (message: ConsoleMessage) => {
    if (/Content[- ]Security[- ]Policy/i.test(message.text())) faults.push(message.text());
  };
  watched.on("console", listen);
  watched.on("serviceworker", (worker) => worker.on("console", listen));
  watched.on("weberror", (fault) => {
    const { message } = fault.error();
    if (!skippedFade.test(message)) faults.push(`uncaught: ${message}`);
  });
  watched.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    // A link may lead to another site.
    if (request.isNavigationRequest()) return;
    if (/^https?:$/.test(protocol) && !ourHost.test(hostname)) {
      faults.push(`loads ${request.url()}`);
    }
  });
}
