import type { Weeks } from "#shared/rules/alternating-weeks.ts";
import { wallMinutes } from "#shared/rules/schedule.ts";
import { writtenClock } from "./segment-times.ts";
import { statusWords, type WeekSegment } from "./week.ts";

/** A part of one calendar day, in minutes since its midnight: 0 to 1440. */
export interface Piece {
  day: number;
  status: WeekSegment["status"];
  from: number;
  to: number;
}

export const dayLength = 1440;

/**
 * One week's hours split at midnights, in order. Sunday begins with what is left of the Saturday
 * night of the week before.
 */
export function piecesOf(week: readonly WeekSegment[], shown: Weeks): Piece[] {
  const pieces = week.flatMap(({ day, status, weeks, ...times }): Piece[] => {
    const [from, to] = [wallMinutes(times.from), wallMinutes(times.to)];
    const isShown = !weeks || weeks === shown;
    if (to > from) return isShown ? [{ day, status, from, to }] : [];
    const isMorningShown = day === 7 ? !weeks || weeks !== shown : isShown;
    return [
      ...(isShown ? [{ day, status, from, to: dayLength }] : []),
      ...(isMorningShown && to > 0 ? [{ day: (day % 7) + 1, status, from: 0, to }] : []),
    ];
  });
  return pieces.sort((a, b) => a.day - b.day || a.from - b.from);
}

/** Formats minutes as `38 h`, `45 min` or `38 h 45 min`. */
export function writtenLength(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`]
    .filter(Boolean)
    .join(" ");
}

/**
 * The minutes of a status in a week. Overlapping times count once.
 * @param pieces in order.
 */
export function lengthOf(pieces: readonly Piece[], status: Piece["status"]): number {
  let sum = 0;
  let end = { day: 0, minute: 0 };
  for (const { day, from, to } of pieces.filter((piece) => piece.status === status)) {
    const start = day === end.day ? Math.max(from, end.minute) : from;
    if (to <= start) continue;
    sum += to - start;
    end = { day, minute: to };
  }
  return sum;
}

/** Describes a piece: `Available 6:00 PM to midnight`. */
export function writtenPiece({ status, from, to }: Piece): string {
  const word = statusWords[status];
  if (from === 0 && to === dayLength) return `${word} all day`;
  const clock = (minutes: number) =>
    minutes % dayLength === 0 ? "midnight" : writtenClock(minutes);
  return `${word} ${clock(from)} to ${clock(to)}`;
}
