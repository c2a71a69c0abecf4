import type { Timeline } from "#shared/presence.ts";
import { availabilityLook, promisedWord } from "../availability.ts";

/** A row of the table below the picture. */
export interface DayFact {
  key: string;
  from: string;
  /** Null while it goes on, or if it has no length. */
  to: string | null;
  kind: "Promised" | "Availability" | "Call" | "Chat";
  what: string;
  detail: string;
}

/** Whether the whole day lies in the past. */
export const isOver = ({ until, to }: Timeline) => until === to;

/** A psychic reads of their own day that they set it themselves. */
const settersFor = (isOwn: boolean) => ({
  psychic: isOwn ? "set by you" : "set by the psychic",
  manager: "set by a manager",
  platform: "set by the phone and chat system",
  portal: "set with the account's status",
});

const second = 1_000;
const secondsBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / second);

/** Such as `12 s` or `10 min.`: whole minutes once there is one. */
function lengthText(from: string, to: string): string {
  const seconds = secondsBetween(from, to);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min.`;
}

type Call = Timeline["calls"][number];

/** The result, or how far the call has come. */
export function callWord({ result, answered, ended }: Call, day: Timeline): string {
  if (result) return result;
  if (ended) return "Ended";
  if (isOver(day)) return "End not known";
  return answered ? "In progress" : "Ringing";
}

function callDetail({ username, initiated, answered, ended }: Call): string {
  return [
    username,
    answered && `answered after ${lengthText(initiated, answered)}`,
    answered && ended && `talked ${lengthText(answered, ended)}`,
    !answered && ended && `rang ${lengthText(initiated, ended)}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Everything that the picture of a day shows, in its order. */
export function dayFacts(timeline: Timeline, isOwn: boolean): DayFact[] {
  const setters = settersFor(isOwn);
  const goesOn = (to: string) => to === timeline.until && !isOver(timeline);
  const { promised, availability, calls, readings } = timeline;
  const facts: Omit<DayFact, "key">[] = [
    ...promised.map((hours) => {
      const { from, to } = hours;
      return { from, to, kind: "Promised" as const, what: promisedWord(hours), detail: "" };
    }),
    ...availability.map(({ from, to, code, set_by }) => ({
      ...{ from, to: goesOn(to) ? null : to, kind: "Availability" as const },
      what: availabilityLook(code).word,
      detail: set_by ? setters[set_by] : "",
    })),
    ...calls.map((call) => ({
      ...{ from: call.initiated, to: call.ended, kind: "Call" as const },
      ...{ what: callWord(call, timeline), detail: callDetail(call) },
    })),
    ...readings
      .filter(({ has_call }) => !has_call)
      .map(({ call_date, duration, conn_type, result, username }) => ({
        ...{ from: call_date, to: endOfReading(call_date, duration), kind: conn_type },
        ...{ what: result, detail: duration > 0 ? `${username}, ${duration} min.` : username },
      })),
  ];
  return facts
    .sort((a, b) => Date.parse(a.from) - Date.parse(b.from))
    .map((fact, place) => ({ key: `${place} ${fact.kind}`, ...fact }));
}

export const endOfReading = (start: string, minutes: number) =>
  minutes > 0 ? new Date(Date.parse(start) + minutes * 60 * second).toISOString() : null;
