import { get } from "idb-keyval";
import { apiBase } from "#web/api/address.ts";
import { inBackground } from "#web/api/background.ts";
import { deviceName } from "#web/lib/device-name.ts";
import { hostBrand } from "#web/lib/page-brand.ts";
import { pushMessage } from "../push/push-message.ts";
import { pushDevicePlace, type ToPage } from "../worker-messages.ts";
import { portalWindows } from "./windows.ts";

declare const self: ServiceWorkerGlobalScope;

const brand = hostBrand();
const pictures = `/brands/${brand.key}`;

/** Shows a notification for every push; it replaces one with the same tag (D42). */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const { title, body, tag, path } = pushMessage(data?.text() ?? "", brand, self.location.origin);
  await self.registration.showNotification(title, {
    body,
    tag,
    // Alert again when it replaces one.
    ...({ renotify: true } as NotificationOptions),
    icon: `${pictures}/icon-192.png`,
    badge: `${pictures}/badge-96.png`,
    data: { path },
  });
  const news: ToPage = { type: "news" };
  for (const window of await portalWindows()) window.postMessage(news);
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
