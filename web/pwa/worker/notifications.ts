import { deliverMessage, portalWindows } from "./windows.ts";

declare const self: ServiceWorkerGlobalScope;

/** Shows what the notification is about, in an open window of the portal or a new one. */
export async function openFromNotification(notification: Notification): Promise<void> {
  notification.close();
  const { path } = notification.data as { path: string };
  const windows = await portalWindows();
  const window = windows.find(({ focused }) => focused) ?? windows[0];
  if (window) {
    await window.focus().catch(() => undefined);
    // The page itself navigates, so that a form being edited can ask first.
    if (await deliverMessage(window, { type: "open", path })) return;
  }
  await self.clients.openWindow(path);
}
