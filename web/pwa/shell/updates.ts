import { Workbox } from "workbox-window";

const hourMs = 60 * 60_000;
/** How long a new worker is waited for that the old one, busy sending, does not let in. */
const patienceMs = 3000;
const watchers = new Set<() => void>();
let ready = false;
let started: Promise<ServiceWorkerRegistration | undefined> | undefined;
/** The user asked for the new version in this window. */
let taking = false;

/** Whether a newer version than this window's is there. */
export const updateIsReady = () => ready;

export function watchUpdates(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function offer(): void {
  ready = true;
  for (const watcher of watchers) watcher();
}

async function start(): Promise<ServiceWorkerRegistration | undefined> {
  const container = navigator.serviceWorker;
  const worker = new Workbox("/service-worker.js");
  worker.addEventListener("waiting", offer);
  let controlled = container.controller !== null;
  container.addEventListener("controllerchange", () => {
    if (taking) reload();
    // Another window took it. This one goes on as it is, and is told.
    else if (controlled) offer();
    controlled = true;
  });
  const registration = await worker.register({ immediate: true });
  const look = () => {
    // Without a network there is nothing to look for.
    if (document.visibilityState === "visible") worker.update().catch(() => undefined);
  };
  document.addEventListener("visibilitychange", look);
  window.addEventListener("focus", look);
  setInterval(look, hourMs);
  return registration;
}

/**
 * Registers the service worker, once. Undefined where there can be none: an old browser, a private
 * window, a page without TLS.
 */
export function startUpdates(): Promise<ServiceWorkerRegistration | undefined> {
  if (!("serviceWorker" in navigator)) return Promise.resolve(undefined);
  started ??= start().catch(() => undefined);
  return started;
}

/** A form being edited asks as it always does; when the user stays, so does this version. */
function reload(): void {
  taking = false;
  location.reload();
}

/** By the user's hand alone (D44): the new version takes over, then this window loads it. */
export async function takeUpdate(): Promise<void> {
  const registration = await startUpdates();
  if (!registration?.waiting) return reload();
  taking = true;
  registration.waiting.postMessage({ type: "SKIP_WAITING" });
  // A window that loads anew lets go of the old worker.
  setTimeout(() => {
    if (taking) reload();
  }, patienceMs);
}
