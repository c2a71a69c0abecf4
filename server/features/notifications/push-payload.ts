import type { PushPayload } from "#shared/push-fields.ts";
import type { DueNotification } from "./due-notifications.ts";
import type { Words } from "./notification-kinds.ts";

/**
 * A notification as a declarative push message (D68).
 * @param toDevice the address of the portal's pages on the device, and how many calls of its user
 * are unanswered (null: not known, so the badge stays as it is).
 */
export function payloadOf(
  { topic: tag, user_id, user }: Pick<DueNotification, "topic" | "user_id" | "user">,
  { title, body, openBody = body, url, asks }: Words,
  { origin, calls }: { origin: string; calls: number | null },
): PushPayload {
  const inBothPlaces = {
    ...(calls !== null && { app_badge: calls }),
    // Only psychics have unsent edits, which the service worker adds to the badge.
    mutable: user.role === "psychic",
  };
  return {
    title,
    body,
    tag,
    url,
    web_push: 8030,
    notification: {
      title,
      body: openBody,
      navigate: `${origin}${url}`,
      lang: "en",
      dir: "ltr",
      tag,
      data: {
        user: user_id,
        ...(calls !== null && { calls }),
        ...(openBody !== body && { body }),
        ...(asks && { asks }),
      },
      ...inBothPlaces,
    },
    ...inBothPlaces,
  };
}
