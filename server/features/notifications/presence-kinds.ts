import { wallClock } from "#shared/rules/new-york.ts";
import type { DueNotification } from "./due-notifications.ts";
import type { NotificationKind } from "./notification-kinds.ts";

const home = "/psychic";
const isSame = (one: string | null | undefined, other: string | null) =>
  Date.parse(one ?? "") === Date.parse(other ?? "");

const minutesSince = (at: string, now: Date) =>
  `${Math.max(1, Math.floor((now.getTime() - Date.parse(at)) / 60_000))} min`;

/** `7 PM`, or `7:15 PM`. */
function hourOf(at: string): string {
  const time = wallClock(Date.parse(at));
  return time.format(time.minute() === 0 ? "h A" : "h:mm A");
}

/** The questions about the availability (D71). They name no customer. */
export const presenceKinds: Record<"stuck" | "missed" | "promised", NotificationKind> = {
  stuck: {
    isTrue: ({ stuck, call_at }) => isSame(stuck?.since, call_at),
    isDelayed: () => true,
    urgency: "high",
    isPushOnly: true,
    message: ({ stuck }, now) => ({
      title: "Still Busy",
      body: stuck ? stuckWords(stuck, now) : "",
      url: home,
    }),
  },
  missed: {
    // A later missed call asks the same question.
    isTrue: ({ missed, call_at }) =>
      missed !== null && Date.parse(missed) >= Date.parse(call_at ?? ""),
    // The psychic is on, so this is no time of rest, and later it is of no use.
    isDelayed: () => false,
    urgency: "high",
    isPushOnly: true,
    message: ({ call_at }, now) => ({
      title: "Missed call",
      body: `You missed a call ${minutesSince(call_at ?? "", now)} ago. Still there?`,
      url: home,
    }),
  },
  promised: {
    isTrue: ({ availability, was_on }) => availability === "U" && !was_on,
    isDelayed: () => true,
    urgency: "high",
    isPushOnly: true,
    message: ({ call_at }) => ({
      title: "Promised hours",
      body: `You promised ${hourOf(call_at ?? "")} ET and are Unavailable.`,
      url: home,
    }),
  },
};

function stuckWords(stuck: NonNullable<DueNotification["stuck"]>, now: Date): string {
  const { since, ended_at, channel } = stuck;
  const ended = `your last ${channel.toLowerCase()} ended ${minutesSince(ended_at, now)} ago`;
  return `Busy for ${minutesSince(since, now)}, ${ended}. Are you free?`;
}
