import { cacheNames, clientsClaim } from "workbox-core";
import {
  addPlugins,
  cleanupOutdatedCaches,
  matchPrecache,
  precacheAndRoute,
} from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { apiBase } from "#web/api/address.ts";
import type { PortalShell } from "#web/lib/brand-facts.ts";
import { shellAnswer } from "../shell/shell-paths.ts";
import type { ToWorker } from "../worker-messages.ts";
import { onNotificationTap } from "./notifications.ts";
import { renewSubscription, showPush } from "./push.ts";
import { sendUnsent } from "./send-unsent.ts";

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
  /** Absent where no portal serves the worker. */
  portalShell?: PortalShell;
};

// The precache holds the app itself, the same for everyone, and no user's data.
cleanupOutdatedCaches();
const page = self.portalShell && { revision: self.portalShell.revision };
const files = self.__WB_MANIFEST.map((file) =>
  // The served page contains settings, so it has a revision of its own.
  typeof file === "object" && file.url === "index.html" ? { ...file, ...page } : file,
);
/**
 * During an upgrade a process of the previous release may answer with its own page. The
 * installation then fails, and the next check for updates tries again. The page's ETag contains its
 * revision.
 */
const isOtherRelease = (request: Request, response: Response) => {
  const tag = response.headers.get("ETag");
  const isPage = new URL(request.url).pathname === "/index.html";
  return isPage && page !== undefined && tag !== null && !tag.includes(page.revision);
};
addPlugins([
  {
    cacheWillUpdate: async ({ request, response }) =>
      response.status < 400 && !isOtherRelease(request, response) ? response : null,
  },
]);
precacheAndRoute(files, {
  // "/" is a recruiting page: the server answers it.
  directoryIndex: "",
  cleanURLs: false,
});

/** Only some browsers have these; TypeScript's library does not. */
interface SyncEvent extends ExtendableEvent {
  tag: string;
}
interface StaticRoute {
  condition: { urlPattern: string };
  source: "network" | { cacheName: string };
}
interface InstallEvent extends ExtendableEvent {
  addRoutes?(routes: readonly StaticRoute[]): Promise<void>;
}

const precachedPage = async () => (await matchPrecache("/index.html")) ?? Response.error();

const answerOf = (request: Request, url: URL) =>
  request.mode === "navigate" && url.origin === location.origin
    ? shellAnswer(url.pathname)
    : "server";

registerRoute(
  ({ request, url }) => answerOf(request, url) === "precached",
  async ({ request }) => (await matchPrecache("/index.html")) ?? fetch(request),
);
registerRoute(
  ({ request, url }) => answerOf(request, url) === "server-first",
  ({ request }) => fetch(request).catch(precachedPage),
);

// API calls bypass the worker. They do not wait for it to start, and they do not wake an old worker
// that has just stopped to make room for a new one. The app's files come straight from the precache,
// without running the worker's script; a file that the precache lacks comes from the network.
self.addEventListener("install", (event) => {
  void (event as InstallEvent).addRoutes?.([
    { condition: { urlPattern: `${apiBase()}/*` }, source: "network" },
    { condition: { urlPattern: "/assets/*" }, source: { cacheName: cacheNames.precache } },
  ]);
});

// The first visit's page works offline too.
clientsClaim();

self.addEventListener("message", ({ data }) => {
  // A new version takes over when the user says so (D44).
  if ((data as ToWorker | null)?.type === "SKIP_WAITING") void self.skipWaiting();
});

self.addEventListener("push", (event) => event.waitUntil(showPush(event)));
self.addEventListener("notificationclick", (event) => event.waitUntil(onNotificationTap(event)));
self.addEventListener("pushsubscriptionchange", (event) =>
  event.waitUntil(renewSubscription(event as PushSubscriptionChangeEvent)),
);
// The network is back; perhaps no page is open (D40).
self.addEventListener("sync", (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === "outbox") sync.waitUntil(sendUnsent());
});
