import { get } from "idb-keyval";
import { apiBase } from "#web/api/address.ts";
import { inBackground } from "#web/api/background.ts";
import { heldKey } from "#web/api/sealed.ts";
import { deviceName } from "#web/lib/device-name.ts";
import { hostBrand } from "#web/lib/page-brand.ts";
import { withTimeout } from "#web/lib/with-timeout.ts";
import { pushMessage, shownTo } from "../push/push-message.ts";
import { pushDevicePlace, type ToPage } from "../worker-messages.ts";
import { answerButtons } from "./answer-buttons.ts";
import { showBadge } from "./app-badge.ts";
import { portalWindows } from "./windows.ts";

declare const self: ServiceWorkerGlobalScope;

const brand = hostBrand();
const pictures = `/brands/${brand.key}`;

/**
 * A browser that reads declarative push messages itself (D68) passes the notification that it would
 * show, and no data. TypeScript's library does not know that.
 */
interface DeclaredPush extends PushEvent {
  notification?: Notification | null;
}

/**
 * Shows a notification for every push; it replaces one with the same tag (D42). If this fails, a
 * browser that has read the message itself shows its own notification.
 */
export async function showPush(event: DeclaredPush): Promise<void> {
  const { data, notification } = event;
  const { origin } = self.location;
  const payload = notification ? { notification } : (data?.text() ?? "");
  const message = pushMessage(payload, brand, origin);
  const { title, tag, path } = message;
  // A store that hangs must not keep the notification from showing.
  const key = await withTimeout(1_000, heldKey()).catch(() => null);
  const { body, calls, asks } = shownTo(key?.userId ?? null, message);
  await self.registration.showNotification(title, {
    body,
    tag,
    // Alert again when it replaces one.
    ...({ renotify: true } as NotificationOptions),
    // Browsers show as many of the buttons as they have room for, from the first on.
    ...(asks && ({ actions: answerButtons } as NotificationOptions)),
    // Safari refuses a notification without an address in place of a declarative one. Elsewhere the
    // address would keep `notificationclick` from asking the page first.
    ...(notification && { navigate: origin + path }),
    icon: `${pictures}/icon-192.png`,
    badge: `${pictures}/badge-96.png`,
    data: { path, ...(asks && { asks, user: message.userId }) },
  });
  const news: ToPage = { type: "news" };
  for (const window of await portalWindows()) window.postMessage(news);
  await showBadge(calls).catch(() => undefined);
}

/**
 * Sends the server the new address that the push service gave this device, because days may pass
 * before the app is opened. If that fails, the app sends it at its next start.
 */
export async function renewSubscription({
  oldSubscription,
  newSubscription,
}: PushSubscriptionChangeEvent): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey;
  const subscription =
    newSubscription ??
    (key &&
      (await self.registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key,
      })));
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  // The id lets the server refuse a device that its user has removed.
  const id = await get<number>(pushDevicePlace).catch(() => undefined);
  await fetch(`${apiBase()}/push/subscriptions`, {
    method: "POST",
    credentials: "include",
    headers: { "Content-Type": "application/json", ...inBackground },
    body: JSON.stringify({ id, endpoint, keys, label: deviceName(navigator.userAgent) }),
  });
}
