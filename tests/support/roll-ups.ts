import type pg from "pg";
import { sumColumns } from "#server/queries/reading-sums.ts";

const sums = sumColumns.map((column) => `sum(${column})::bigint`).join(", ");
const columns = sumColumns.map((column) => `${column}::bigint`).join(", ");
const months = `
  select date_trunc('month', day)::date as first, psychic_id, ${sums}
    from daily_statistics group by 1, 2`;
const monthsStored = `select month, psychic_id, ${columns} from monthly_statistics`;
const totals = `
  select day, sum(calls + chats), sum(call_minutes + chat_minutes),
      sum(call_revenue_cents + chat_revenue_cents), sum(attempted)
    from daily_statistics group by 1`;
const totalsStored = "select day, calls, minutes, revenue_cents, attempted from statistics_totals";

/** The rows by which the sums of months and of all psychics differ from daily_statistics. */
export async function rollUpFaults(pool: Pick<pg.Pool, "query">): Promise<unknown[]> {
  const faults: unknown[] = [];
  for (const [counted, stored] of [
    [months, monthsStored],
    [totals, totalsStored],
  ]) {
    for (const text of [`(${counted}) except ${stored}`, `${stored} except (${counted})`]) {
      faults.push(...(await pool.query(text)).rows);
    }
  }
  return faults;
}
