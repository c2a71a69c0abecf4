/** Where (idb-keyval) pages store the id of this device's subscription for the service worker. */
export const pushDevicePlace = "push-device-id";

/** Messages of pages to the service worker. */
export type ToWorker = { type: "SKIP_WAITING" };

/**
 * Messages of the service worker to pages.
 * - `open`: a notification was tapped; the page goes there and answers on the message's port
 * - `news`: a notification has just arrived, so the data that it is about has changed
 */
export type ToPage = { type: "open"; path: string } | { type: "news" };
