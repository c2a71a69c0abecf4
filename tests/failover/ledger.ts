import pg from "pg";
import { refreshStatistics } from "#server/features/statistics/refresh.ts";
import { recount } from "../support/recount.ts";
import type { Load } from "./load.ts";
import type { Stage } from "./stage.ts";

interface Comparison {
  readings: { acknowledged: number; lost: number };
  saves: { acknowledged: number; lost: number; doubled: number };
  /** Psychic-days of the statistics, and pairs of psychic and customer, that differ. */
  derived: { days: number; pairs: number };
}

/**
 * Compares every acknowledged reading and save with the rows of the new primary. A reading that was
 * sent twice has one row, because of its id, but it could be counted twice. So the statistics and
 * the pairs of psychic and customer are compared as well.
 */
export async function comparisonOf(
  { replica }: Stage,
  { acknowledged }: Load,
): Promise<Comparison> {
  const pool = new pg.Pool({ connectionString: replica.url, max: 1 });
  const readings = await pool.query<{ connection_id: string; minutes: number }>(
    "select connection_id, minutes from readings",
  );
  const saves = await pool.query<{ details: string }>(
    "select details from problems where details like 'Save %'",
  );
  await refreshStatistics(pool, new Date());
  const days = await pool.query<{ day: object }>(
    "select to_json(d) as day from daily_statistics d",
  );
  const pairs = await pool.query<{ pair: string }>(
    "select concat_ws(' ', psychic_id, customer_id) as pair from psychic_customers",
  );
  await pool.end();
  const minutes = new Map(readings.rows.map((row) => [row.connection_id, row.minutes]));
  const stored = new Set(saves.rows.map(({ details }) => details));
  const sent = [...acknowledged.readings.values()].map(({ reading }) => reading);
  return {
    readings: {
      acknowledged: sent.length,
      lost: sent.filter((one) => minutes.get(one.connection_id) !== one.minutes).length,
    },
    saves: {
      acknowledged: acknowledged.saves.size,
      lost: [...acknowledged.saves.keys()].filter((details) => !stored.has(details)).length,
      doubled: saves.rows.length - stored.size,
    },
    derived: {
      days: differences(
        days.rows.map(({ day }) => inOrder(day)),
        recount(sent).map(inOrder),
      ),
      pairs: differences(
        pairs.rows.map(({ pair }) => pair),
        sent.map((one) => `${one.user_id} ${one.customer_id}`),
      ),
    },
  };
}

const inOrder = (row: object) => JSON.stringify(Object.entries(row).sort());

/** How many values only one side has. */
function differences(here: string[], there: string[]): number {
  const [one, other] = [new Set(here), new Set(there)];
  return (
    [...one].filter((value) => !other.has(value)).length +
    [...other].filter((value) => !one.has(value)).length
  );
}
