import type pg from "pg";
import type { DateRange } from "#shared/rules/date-range.ts";

const text = `
  select r.connection_id, r.started_at as call_date, r.customer_id, c.username,
         case when pc.first_call_at + interval '24 hours' <= r.started_at
              then 'repeat' else 'new' end as type,
         r.minutes as duration, r.free_minutes as free_mins, r.paid_minutes as paid_mins,
         r.rate_cents / 100.0::float8 as rate, r.revenue_cents / 100.0::float8 as revenue,
         r.result, r.rating, r.rating_text, r.has_recording
    from readings r
    join psychic_customers pc on pc.psychic_id = r.psychic_id and pc.customer_id = r.customer_id
    join customers c on c.id = r.customer_id
   where r.psychic_id = $1
     and r.started_at >= $2::date::timestamp at time zone 'America/New_York'
     and r.started_at < ($3::date + 1)::timestamp at time zone 'America/New_York'
   order by r.started_at desc, r.connection_id`;

const missed = new Set(["No Answer", "Busy", "Declined", "Voicemail"]);

/** A psychic's readings in a range, with a summary that is added up from the rows. */
export async function readingsOf(pool: pg.Pool, id: number, range: DateRange): Promise<string> {
  const { rows } = await pool.query({
    name: "readings",
    text,
    values: [id, range.start, range.end],
  });
  let [calls, repeats, free, minutes, repeatMinutes, misses] = [0, 0, 0, 0, 0, 0];
  for (const row of rows) {
    free += row.free_mins;
    if (missed.has(row.result)) misses++;
    if (row.duration === 0) continue;
    calls++;
    minutes += row.duration;
    if (row.type === "new") continue;
    repeats++;
    repeatMinutes += row.duration;
  }
  return JSON.stringify({
    readings: rows,
    summary: {
      tot_calls: calls,
      rep_calls: repeats,
      free_mins: free,
      tot_mins: minutes,
      rep_mins: repeatMinutes,
      rep_pct: calls === 0 ? 0 : Math.round((repeats * 1000) / calls) / 10,
      miss_calls: misses,
      alc: calls === 0 ? 0 : Math.round((minutes * 100) / calls) / 100,
    },
    total: rows.length,
  });
}
