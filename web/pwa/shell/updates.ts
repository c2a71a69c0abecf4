import { Workbox } from "workbox-window";

const hourMs = 60 * 60_000;
/** How long (ms) to wait for the old worker to finish sending and let the new one take over. */
const patienceMs = 3000;
const watchers = new Set<() => void>();
let ready = false;
let started: Promise<ServiceWorkerRegistration | undefined> | undefined;
/** The user asked for the new version in this window. */
let isUpdating = false;

/** Whether a newer version than that of this window can be loaded. */
export const updateIsReady = () => ready;

export function watchUpdates(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function offer(): void {
  ready = true;
  for (const watcher of watchers) watcher();
}

/**
 * Offers every new version: one that is installed already, one that is being installed, and all
 * later ones, even after a failed installation. Workbox's own event reports only the first of them.
 */
function followInstalls(registration: ServiceWorkerRegistration): void {
  const follow = () => {
    const { installing, active } = registration;
    // The first version that a browser installs is not an update.
    if (!installing || !active) return;
    installing.addEventListener("statechange", () => {
      if (installing.state === "installed") offer();
    });
  };
  registration.addEventListener("updatefound", follow);
  follow();
  if (registration.waiting) offer();
}

async function start(): Promise<ServiceWorkerRegistration | undefined> {
  const container = navigator.serviceWorker;
  const worker = new Workbox("/service-worker.js");
  let controlled = container.controller !== null;
  container.addEventListener("controllerchange", () => {
    if (isUpdating) reload();
    // Another window updated. This one keeps its version and offers the update.
    else if (controlled) offer();
    controlled = true;
  });
  const registration = await worker.register({ immediate: true });
  if (registration) followInstalls(registration);
  const look = () => {
    // Fails while offline.
    if (document.visibilityState === "visible") worker.update().catch(() => undefined);
  };
  document.addEventListener("visibilitychange", look);
  window.addEventListener("focus", look);
  setInterval(look, hourMs);
  return registration;
}

/**
 * Registers the service worker, once. Undefined where the browser allows none: an old browser, a
 * private window, a page without TLS.
 */
export function startUpdates(): Promise<ServiceWorkerRegistration | undefined> {
  if (!("serviceWorker" in navigator)) return Promise.resolve(undefined);
  started ??= start().catch(() => undefined);
  return started;
}

/** A form being edited asks first; if the user stays, this version stays too. */
function reload(): void {
  isUpdating = false;
  location.reload();
}

/** Only when the user asks for it (D44): the new worker takes over, then this window reloads. */
export async function takeUpdate(): Promise<void> {
  const registration = await startUpdates();
  if (!registration?.waiting) return reload();
  isUpdating = true;
  registration.waiting.postMessage({ type: "SKIP_WAITING" });
  // Reloading releases the old worker in any case.
  setTimeout(() => {
    if (isUpdating) reload();
  }, patienceMs);
}
