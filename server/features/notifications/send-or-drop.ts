import { quietUntil } from "#shared/rules/quiet-hours.ts";
import type { DueNotification } from "./due-notifications.ts";

/** In milliseconds: changes to calls this soon are sent in quiet hours too (D42). */
const soon = 12 * 3_600_000;

/** A date postpones the notification until then. */
export type SendOrDrop = "send" | "drop" | Date;

/** Drops what is stale or unwanted, and postpones until the end of quiet hours. */
export function sendOrDrop(notification: DueNotification, now: Date): SendOrDrop {
  const { kind, settings, user, expires_at, call_at } = notification;
  if (Date.parse(expires_at) <= now.getTime()) return "drop";
  if (kind === "test") return "send";
  if (!user.mayEnter || !settings.kinds[kind] || !isStillTrue(notification)) return "drop";
  if (kind === "soon" || kind === "due") return "send";
  const isSoon = call_at !== null && Date.parse(call_at) - now.getTime() <= soon;
  return (!isSoon && quietUntil(now, settings)) || "send";
}

/** Whether a notification expired after attempts that reached neither a device nor the mail server. */
export function isLost({ attempts, pushed, expires_at }: DueNotification, now: Date): boolean {
  return attempts > 1 && !pushed && Date.parse(expires_at) <= now.getTime();
}

/** In the meantime a call may have been moved, cancelled or given to another psychic. */
function isStillTrue({ kind, user_id, call, call_at }: DueNotification): boolean {
  if (kind === "decided") return true;
  const isTheirs =
    call !== null &&
    call.psychic_id === user_id &&
    (call.status === "booked" || call.status === "changed");
  if (kind === "cancelled") return !isTheirs;
  return isTheirs && Date.parse(call.at) === Date.parse(call_at ?? "");
}
