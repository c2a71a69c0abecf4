import type { Knex } from "knex";
import { pruneRows } from "#server/db/prune-rows.ts";
import { invalid } from "#server/http/refusal.ts";
import { applyListQuery, countRows, type ListOrder } from "#server/queries/list-query.ts";
import { lives } from "#server/retention.ts";
import type { ListQuery } from "#shared/fields.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import {
  exceptionKey,
  inDayOrder,
  newExceptionIssue,
  type WrittenException,
} from "#shared/rules/schedule-exceptions.ts";
import type { ScheduleException } from "#shared/schedule-exceptions.ts";

/** SQL of an exception's columns; `e` is the table. */
export const exceptionColumns = `e.kind, e.first_day, e.last_day, e.note, e.created_by,
  to_char(e.starts, 'HH24:MI') as starts, to_char(e.ends, 'HH24:MI') as ends`;

const order: ListOrder<"first_day" | "last_day" | "kind"> = {
  columns: { first_day: "e.first_day", last_day: "e.last_day", kind: "e.kind" },
  first: { sort: "first_day", order: "asc" },
  id: "e.first_day, e.last_day, e.kind, e.id",
};

interface StoredException extends ScheduleException {
  id: number;
  created_at: string;
}

const ofPsychic = (sql: Knex, psychicId: number, from: string) =>
  sql("schedule_exceptions as e").where("e.psychic_id", psychicId).where("e.last_day", ">=", from);

/** The exceptions of a psychic that have not ended on this New York day. */
export async function readExceptions(
  sql: Knex,
  psychicId: number,
  today: string,
  query: ListQuery = {},
): Promise<{ exceptions: ScheduleException[]; total: number }> {
  const exceptions: ScheduleException[] = await ofPsychic(sql, psychicId, today)
    .select(sql.raw(exceptionColumns))
    .modify(applyListQuery(query, order));
  return { exceptions, total: await countRows(ofPsychic(sql, psychicId, today)) };
}

/** Those that differ in nothing but the last day and the note. */
const isSameBegun = (one: WrittenException, other: WrittenException) =>
  one.kind === other.kind &&
  one.first_day === other.first_day &&
  one.starts === other.starts &&
  one.ends === other.ends;

/**
 * Replaces a psychic's exceptions that have not ended. Past days stay as they were, for the timeline:
 * an exception that is removed on one of its days keeps the days before, and a new one begins today
 * at the earliest.
 * @returns the exceptions before and after.
 * @throws Refusal 422 for a new exception that has ended or lies too far ahead.
 */
export async function replaceExceptions(
  trx: Knex,
  psychicId: number,
  given: readonly WrittenException[],
  by: { now: Date; role: StoredException["created_by"] },
) {
  const today = newYorkDay(by.now);
  const days = given.map(({ last_day }) => last_day);
  const stored: StoredException[] = await ofPsychic(trx, psychicId, minimum([today, ...days]))
    .select("e.id", "e.created_at", trx.raw(exceptionColumns))
    .orderBy("e.id");
  const known = new Map(stored.map((exception) => [exceptionKey(exception), exception]));
  for (const [place, exception] of given.entries()) {
    const issue = newExceptionIssue(exception, today);
    if (!issue || known.has(exceptionKey(exception))) continue;
    throw invalid(`exceptions.${place}.${issue.path}`, issue.message);
  }

  const before = stored.filter(({ last_day }) => last_day >= today);
  const asked = given.filter(({ last_day }) => last_day >= today);
  const kept = new Set(asked.map(exceptionKey));
  let removed = before.filter((exception) => !kept.has(exceptionKey(exception)));
  const after: WrittenException[] = [];
  for (const exception of asked) {
    const begun = removed.find((other) => other.first_day < today && isSameBegun(other, exception));
    if (known.has(exceptionKey(exception))) after.push(exception);
    else if (begun) {
      removed = removed.filter((other) => other !== begun);
      await changeOne(trx, begun.id, exception);
      after.push(exception);
    } else {
      const first_day = exception.first_day < today ? today : exception.first_day;
      const fresh = { ...exception, first_day };
      // Two that began on different past days are the same from today on.
      if (kept.has(exceptionKey(fresh)) && first_day !== exception.first_day) continue;
      kept.add(exceptionKey(fresh));
      await insertOne(trx, psychicId, fresh, by);
      after.push(fresh);
    }
  }
  await removeAll(trx, removed, today);
  return { before: inDayOrder(before), after: inDayOrder(after) };
}

const minimum = (days: readonly string[]) => [...days].sort()[0] as string;

const changeOne = (trx: Knex, id: number, { last_day, note }: WrittenException) =>
  trx("schedule_exceptions").where({ id }).update({ last_day, note });

const insertOne = (
  trx: Knex,
  psychicId: number,
  { kind, first_day, last_day, starts, ends, note }: WrittenException,
  { now, role }: { now: Date; role: StoredException["created_by"] },
) =>
  trx("schedule_exceptions").insert({
    ...{ psychic_id: psychicId, kind, first_day, last_day, starts, ends, note },
    ...{ created_at: now, created_by: role },
  });

/** Only what has lasted into an earlier day leaves a row, so that no one can pile them up. */
async function removeAll(trx: Knex, removed: readonly StoredException[], today: string) {
  const hasPast = ({ first_day, created_at }: StoredException) =>
    first_day < today && newYorkDay(new Date(created_at)) < today;
  const ids = (exceptions: readonly StoredException[]) => exceptions.map(({ id }) => id);
  await trx("schedule_exceptions")
    .whereIn("id", ids(removed.filter(hasPast)))
    .update({ last_day: addDays(today, -1) });
  await trx("schedule_exceptions")
    .whereIn("id", ids(removed.filter((exception) => !hasPast(exception))))
    .delete();
}

/** The exceptions for the platform: without notes, which are for the psychic and the managers. */
export const plainExceptions = (exceptions: readonly WrittenException[]) =>
  exceptions.map(({ kind, first_day, last_day, starts, ends }) => ({
    ...{ kind, first_day, last_day, starts, ends },
  }));

/** The difference for the audit trail, each exception as a line. Notes are left out (C4). */
export function exceptionDifference({
  before,
  after,
}: {
  before: readonly WrittenException[];
  after: readonly WrittenException[];
}) {
  const lines = (exceptions: readonly WrittenException[]) => new Set(exceptions.map(lineOf));
  const [from, to] = [lines(before), lines(after)];
  return {
    removed: [...from].filter((line) => !to.has(line)),
    added: [...to].filter((line) => !from.has(line)),
  };
}

const words = { off: "Off", extra: "Extra hours", chat: "Chat only" };
const written = (day: string) => day.replace(/(\d+)-(\d+)-(\d+)/, "$2/$3/$1");

function lineOf({ kind, first_day, last_day, starts, ends }: WrittenException): string {
  const days =
    first_day === last_day ? written(first_day) : `${written(first_day)} to ${written(last_day)}`;
  return `${words[kind]} ${days}${starts === null ? "" : `, ${starts}-${ends}`}`;
}

export const pruneExceptions = pruneRows(
  "schedule_exceptions",
  "last_day < (?::timestamptz)::date",
  lives.presence,
);
