import { oneLine } from "#shared/rules/one-line.ts";
import type { DueNotification } from "../features/notifications/due-notifications.ts";
import { notificationKinds } from "../features/notifications/notification-kinds.ts";
import { describeError } from "../log.ts";
import type { Services } from "../services.ts";
import { mailOnce } from "./mail-once.ts";

/** Sends a notification as a letter. @returns whether the mail server took it, now or earlier. */
export async function mailNotification(
  services: Services,
  notification: DueNotification,
  now: Date,
): Promise<boolean> {
  const { id, kind, user_id, user, reason } = notification;
  const { title, body, url } = notificationKinds[kind].message(notification, now);
  try {
    await mailOnce(services, {
      event: `notification:${id}`,
      recipient: String(user_id),
      brand: user.brand,
      write: async (brand) => ({
        to: user.email,
        subject: title,
        lines: [
          `Hello ${user.first},`,
          "",
          title,
          body,
          // Not in a push, which others can read on the lock screen.
          ...(reason ? [`Reason: ${oneLine(reason)}`] : []),
          "",
          `${services.publicUrl(brand)}${url}`,
          "",
          "You can change your notifications and quiet hours in the portal.",
          "",
          brand.name,
        ],
      }),
    });
    return true;
  } catch (error) {
    services.log.warn(
      { job: "notify", error: describeError(error) },
      "letter not sent; it will be retried",
    );
    return false;
  }
}
