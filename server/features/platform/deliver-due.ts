import type { Knex } from "knex";
import type { Services } from "#server/services.ts";
import { deliverNext } from "./deliver-next.ts";

/**
 * In milliseconds. After this long the job ends and another one continues. It must stay well below
 * `stopWithin` (jobs.ts), the time that a stopping process gives its jobs.
 */
const runsAtMost = 10_000;
/** Psychics per query. */
const batch = 50;

/**
 * Sends a psychic's due deliveries one after the other, until none is left, one fails or the time
 * is over.
 * @returns whether another job should continue at once.
 */
export async function deliverOf(services: Services, psychicId: number): Promise<boolean> {
  const end = performance.now() + runsAtMost;
  while (performance.now() < end) {
    if ((await deliverNext(services, psychicId)) !== "next") return false;
  }
  return true;
}

/**
 * Sends all due deliveries, one of each psychic in turn, the oldest first. Stops if the platform is
 * away, because the others would fail too.
 * @returns whether another job should continue at once.
 */
export async function deliverDue(services: Services): Promise<boolean> {
  const end = performance.now() + runsAtMost;
  while (performance.now() < end) {
    const psychicIds = await duePsychics(services.db.sql, services.clock());
    if (psychicIds.length === 0) return false;
    for (const psychicId of psychicIds) {
      if ((await deliverNext(services, psychicId)) === "away") return false;
      if (performance.now() >= end) return true;
    }
  }
  return true;
}

/** The psychics whose oldest open delivery is due. */
async function duePsychics(sql: Knex, now: Date): Promise<number[]> {
  const { rows } = await sql.raw<{ rows: { psychic_id: number }[] }>(
    `select psychic_id
       from (
         select distinct on (psychic_id) psychic_id, next_attempt_at, id
           from deliveries
          where delivered_at is null and given_up_at is null
          order by psychic_id, id
       ) oldest
      where next_attempt_at <= ?
      order by next_attempt_at, id
      limit ?`,
    [now, batch],
  );
  return rows.map((row) => row.psychic_id);
}
