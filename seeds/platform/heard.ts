import type pg from "pg";

/**
 * The messages of the portal to the platform. The demo has no address to which the portal could send its
 * deliveries, so its platform reads those that wait.
 */

/** A psychic's answer about a booked call. */
export interface HeardAnswer {
  answer: "ready" | "late" | "cannot";
  minutes: number | null;
}

/** The last answer about a call at this time; undefined without one. */
export async function heardAnswer(
  pool: pg.Pool,
  psychicId: number,
  callId: string,
  at: Date,
): Promise<HeardAnswer | undefined> {
  const { rows } = await pool.query<HeardAnswer>(
    `select data ->> 'answer' as answer, (data ->> 'minutes')::integer as minutes
       from deliveries
      where psychic_id = $1 and type = 'call.answered' and data ->> 'call_id' = $2
        and (data ->> 'at')::timestamptz = $3
      order by id desc limit 1`,
    [psychicId, callId, at],
  );
  return rows[0];
}

/** The platform looks into a question for some seconds. */
const thinking = "4 seconds";

/** The psychics who have asked whether Busy is still right, and whom the platform owes an answer. */
export async function openQuestions(pool: pg.Pool, now: Date): Promise<number[]> {
  const { rows } = await pool.query<{ psychic_id: number }>(
    `select distinct d.psychic_id
       from deliveries d left join availability a on a.psychic_id = d.psychic_id
      where d.type = 'availability.questioned'
        and d.created_at > $1::timestamptz - interval '15 minutes'
        and d.created_at <= $1::timestamptz - interval '${thinking}'
        and (a.at is null or a.set_by <> 'platform' or a.at <= d.created_at)`,
    [now],
  );
  return rows.map(({ psychic_id }) => psychic_id);
}
