import type { Floor, FloorChanges, FloorPsychic } from "#shared/floor.ts";
import { ladder } from "#shared/rules/call-answers.ts";
import { availabilityLook } from "#web/features/availability.ts";

/** In minutes. Few calls last that long, so the psychic may have been left on Busy. */
export const longBusy = 45;

const minute = 60_000;

/** The floor after these changes, in the order of the ids. */
export function changedFloor(before: Floor | undefined, changes: FloorChanges): Floor {
  const { whole, gone } = changes;
  const byId = new Map(
    (whole ? [] : (before?.psychics ?? [])).map((psychic) => [psychic.user_id, psychic]),
  );
  for (const id of gone) byId.delete(id);
  for (const psychic of changes.psychics) byId.set(psychic.user_id, psychic);
  const psychics = [...byId.values()].sort((a, b) => a.user_id - b.user_id);
  return { psychics, total: psychics.length };
}

export const isFree = ({ code }: FloorPsychic) => code !== null && "APCO".includes(code);
export const isOn = (psychic: FloorPsychic) =>
  isFree(psychic) || psychic.code === "B" || psychic.code === "R";

/** For how many minutes the psychic has been in this state; null while unknown. */
export const minutesSince = ({ since }: FloorPsychic, now: number): number | null =>
  since === null ? null : Math.max(0, Math.floor((now - Date.parse(since)) / minute));

/** The promised hours that hold now. */
export const promisedNow = ({ promised }: FloorPsychic, now: number) =>
  promised.find(({ from, to }) => Date.parse(from) <= now && now < Date.parse(to));

/** The end of promised hours: of those that follow with the same status, for calls or chats. */
export function promisedEnd({ promised }: FloorPsychic, hours: FloorPsychic["promised"][number]) {
  let { to } = hours;
  for (const next of promised) {
    if (next.from === to && next.status === hours.status) to = next.to;
  }
  return to;
}

/** The next promised hours. */
export const promisedNext = ({ promised }: FloorPsychic, now: number) =>
  promised.find(({ from }) => Date.parse(from) > now);

export const isMissing = (psychic: FloorPsychic, now: number) =>
  promisedNow(psychic, now) !== undefined && !isOn(psychic);

export const isBusyForLong = (psychic: FloorPsychic, now: number) =>
  psychic.code === "B" && (minutesSince(psychic, now) ?? 0) >= longBusy;

/**
 * What a manager should know of the next booked call (S28): that its psychic cannot take it, or has
 * not answered from two minutes before its time on. A psychic who is busy at that time may be on it.
 */
export function callMark({ next_call: call, code }: FloorPsychic, now: number): string | null {
  if (!call) return null;
  const left = Date.parse(call.at) - now;
  if (left <= ladder.end || (left <= 0 && code === "B")) return null;
  if (call.answer === "cannot") return "Can't take it";
  return call.answer === null && left <= ladder.unanswered ? "No answer yet" : null;
}

/** The choices of what to see, and which psychics each has. */
export const floorFilters = {
  all: { name: "All active", has: () => true },
  on: { name: "On", has: isOn },
  free: { name: "Free", has: isFree },
  long: { name: `Busy ${longBusy} min. or more`, has: isBusyForLong },
  missing: { name: "Promised, not on", has: isMissing },
  unanswered: {
    name: "Call without an answer",
    has: (psychic: FloorPsychic, now: number) => callMark(psychic, now) !== null,
  },
} as const satisfies Record<
  string,
  { name: string; has: (psychic: FloorPsychic, now: number) => boolean }
>;
export type FloorFilter = keyof typeof floorFilters;

export const isFloorFilter = (text: string | null): text is FloorFilter =>
  text !== null && Object.hasOwn(floorFilters, text);

/** "47 min", or "3 h 20 min" from an hour on, or "2 d 4 h" from a day on. */
export function writtenFor(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

/** The word for what a psychic does. */
export const stateWord = ({ code }: FloorPsychic): string => availabilityLook(code ?? "").word;

/** The channel, if the psychic takes only one. */
export const onlyChannel = ({ code }: FloorPsychic): string | null =>
  code === "P" ? "phone only" : code === "C" ? "chat only" : null;

export type FloorOrder = "username" | "state" | "since";

/** Unknown (empty) comes last. */
const orderOfStates = ["B", "R", "A", "P", "C", "O", "U", ""];

const names = new Intl.Collator("en");

/** The rows in the order of a column: equal ones by their names, and unknown times last. */
export function sortedBy(
  psychics: readonly FloorPsychic[],
  column: FloorOrder,
  order: "asc" | "desc",
): FloorPsychic[] {
  const sign = order === "asc" ? 1 : -1;
  const place = ({ code }: FloorPsychic) => orderOfStates.indexOf(code ?? "");
  // The longest time is the earliest start.
  const start = ({ since }: FloorPsychic) => Date.parse(since ?? "");
  const difference = (a: FloorPsychic, b: FloorPsychic): number => {
    if (column === "username") return sign * names.compare(a.username, b.username);
    if (column === "state") return sign * (place(a) - place(b));
    if (a.since === null || b.since === null)
      return Number(a.since === null) - Number(b.since === null);
    return sign * (start(b) - start(a));
  };
  return [...psychics].sort((a, b) => difference(a, b) || names.compare(a.username, b.username));
}
