import { get } from "idb-keyval";
import { apiBase } from "#web/api/address.ts";
import { hostBrand } from "#web/lib/page-brand.ts";
import { deviceName } from "../push/device-name.ts";
import { pushMessage } from "../push/push-message.ts";
import { pushDevicePlace, type ToPage } from "../worker-messages.ts";
import { portalWindows } from "./windows.ts";

declare const self: ServiceWorkerGlobalScope;

const brand = hostBrand();
const pictures = `/brands/${brand.key}`;

/** Every push shows a notification; one with a tag that stands replaces it (D42). */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const { title, body, tag, path } = pushMessage(data?.text() ?? "", brand, self.location.origin);
  await self.registration.showNotification(title, {
    body,
    tag,
    // A replaced one is news again.
    ...({ renotify: true } as NotificationOptions),
    icon: `${pictures}/icon-192.png`,
    badge: `${pictures}/badge-96.png`,
    data: { path },
  });
  const news: ToPage = { type: "news" };
  for (const window of await portalWindows()) window.postMessage(news);
}

/**
 * The push service gave the device another address: the server is told at once, since days may
 * pass until the app is opened. What does not arrive is made good at the app's next start.
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
  // A device that its user removed elsewhere stays removed.
  const id = await get<number>(pushDevicePlace).catch(() => undefined);
  await fetch(`${apiBase()}/push/subscriptions`, {
    method: "POST",
    credentials: "include",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ id, endpoint, keys, label: deviceName(navigator.userAgent) }),
  });
}
