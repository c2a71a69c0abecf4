import type { PushKind } from "#shared/push-fields.ts";
import { callPath } from "#shared/rules/call-answers.ts";
import { wallClock } from "#shared/rules/new-york.ts";
import { oneLine } from "#shared/rules/one-line.ts";
import type { DueNotification } from "./due-notifications.ts";
import { presenceKinds } from "./presence-kinds.ts";
import { askedPsychic } from "./unanswered.ts";

/** The words of a notification, in a push as in a letter. */
export interface Words {
  title: string;
  body: string;
  /** The body for a screen that anybody may read; absent if that is `body` itself. */
  openBody?: string;
  /** The path of the screen that a tap opens. */
  url: string;
  /** The call that the message asks about, and its time. */
  asks?: { call: string; at: string };
}

export interface NotificationKind {
  /** Whether it is still true. If not, it is dropped. */
  isTrue(notification: DueNotification): boolean;
  /** Whether quiet hours delay it. */
  isDelayed(notification: DueNotification, now: Date): boolean;
  /** The urgency of the push. A push that stays useful for over 12 hours is always normal. */
  urgency: "high" | "normal";
  /** No letter goes out where no device is reached: it would be read too late. */
  isPushOnly?: true;
  message(notification: DueNotification, now: Date): Words;
}

const minute = 60_000;
/** In milliseconds: news of calls this soon is sent in quiet hours too (D42). */
const soon = 12 * 60 * minute;

const callNews = { isTrue: isCurrent, isDelayed: isFarAhead, urgency: "high" } as const;
const reminder = { isDelayed: () => false, urgency: "high" } as const;
/** Silence after an answer: a question that was not sent yet is dropped. */
const question = { ...reminder, isTrue: (one: DueNotification) => isCurrent(one) && !one.answer };
/** For a manager. No letter: it would arrive after the call. */
const notice = { ...reminder, isPushOnly: true } as const;

/** A kind that nobody switches off, because only managers get it or its user asked for it. */
export type AlwaysKind = "unanswered" | "cannot" | "test";

/** Every kind of notification; one without an entry does not compile. */
export const notificationKinds: Record<PushKind | AlwaysKind, NotificationKind> = {
  booked: { ...callNews, message: (notification) => newsMessage(notification, "booked") },
  changed: { ...callNews, message: (notification) => newsMessage(notification, "changed") },
  cancelled: {
    ...callNews,
    isTrue: (notification) => notification.call_at !== null && !isTheirCall(notification),
    message: (notification) => newsMessage(notification, "canceled"),
  },
  soon: { ...question, message: questionMessage },
  again: { ...question, message: questionMessage },
  due: {
    ...reminder,
    isTrue: (notification) => isCurrent(notification) && notification.answer !== "cannot",
    message: (notification) => reminderMessage(notification, "now"),
  },
  unanswered: {
    ...notice,
    isTrue: (notification) => isStillAsked(notification) && !notification.answer,
    message: (notification) => noticeMessage(notification, "No answer yet"),
  },
  cannot: {
    ...notice,
    isTrue: (notification) => isStillAsked(notification) && notification.answer === "cannot",
    message: (notification) => noticeMessage(notification, "Can't take it"),
  },
  decided: {
    isTrue: () => true,
    isDelayed: () => true,
    urgency: "normal",
    message: decisionMessage,
  },
  ...presenceKinds,
  test: {
    isPushOnly: true,
    isTrue: () => true,
    isDelayed: () => false,
    urgency: "high",
    message: (notification) => ({
      title: "Test message",
      body: "Messages reach this device.",
      url: homeOf(notification),
    }),
  },
};

function isBooked({ call }: DueNotification): boolean {
  return call?.status === "booked" || call?.status === "changed";
}

/** Whether the call is still booked with this psychic: it may have gone to another one. */
function isTheirCall(notification: DueNotification): boolean {
  return isBooked(notification) && notification.call?.psychic_id === notification.user_id;
}

