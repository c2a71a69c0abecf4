import dayjs from "dayjs";
import type { Timeline } from "#shared/presence.ts";
import { missedResults } from "#shared/rules/metrics.ts";
import { wallClock } from "#shared/rules/new-york.ts";
import { availabilityLook, promisedWord } from "../availability.ts";
import { callWord, endOfReading, isOver } from "./day-facts.ts";

/** A part of a row of the picture. Places are shares of the day, from 0 to 1. */
export interface Piece {
  key: string;
  from: number;
  length: number;
  /** Its color and pattern. */
  look: string;
  word: string;
  /** Promised hours that are for chats only. */
  isChatOnly?: true;
}

export interface DayRow {
  title: string;
  pieces: readonly Piece[];
}

const hour = 3_600_000;

/** Missed calls count in the figures; others were never missed, such as one that still rings. */
const unansweredLook = (result: string | null) =>
  missedResults.some((missed) => missed === result) ? "missed" : "not-connected";

/** The rows of the picture: promised hours, the availability, and calls with chats. */
export function dayRows(timeline: Timeline): DayRow[] {
  const start = Date.parse(timeline.from);
  const length = Date.parse(timeline.to) - start;
  const known = Date.parse(timeline.until);
  const piece = (key: string, from: string, to: string | null, look: string, word: string) => {
    const begins = Math.min(Math.max(Date.parse(from), start), start + length);
    const ends = Math.min(to === null ? known : Date.parse(to), start + length);
    const share = Math.max(0, ends - begins) / length;
    return { key, from: (begins - start) / length, length: share, look, word };
  };
  return [
    {
      title: "Promised",
      pieces: timeline.promised.map((hours) => {
        const { from, to, status, chat } = hours;
        const { tone } = availabilityLook(status);
        const look = piece(from, from, to, tone, promisedWord(hours));
        return chat ? { ...look, isChatOnly: true } : look;
      }),
    },
    {
      title: "Availability",
      pieces: timeline.availability.map(({ from, to, code }) => {
        const { tone, word } = availabilityLook(code);
        return piece(from, from, to, tone, word);
      }),
    },
    {
      title: "Calls",
      pieces: [
        ...timeline.readings
          .filter(({ has_call }) => !has_call)
          .map(({ call_date, duration, conn_type, result }, place) => {
            const look = duration > 0 ? conn_type.toLowerCase() : unansweredLook(result);
            const to = endOfReading(call_date, duration) ?? call_date;
            return piece(`reading ${place}`, call_date, to, look, result);
          }),
        ...timeline.calls.map((call, place) => {
          const from = call.answered ?? call.initiated;
          // Without its end, the call of a past day has no length.
          const to = call.ended ?? (isOver(timeline) ? from : null);
          const look = call.answered ? "call" : unansweredLook(call.result);
          return piece(`call ${place}`, from, to, look, callWord(call, timeline));
        }),
      ],
    },
  ];
}

export interface Tick {
  at: number;
  newYork: string;
  /** The same instant on the viewer's clock; null if that shows New York's time (D15). */
  here: string | null;
}

/** A label every three hours on New York's clock, also on days of 23 and 25 hours. */
export function dayTicks({ from, to }: Pick<Timeline, "from" | "to">): Tick[] {
  const start = Date.parse(from);
  const length = Date.parse(to) - start;
  const instants = Array.from({ length: length / hour + 1 }, (_, place) => start + place * hour);
  const shown = instants.filter((instant) => wallClock(instant).hour() % 3 === 0);
  const isElsewhere = shown.some(
    (instant) => dayjs(instant).format("HH:mm") !== wallClock(instant).format("HH:mm"),
  );
  return shown.map((instant) => ({
    at: (instant - start) / length,
    newYork: wallClock(instant).format("h A"),
    here: isElsewhere ? dayjs(instant).format(dayjs(instant).minute() ? "h:mm A" : "h A") : null,
  }));
}
