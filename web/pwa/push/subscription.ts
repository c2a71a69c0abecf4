import { pushEndpoints } from "#shared/push.ts";
import { ApiError } from "#web/api/api-error.ts";
import { inBackground } from "#web/api/background.ts";
import { bodyOf, respond } from "#web/api/call.ts";
import { save } from "#web/api/save.ts";
import { deviceName } from "#web/lib/device-name.ts";
import { withTimeout } from "#web/lib/with-timeout.ts";
import { installFacts, isApple } from "../shell/install-way.ts";
import { startUpdates } from "../shell/updates.ts";
import {
  forgetPushDevice,
  idToRenew,
  isOthersDevice,
  pushDeviceId,
  storePushDevice,
} from "./push-device.ts";

/** Whether this device shows notifications, or why it cannot. */
export type PushState = "unsupported" | "install-first" | "denied" | "off" | "on";

/** While offline the browser never answers. */
const patienceMs = 20_000;

const isSupported = () =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

async function registration(): Promise<ServiceWorkerRegistration> {
  await startUpdates();
  return withTimeout(patienceMs, navigator.serviceWorker.ready);
}

export async function readPushState(): Promise<PushState> {
  const facts = installFacts(false);
  // An iPhone has no push outside the installed app.
  if (isApple(facts) && !facts.standalone) return "install-first";
  if (!isSupported()) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  if (Notification.permission !== "granted" || pushDeviceId() === null) return "off";
  const { pushManager } = await registration();
  return (await pushManager.getSubscription()) ? "on" : "off";
}

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** This browser's address at its push service, for the server's current key. */
async function subscription() {
  const endpointOfKey = pushEndpoints.getPushKey;
  const answer = await respond(endpointOfKey, {}, { headers: inBackground });
  const { key } = await bodyOf<typeof endpointOfKey>(answer);
  const { pushManager } = await registration();
  const old = await pushManager.getSubscription();
  const oldKey = old?.options.applicationServerKey;
  if (old && oldKey && base64url(oldKey) !== key) await old.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint, keys } = (
    await withTimeout(patienceMs, pushManager.subscribe(options))
  ).toJSON();
  return {
    endpoint: endpoint ?? "",
    keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" },
    label: deviceName(navigator.userAgent),
  };
}

/**
 * Asks for the permission and subscribes. Only a tap may call it: otherwise the browser does not ask.
 * @returns the new state.
 * @throws DOMException when the push service does not answer or refuses.
 */
export async function turnOnPush(): Promise<PushState> {
  ons += 1;
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "off";
  const { data } = await save(pushEndpoints.createSubscription, { body: await subscription() });
  if (data) storePushDevice(data.id);
  return "on";
}

/** Ends notifications on this device, on the server and in the browser. */
export async function turnOffPush(): Promise<void> {
  const id = pushDeviceId();
  if (id !== null) {
    try {
      await save(pushEndpoints.removeSubscription, { params: { id: String(id) } });
    } catch (error) {
      // Another device has removed it: the server has forgotten it already.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  }
  await endPush();
}

/** How often this page has begun to turn notifications on: a renewal under way must not end them. */
let ons = 0;

/**
 * At each start: sends the server this device's address and ties it to the current session.
 * If that fails, the next start tries again.
 */
export async function renewPush(): Promise<void> {
  if (!isSupported()) return;
  if (isOthersDevice()) return endPush();
  if (pushDeviceId() === null || Notification.permission !== "granted") return;
  const known = idToRenew();
  const onsBefore = ons;
  /**
   * Whether the user has turned notifications off since, in this tab or another, and perhaps on
   * again.
   */
  const isOver = () => ons !== onsBefore || pushDeviceId() === null;
  try {
    const own = await subscription();
    if (!isOver()) {
      const body = { ...own, ...(known && { id: known }) };
      // Not `save`, which shows failures: no user waits for this.
      const endpoint = pushEndpoints.createSubscription;
      const answer = await respond(endpoint, { body }, { headers: inBackground });
      const { id } = await bodyOf<typeof endpoint>(answer);
      if (!isOver()) storePushDevice(id);
    }
  } catch (error) {
    // 404: the user removed this device while using another one. Only the button turns
    // notifications on again here.
    const isGone = known && error instanceof ApiError && error.status === 404;
    if (isGone && !isOver()) forgetPushDevice();
    // Any other failure: this device or the push service is offline.
  }
  // Notifications are off, so end what the renewal began. If the server has stored the device
  // again, its next push fails and removes the device.
  if (ons === onsBefore && pushDeviceId() === null) await endPush();
}

/**
 * Ends notifications on this device and removes those on its lock screen. Takes seconds at most and
 * never fails. At a sign-out the server forgets the device with the session.
 */
export async function endPush(): Promise<void> {
  forgetPushDevice();
  if (!isSupported()) return;
  try {
    const found = await withTimeout(1_000, navigator.serviceWorker.getRegistration());
    if (!found) return;
    for (const shown of await withTimeout(1_000, found.getNotifications())) shown.close();
    const old = await withTimeout(1_000, found.pushManager.getSubscription());
    if (old) await withTimeout(2_000, old.unsubscribe());
  } catch {
    // A subscription may remain in the browser. The server does not know it any more, so nothing
    // arrives.
  }
}
