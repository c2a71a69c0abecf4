import type { Knex } from "knex";
import { pruneRows } from "#server/db/prune-rows.ts";
import { Refusal } from "#server/http/refusal.ts";
import { lives } from "#server/retention.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { ladder } from "#shared/rules/call-answers.ts";
import { newYorkDay, wallClock } from "#shared/rules/new-york.ts";
import type { CallAnswer, scheduledCallEndpoints } from "#shared/scheduled-calls.ts";

export type GivenAnswer = BodyOf<typeof scheduledCallEndpoints.answerCall>;

/**
 * SQL: the answer that counts for a booked call `c`, as JSON; null without one. If two devices
 * answered at the same moment, "cannot" counts more than "late", and "late" more than "ready".
 */
export const countingAnswer = `(
  select json_build_object('answer', a.answer, 'late_minutes', a.late_minutes, 'answered_at',
           to_char(a.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from call_answers a
   where a.psychic_id = c.psychic_id and a.call_id = c.id and a.call_at = c.at
   order by a.answered_at desc, a.answer, a.late_minutes desc nulls last
   limit 1)`;

/** In milliseconds: an answer does not wait longer on a phone. An older time is a wrong clock's. */
const longestWait = 30 * 86_400_000;

interface AnsweredCall {
  at: string;
  status: "booked" | "changed" | "cancelled" | "done";
  answer: CallAnswer | null;
}

/** @throws Refusal 404 if no such call was ever booked with the psychic. */
async function callOf(sql: Knex, psychicId: number, callId: string): Promise<AnsweredCall> {
  const call: AnsweredCall | undefined = await sql("scheduled_calls as c")
    .where({ "c.id": callId, "c.psychic_id": psychicId })
    .forShare()
    .first("c.at", "c.status", sql.raw(`${countingAnswer} as answer`));
  if (!call) throw new Refusal("not_found", { detail: "This call is not booked with you" });
  return call;
}

const refusal = (detail: string) => new Refusal("state_forbids", { detail });

/** `7:30 PM ET`, with the day if it is not this New York day. */
function timeWords(at: string, now: Date): string {
  const isToday = newYorkDay(Date.parse(at)) === newYorkDay(now);
  return `${wallClock(at).format(isToday ? "h:mm A" : "ddd, MMM D, h:mm A")} ET`;
}

/** @throws Refusal 409 if an answer about the call at this time cannot count yet, or any more. */
function refuseUntimely({ at, status }: AnsweredCall, given: GivenAnswer, now: Date): void {
  if (status === "cancelled") throw refusal("This call was canceled");
  if (status === "done") throw refusal("This call has already taken place");
  if (Date.parse(at) !== Date.parse(given.at)) {
    throw refusal(`This call was moved to ${timeWords(at, now)}`);
  }
  const opens = Date.parse(at) - ladder.soon;
  if (now.getTime() < opens) {
    throw refusal(`You can answer from ${timeWords(new Date(opens).toISOString(), now)} on`);
  }
  if (now.getTime() > Date.parse(at) - ladder.end) {
    throw refusal("The call began before your answer arrived");
  }
}

/**
 * Stores an answer about a booked call. The same answer of the same moment is stored once, however
 * often it arrives. The caller holds the psychic's lock, so answers of two devices come one after
 * the other.
 * @param by the user who answers: the psychic, or a manager for her.
 * @returns the answer that counts now, and whether this call has changed it.
 */
export async function storeAnswer(
  sql: Knex,
  psychicId: number,
  { callId, given, by }: { callId: string; given: GivenAnswer; by: number },
  now: Date,
): Promise<{ answer: CallAnswer; isChanged: boolean }> {
  const before = await callOf(sql, psychicId, callId);
  refuseUntimely(before, given, now);
  const givenAt = Math.max(Date.parse(given.answered_at), now.getTime() - longestWait);
  await sql.raw(
    `insert into call_answers
       (psychic_id, call_id, call_at, answer, late_minutes, answered_at, received_at, answered_by)
     values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict on constraint call_answers_once do nothing`,
    [
      ...[psychicId, callId, before.at, given.answer, given.late_minutes ?? null],
      ...[new Date(Math.min(givenAt, now.getTime())), now, by],
    ],
  );
  const { answer } = await callOf(sql, psychicId, callId);
  if (!answer) throw new Error("a stored answer is not found");
  const isChanged =
    answer.answer !== before.answer?.answer || answer.late_minutes !== before.answer.late_minutes;
  return { answer, isChanged };
}

/** They go with their calls. */
export const pruneCallAnswers = pruneRows("call_answers", "call_at < ?", lives.scheduledCalls);
