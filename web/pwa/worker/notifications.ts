import { ask, portalWindows } from "./windows.ts";

declare const self: ServiceWorkerGlobalScope;

/** Leads a window of the portal to what the notification is about, or opens one. */
export async function openFromNotification(notification: Notification): Promise<void> {
  notification.close();
  const { path } = notification.data as { path: string };
  const windows = await portalWindows();
  const window = windows.find(({ focused }) => focused) ?? windows[0];
  if (window) {
    await window.focus().catch(() => undefined);
    // The app goes there by itself, so that a form being edited can ask before it is left.
    if (await ask(window, { type: "open", path })) return;
  }
  await self.clients.openWindow(path);
}
