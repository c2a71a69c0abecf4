import type { Knex } from "knex";
import type { Services } from "#server/services.ts";
import { deliverNext } from "./deliver-next.ts";

/** A job takes no longer than a stopping process waits for it; another one goes on. */
const stint = 10_000;
/** Psychics looked up at a time. */
const batch = 50;

/**
 * Sends what is due of one psychic, one after the other, until there is nothing more, one does not
 * go through or the stint is over.
 * @returns whether more is due.
 */
export async function deliverOf(services: Services, psychicId: number): Promise<boolean> {
  const end = performance.now() + stint;
  while (performance.now() < end) {
    if ((await deliverNext(services, psychicId)) !== "next") return false;
  }
  return true;
}

/**
 * Sends what is due of everybody, one of each psychic in turn, the longest waiting first. While the
 * platform is away one try is enough: whatever is due stays so.
 * @returns whether more is due.
 */
export async function deliverDue(services: Services): Promise<boolean> {
  const end = performance.now() + stint;
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

/** Whose oldest waiting delivery is due. */
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
