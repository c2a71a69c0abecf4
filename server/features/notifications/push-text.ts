import type { PushPayload } from "#shared/push-fields.ts";
import { newYork } from "#shared/rules/new-york.ts";
import { oneLine } from "#shared/rules/one-line.ts";
import type { DueNotification } from "./due-notifications.ts";

const minute = 60_000;

const timeFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: newYork,
  hour: "numeric",
  minute: "2-digit",
});
const dayFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: newYork,
  weekday: "short",
  month: "short",
  day: "numeric",
});

/** `3:00 PM ET`, with an ordinary space, which every phone's font has. */
const timeOf = (at: Date) => `${timeFormat.format(at).replace("\u202f", " ")} ET`;
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
  const when = isToday ? timeOf(at) : `${dayFormat.format(at)}, ${timeOf(at)}`;
  const parts = [
    when,
    ...(call && kind !== "cancelled" ? [minutesOf(call.minutes)] : []),
    ...(call && settings.show_names ? [`with ${oneLine(call.username)}`] : []),
  ];
  return { title: titles[kind] ?? what, body: parts.join(", ") };
}
