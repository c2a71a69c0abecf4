import type { Knex } from "knex";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { insertRows } from "./builders/insert.ts";
import { exceptionRow } from "./builders/schedule-exception.ts";
import type { DemoPsychic } from "./people/people.ts";
import type { Random } from "./random.ts";

const notes = ["Travelling", "Family visit", "Doctor’s appointment", "Moving house", null, null];
const evening = { kind: "extra", starts: "18:00", ends: "22:00" } as const;

/** Every fifth psychic who works has dates in the next five weeks; luna has one of each kind. */
export async function makeExceptions(
  sql: Knex,
  random: Random,
  psychics: readonly DemoPsychic[],
  now: Date,
): Promise<void> {
  const today = newYorkDay(now);
  const working = psychics.filter(({ status }) => status === "Active");
  const rows = working.flatMap(({ id, username }) => {
    const row = (from: number, days: number, more: Partial<Parameters<typeof exceptionRow>[0]>) =>
      exceptionRow({
        ...{ psychic_id: id, created_at: now, note: null, ...more },
        first_day: addDays(today, from),
        last_day: addDays(today, from + days - 1),
      });
    if (username === "luna") {
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
  await insertRows(sql, "schedule_exceptions", rows);
}
