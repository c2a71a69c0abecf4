import { clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { apiBase } from "#web/api/address.ts";
import type { PortalShell } from "#web/lib/brand-facts.ts";
import { shellAnswer } from "../shell/shell-paths.ts";
import type { ToWorker } from "../worker-messages.ts";
import { openFromNotification } from "./notifications.ts";
import { renewSubscription, showPush } from "./push.ts";
import { sendUnsent } from "./send-unsent.ts";

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
  /** Absent where no portal serves the worker. */
  portalShell?: PortalShell;
};

// What is kept is the app itself, the same for everyone: nothing of a user goes through here.
cleanupOutdatedCaches();
const page = self.portalShell && { revision: self.portalShell.revision };
const files = self.__WB_MANIFEST.map((file) =>
  // The page as it is served has settings in it, which the build's own revision does not know.
  typeof file === "object" && file.url === "index.html" ? { ...file, ...page } : file,
);
precacheAndRoute(files, {
  // "/" is a recruiting page, which only the server knows.
  directoryIndex: "",
  cleanURLs: false,
});

/** Not in TypeScript's own library: not every browser has them. */
interface SyncEvent extends ExtendableEvent {
  tag: string;
}
interface InstallEvent extends ExtendableEvent {
  addRoutes?(rule: { condition: { urlPattern: string }; source: "network" }): Promise<void>;
}

const keptPage = async () => (await matchPrecache("/index.html")) ?? Response.error();

const answerOf = (request: Request, url: URL) =>
  request.mode === "navigate" && url.origin === location.origin
    ? shellAnswer(url.pathname)
    : "server";

registerRoute(
  ({ request, url }) => answerOf(request, url) === "kept",
  async ({ request }) => (await matchPrecache("/index.html")) ?? fetch(request),
);
registerRoute(
  ({ request, url }) => answerOf(request, url) === "server-first",
  ({ request }) => fetch(request).catch(keptPage),
);

// No call of the API waits for the worker to start; and none starts an old one again that has just
// stopped for the new one, which would then wait until no window calls any more.
self.addEventListener("install", (event) => {
  const urlPattern = `${apiBase()}/*`;
  void (event as InstallEvent).addRoutes?.({ condition: { urlPattern }, source: "network" });
});

// The first visit's page is served by it as well from here on, should the network go.
clientsClaim();

self.addEventListener("message", ({ data }) => {
  // A new version takes over when the user says so (D44).
  if ((data as ToWorker | null)?.type === "SKIP_WAITING") void self.skipWaiting();
});

self.addEventListener("push", (event) => event.waitUntil(showPush(event.data)));
self.addEventListener("notificationclick", (event) =>
  event.waitUntil(openFromNotification(event.notification)),
);
self.addEventListener("pushsubscriptionchange", (event) =>
  event.waitUntil(renewSubscription(event as PushSubscriptionChangeEvent)),
);
// The network is back, and perhaps no page is open (D40).
self.addEventListener("sync", (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === "outbox") sync.waitUntil(sendUnsent());
});
