import { pathOf } from "../push/push-message.ts";
import { answerByButton } from "./answer-by-button.ts";
import { deliverMessage, portalWindows } from "./windows.ts";

declare const self: ServiceWorkerGlobalScope;

/** A browser may show a declarative push message itself (D68), and leave the tap to the worker. */
interface TappedNotification extends Notification {
  navigate?: string;
}

/** A tap on a button answers the call (S28); what else is tapped, or cannot answer, opens the page. */
export async function onNotificationTap({
  notification,
  action,
}: {
  notification: TappedNotification;
  action: string;
}): Promise<void> {
  const isAnswered = await answerByButton(notification, action).catch(() => false);
  if (!isAnswered) await openFromNotification(notification);
}

/** Shows what the notification is about, in an open window of the portal or a new one. */
async function openFromNotification(notification: TappedNotification): Promise<void> {
  notification.close();
  const { data, navigate } = notification;
  const known = data as { path?: string } | null;
  const path = known?.path ?? pathOf(navigate, self.location.origin);
  const windows = await portalWindows();
  const window = windows.find(({ focused }) => focused) ?? windows[0];
  if (window) {
    await window.focus().catch(() => undefined);
    // The page itself navigates, so that a form being edited can ask first.
    if (await deliverMessage(window, { type: "open", path })) return;
  }
  await self.clients.openWindow(path);
}
