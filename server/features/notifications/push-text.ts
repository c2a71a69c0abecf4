import type { PushPayload } from "#shared/push-fields.ts";
import { wallClock } from "#shared/rules/new-york.ts";
import { oneLine } from "#shared/rules/one-line.ts";
import type { DueNotification } from "./due-notifications.ts";

const minute = 60_000;

/** `3:00 PM ET` */
const timeOf = (at: Date) => `${wallClock(at).format("h:mm A")} ET`;
const minutesOf = (count: number) => (count === 1 ? "1 minute" : `${count} minutes`);

/** The text of a notification. It names a customer only if the user's settings allow that (D42). */
export function pushTextOf(notification: DueNotification, now: Date): PushPayload {
  const { kind, topic: tag, user } = notification;
  const home = user.role === "manager" ? "/dashboard" : "/psychic";
  if (kind === "test") {
    return { title: "Test message", body: "Messages reach this device.", tag, url: home };
  }
  if (kind === "decided") return { ...decisionText(notification), tag };
  return { ...callText(notification, now), tag, url: home };
}

function decisionText({ topic, decision, reason }: DueNotification) {
  const isListing = topic === "listing";
  const what = isListing ? "listing" : "profile";
  const title = `${isListing ? "Listing" : "Profile"} ${decision === "Approved" ? "approved" : "rejected"}`;
  const body =
    decision === "Approved"
      ? `Your ${what} was approved.`
      : `Your ${what} was rejected. Open it to ${reason ? "see why" : "change it and send it in again"}.`;
  return { title, body, url: `/psychic/${what}` };
}

function callText({ kind, call, call_at, settings }: DueNotification, now: Date) {
  const what = call?.channel ?? "Call";
  const at = new Date(call_at ?? now);
  const left = Math.max(1, Math.round((at.getTime() - now.getTime()) / minute));
  const titles: Record<string, string> = {
    booked: `${what} booked`,
    changed: `${what} changed`,
    cancelled: `${what} cancelled`,
    soon: `${what} in ${minutesOf(left)}`,
    due: `${what} now`,
  };
  const isToday = kind === "soon" || kind === "due";
  const when = isToday ? timeOf(at) : `${wallClock(at).format("ddd, MMM D")}, ${timeOf(at)}`;
  const parts = [
    when,
    ...(call && kind !== "cancelled" ? [minutesOf(call.minutes)] : []),
    ...(call && settings.show_names ? [`with ${oneLine(call.username)}`] : []),
  ];
  return { title: titles[kind] ?? what, body: parts.join(", ") };
}