/** Whether the call is still booked, at the time that the notification names. */
function isStillBooked(notification: DueNotification): boolean {
  return isBooked(notification) && Date.parse(notification.call?.at ?? "") === timeOf(notification);
}

/** Whether a manager's notice is still about the psychic with whom the call is booked. */
function isStillAsked(notification: DueNotification): boolean {
  return (
    isStillBooked(notification) &&
    notification.call?.psychic_id === askedPsychic(notification.event)
  );
}

/** Whether the call is theirs, and still at the time that the notification names. */
function isCurrent(notification: DueNotification): boolean {
  return isTheirCall(notification) && isStillBooked(notification);
}

function isFarAhead(notification: DueNotification, now: Date): boolean {
  return timeOf(notification) - now.getTime() > soon;
}

/** When the call takes place, in milliseconds. */
function timeOf({ call_at }: DueNotification): number {
  return Date.parse(call_at ?? "");
}

function minutesUntil(notification: DueNotification, now: Date): number {
  return Math.max(1, Math.round((timeOf(notification) - now.getTime()) / minute));
}

function minutesOf(count: number): string {
  return count === 1 ? "1 minute" : `${count} minutes`;
}

function homeOf({ user }: DueNotification): string {
  return user.role === "manager" ? "/dashboard" : "/psychic";
}

function newsMessage(notification: DueNotification, what: "booked" | "changed" | "canceled") {
  return callMessage(notification, what, "ddd, MMM D, h:mm A");
}

/** A reminder comes at most 15 minutes ahead, so it needs no date. */
function reminderMessage(notification: DueNotification, what: string) {
  return callMessage(notification, what, "h:mm A");
}

/** A tap leads to the page that asks; some browsers also show the answers as buttons. */
function questionMessage(notification: DueNotification, now: Date): Words {
  const { call } = notification;
  const until = `in ${minutesOf(minutesUntil(notification, now))}`;
  return {
    ...reminderMessage(notification, until),
    ...(call && {
      url: callPath(call.id),
      asks: { call: call.id, at: new Date(timeOf(notification)).toISOString() },
    }),
  };
}

/** For the psychic's manager. It does not name the customer. */
function noticeMessage(notification: DueNotification, what: string): Words {
  const { call, psychic } = notification;
  const time = `${wallClock(new Date(timeOf(notification))).format("h:mm A")} ET`;
  return {
    title: `${call?.channel ?? "Call"} at ${time}: ${what}`,
    body: `${oneLine(psychic ?? "A psychic")}, ${minutesOf(call?.minutes ?? 0)}`,
    url: "/floor?show=unanswered",
  };
}

function callMessage(notification: DueNotification, what: string, timeFormat: string): Words {
  const { call, settings } = notification;
  const facts = [`${wallClock(new Date(timeOf(notification))).format(timeFormat)} ET`];
  if (call && what !== "canceled") facts.push(minutesOf(call.minutes));
  const openBody = facts.join(", ");
  const words = { title: `${call?.channel ?? "Call"} ${what}`, url: homeOf(notification) };
  // Anybody can read the name on a lock screen (D42).
  if (call && settings.show_names) {
    return { ...words, body: `${openBody}, with ${oneLine(call.username)}`, openBody };
  }
  return { ...words, body: openBody };
}

function decisionMessage({ topic, decision, reason }: DueNotification): Words {
  const what = topic === "listing" ? "listing" : "profile";
  const verdict = decision === "Approved" ? "approved" : "rejected";
  const title = `${what === "listing" ? "Listing" : "Profile"} ${verdict}`;
  const next = reason ? "see why" : "change it and submit it again";
  const body =
    verdict === "approved"
      ? `Your ${what} was approved.`
      : `Your ${what} was rejected. Open it to ${next}.`;
  return { title, body, url: `/psychic/${what}` };
}
