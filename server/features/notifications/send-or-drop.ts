import { quietUntil } from "#shared/rules/quiet-hours.ts";
import type { DueNotification } from "./due-notifications.ts";
import { type AlwaysKind, notificationKinds } from "./notification-kinds.ts";

/** A date postpones the notification until then. */
export type SendOrDrop = "send" | "drop" | Date;

/** Drops what is stale or unwanted, and postpones until the end of quiet hours. */
export function sendOrDrop(notification: DueNotification, now: Date): SendOrDrop {
  const { kind, settings, user, expires_at } = notification;
  if (Date.parse(expires_at) <= now.getTime()) return "drop";
  const isWanted = isAlways(kind) || (user.mayEnter && settings.kinds[kind]);
  const { isTrue, isDelayed } = notificationKinds[kind];
  if (!isWanted || !isTrue(notification)) return "drop";
  return (isDelayed(notification, now) && quietUntil(now, settings)) || "send";
}

/** Nobody switches off the test that they ask for, or what managers are told of a call. */
const isAlways = (kind: DueNotification["kind"]): kind is AlwaysKind =>
  kind === "test" || kind === "unanswered" || kind === "cannot";

/** Whether a notification expired after attempts that reached neither a device nor the mail server. */
export function isLost({ attempts, pushed, expires_at }: DueNotification, now: Date): boolean {
  return attempts > 1 && !pushed && Date.parse(expires_at) <= now.getTime();
}
