import type pg from "pg";
import { otherRows } from "./fill.ts";
import type { Acknowledged } from "./load.ts";

const columns = [
  ...["psychic_id", "customer_id", "conn_type", "started_at", "minutes", "free_minutes"],
  ...["paid_minutes", "rate_cents", "revenue_cents", "result", "rating", "rating_text"],
  ...["has_recording", "day"],
];

/** How many rows differ from what was acknowledged, by kind. All must be 0. */
export async function differences(
  client: pg.Client,
  { readings, saves, events, logOns }: Acknowledged,
): Promise<Record<string, number>> {
  const count = async (text: string, values: unknown[] = []) =>
    Number((await client.query(text, values)).rows[0].count);
  await client.query("set work_mem = '256MB'; set statement_timeout = 0");
  const sent = [...readings.values()].map((one) => ({
    ...one,
    psychic_id: one.user_id,
    rate_cents: Math.round(one.rate * 100),
    revenue_cents: Math.round(one.revenue * 100),
    has_recording: one.has_recording ?? false,
  }));
  const given = columns.filter((column) => column !== "day").join(", ");
  for (let from = 0; from < sent.length; from += 5_000) {
    await client.query(
      `insert into model.readings (connection_id, ${given}, day)
         select connection_id, ${given}, new_york_day(started_at)
           from json_populate_recordset(null::model.readings, $1)
         on conflict (connection_id) do update
           set (${given}, day) = row (${columns.map((column) => `excluded.${column}`).join(", ")})`,
      [JSON.stringify(sent.slice(from, from + 5_000))],
    );
  }
  const both = "from model.readings m full join public.readings r using (connection_id)";
  return {
    "readings lost": await count(`select count(*) ${both} where r.psychic_id is null`),
    "readings that nobody sent": await count(`select count(*) ${both} where m.psychic_id is null`),
    "readings with other values": await count(
      `select count(*) ${both} where (${columns.map((column) => `m.${column}`).join(", ")})
         is distinct from (${columns.map((column) => `r.${column}`).join(", ")})
         and m.psychic_id is not null and r.psychic_id is not null`,
    ),
    "readings twice": await count(
      "select count(*) - count(distinct connection_id) as count from public.readings",
    ),
    "ids that lead elsewhere": await count(
      `select count(*) from public.readings r
         full join reading_ids i using (connection_id, psychic_id, started_at)
        where r.minutes is null or i is null`,
    ),
    "saves lost or twice": await count(
      `select count(*) from (select details, count(*) as times from problems
           where details like 'Save %' group by 1) p
         full join unnest($1::text[]) details using (details)
        where times is distinct from 1`,
      [[...saves]],
    ),
    "events lost or twice": await count(
      `select count(*) from (select id, count(*) as times from platform_events group by 1) e
        right join unnest($1::text[]) id using (id) where times is distinct from 1`,
      [[...events]],
    ),
    "log-ons lost or twice": await count(
      `select count(*) from (select external_id as id, count(*) as times from logins
           where ended_at is not null group by 1) l
        right join unnest($1::text[]) id using (id) where times is distinct from 1`,
      [[...logOns]],
    ),
    "rows of the history lost or twice": await count(
      `select abs($1 - (select count(*) from audit_trail where action = 'history'))
            + abs($1 - (select count(distinct id) from audit_trail where action = 'history'))
            + abs($1 - (select count(*) from logins where external_id like 'history %'))
            + abs($1 - (select count(*) from platform_events where id like 'history %')) as count`,
      [otherRows],
    ),
    "pairs with a wrong first call": await count(
      `select count(*) from psychic_customers p
         left join (select psychic_id, customer_id, min(started_at) filter (where minutes > 0) as first
                 from public.readings group by 1, 2) r using (psychic_id, customer_id)
        where p.first_call_at is distinct from r.first`,
    ),
  };
}
