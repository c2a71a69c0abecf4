import type { Browser, BrowserContext, ConsoleMessage } from "playwright";

const ourHost = /(^|\.)localhost$/;

/**
 * Notes in `faults` what no page of ours may do, and no worker of one: break the content policy,
 * fail by an uncaught error, load anything from elsewhere. Of a browser every context is watched
 * from its first page on, whoever opens it.
 */
export function watch(watched: Browser | BrowserContext, faults: string[]): void {
  if ("newContext" in watched) {
    for (const context of watched.contexts()) watch(context, faults);
    watched.on("context", (context) => watch(context, faults));
    return;
  }
  const listen = (message: ConsoleMessage) => {
    if (/Content[- ]Security[- ]Policy/i.test(message.text())) faults.push(message.text());
  };
  watched.on("console", listen);
  watched.on("serviceworker", (worker) => worker.on("console", listen));
  watched.on("weberror", (fault) => faults.push(`uncaught: ${fault.error().message}`));
  watched.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    // Where a link leads to is another's page.
    if (request.isNavigationRequest()) return;
    if (/^https?:$/.test(protocol) && !ourHost.test(hostname)) {
      faults.push(`loads ${request.url()}`);
    }
  });
}
