import type pg from "pg";
import type { PsychicSums } from "#server/features/statistics/statistics.ts";
import { statisticsRow } from "#server/features/statistics/statistics-rows.ts";
import { sumsOfDays } from "#server/queries/reading-sums.ts";
import type { DateRange } from "#shared/rules/date-range.ts";

const text = `
  select d.*, u.username as user_name, p.extension as phone_extension
    from (select d.psychic_id, ${sumsOfDays()}
            from daily_statistics d
           where d.day between $1 and $2
           group by d.psychic_id) d
    join users u on u.id = d.psychic_id
    join psychics p on p.user_id = d.psychic_id`;

/** Everybody's statistics of a range, from the portal's roll-up and formulas, but never cached. */
export async function statistics(pool: pg.Pool, range: DateRange): Promise<string> {
  const state = await pool.query({
    name: "state",
    text: "select refreshed_at from statistics_state",
  });
  const { rows } = await pool.query<PsychicSums>({
    name: "statistics",
    text,
    values: [range.start, range.end],
  });
  const made = rows.map(statisticsRow);
  made.sort((a, b) => b.total_revenue - a.total_revenue || a.agent_user_id - b.agent_user_id);
  return JSON.stringify({
    statistics: made,
    total: made.length,
    as_of: state.rows[0].refreshed_at,
  });
}
