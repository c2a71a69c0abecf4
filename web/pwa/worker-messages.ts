/** Where (idb-keyval) pages keep the id of this device's subscription for the service worker. */
export const pushDevicePlace = "push-device-id";

/** What pages and the service worker tell each other. */
export type ToWorker = { type: "SKIP_WAITING" };

/**
 * A notification was tapped: lead there. The page answers on the message's port.
 * Or one has just come: what it is about is another by now.
 */
export type ToPage = { type: "open"; path: string } | { type: "news" };
