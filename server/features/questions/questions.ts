import type { Knex } from "knex";
import type pg from "pg";
import { prepared } from "#server/db/connection.ts";
import { lendClient } from "#server/db/lend-client.ts";
import { stateSince } from "#server/queries/state-since.ts";
import type { Questions } from "#shared/questions.ts";
import { missedOf } from "./missed-calls.ts";
import { stuckOf } from "./stuck.ts";

/** A question is shown this long; after it, a new one may be needed. */
const shownFor = "15 minutes";

/** The platform's word after the question: also one that only confirms Busy. */
const askedOf = prepared<{ at: string; code: string | null; answered_at: string | null }>(
  "asked-question",
  `select q.asked_at as at, a.code, a.at as answered_at
     from availability_questions q
     left join availability a
       on a.psychic_id = q.psychic_id and a.set_by = 'platform' and a.at > q.asked_at
    where q.psychic_id = $2::bigint and q.asked_at > $1::timestamptz - interval '${shownFor}'`,
);

/** The questions that the portal asks a psychic now (D71). */
export function readQuestions(pool: pg.Pool, psychicId: number, now: Date): Promise<Questions> {
  // One after another, so that a request takes a single connection.
  return lendClient(pool, async (client) => {
    const [stuck] = await stuckOf(client, [now, [psychicId]]);
    const [missed] = await missedOf(client, [now, [psychicId]]);
    const [asked] = await askedOf(client, [now, psychicId]);
    return {
      stuck: stuck
        ? { since: stuck.since, ended_at: stuck.ended_at, channel: stuck.channel }
        : null,
      asked: asked ? { at: asked.at, answer: answerOf(asked) } : null,
      missed: missed ? { ended_at: missed.ended_at } : null,
    };
  });
}

function answerOf({ code, answered_at }: { code: string | null; answered_at: string | null }) {
  type Code = NonNullable<NonNullable<Questions["asked"]>["answer"]>["code"];
  return code !== null && answered_at !== null ? { code: code as Code, at: answered_at } : null;
}

/** The availability of a psychic, and since when it has lasted. */
export async function readState(
  sql: Knex,
  psychicId: number,
  now: Date,
): Promise<{ code: string; since: string } | undefined> {
  const { rows } = await sql.raw<{ rows: { code: string; since: string }[] }>(
    `select a.code, coalesce(span.since, a.at) as since
       from availability a left join lateral (${stateSince(":now")}) span on true
      where a.psychic_id = :psychicId`,
    { now, psychicId },
  );
  return rows[0];
}

/**
 * Stores that a psychic asks the platform.
 * @returns when; undefined if the psychic asked about the same time of Busy within 5 minutes.
 */
export async function storeQuestion(
  sql: Knex,
  psychicId: number,
  since: string,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql.raw<{ rows: { asked_at: string }[] }>(
    `insert into availability_questions as q (psychic_id, since, asked_at)
     values (:psychicId, :since, :now)
     on conflict (psychic_id) do update set since = excluded.since, asked_at = excluded.asked_at
      where q.since <> excluded.since or q.asked_at <= excluded.asked_at - interval '5 minutes'
     returning asked_at`,
    { psychicId, since, now },
  );
  return rows[0]?.asked_at;
}
