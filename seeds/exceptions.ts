import type { Knex } from "knex";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { insertRows } from "./builders/insert.ts";
import { exceptionRow } from "./builders/schedule-exception.ts";
import type { DemoPsychic } from "./people/people.ts";
import type { Random } from "./random.ts";
import type { PlannedReading } from "./readings/plan.ts";

type Planned = Parameters<typeof exceptionRow>[0];

const notes = ["Travelling", "Family visit", "Doctor’s appointment", "Moving house", null, null];
const evening = { kind: "extra", starts: "18:00", ends: "22:00" } as const;
/** Past dates begin at most this many days ago, so that the whole month has some. */
const pastDays = 31;
/** The farthest day that anybody has announced. */
const daysAhead = 120;

/**
 * Every fifth psychic who works has dates in the next five weeks, and some have dates in the last
 * month or plan ahead; luna has one of each kind.
 */
export async function makeExceptions(
  sql: Knex,
  random: Random,
  psychics: readonly DemoPsychic[],
  readings: readonly PlannedReading[],
  now: Date,
): Promise<void> {
  const today = newYorkDay(now);
  const working = psychics.filter(({ status }) => status === "Active");
  const rowOf =
    ({ id }: DemoPsychic) =>
    (from: number, days: number, more: Partial<Planned>) =>
      exceptionRow({
        ...{ psychic_id: id, note: null, ...more },
        // Nobody announces a day that is over.
        created_at: new Date(now.getTime() + Math.min(0, from - 5) * 86_400_000),
        first_day: addDays(today, from),
        last_day: addDays(today, from + days - 1),
      });
  const coming = working.flatMap((psychic) => {
    const row = rowOf(psychic);
    if (psychic.username === "luna") {
      return [
        row(12, 9, { note: "Travelling" }),
        row(3, 1, { ...evening, note: "Full moon evening" }),
        row(6, 1, { kind: "chat", note: "Losing my voice", created_by: "manager" }),
      ];
    }
    if (!random.chance(0.2)) return [];
    const start = random.int(0, 34);
    const kind = random.pick(["off", "off", "off", "extra", "chat"] as const);
    if (kind === "extra") return [row(start, random.int(1, 3), evening)];
    return [row(start, random.int(1, 9), { kind, note: random.pick(notes) })];
  });

  const busy = daysWithReadings(readings, addDays(today, -pastDays));
  const others = working.filter(({ username }) => username !== "luna");
  const past = others.flatMap((psychic) => {
    if (!random.chance(0.5)) return [];
    const start = random.int(-pastDays, -2);
    const isFree = (day: number) => !busy.has(`${psychic.id} ${addDays(today, day)}`);
    const first = start + [0, 1, 2, 3].findIndex((more) => isFree(start + more));
    if (first < start || first >= 0) return [];
    let days = 1;
    while (days < 7 && first + days < 0 && isFree(first + days)) days += 1;
    return [rowOf(psychic)(first, days, { note: random.pick(notes) })];
  });
  const later = others.flatMap((psychic) =>
    random.chance(0.3)
      ? [rowOf(psychic)(random.int(31, daysAhead), random.int(3, 14), { note: random.pick(notes) })]
      : [],
  );
  await insertRows(sql, "schedule_exceptions", [...coming, ...past, ...later]);
}

/** A psychic's id and a day with readings, such as `7 2026-11-28`: nobody was off then. */
function daysWithReadings(readings: readonly PlannedReading[], first: string): Set<string> {
  const since = Date.parse(first);
  return new Set(
    readings
      .filter(({ start }) => start >= since)
      .map(({ psychic, start }) => `${psychic.id} ${newYorkDay(start)}`),
  );
}
