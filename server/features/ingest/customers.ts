import type pg from "pg";
import { blockToStore, usernameToStore } from "#server/queries/kept-customer.ts";
import { latestTime } from "./ahead.ts";
import { type EventData, lastOfEach } from "./event-data.ts";
import { utc } from "./utc.ts";

/**
 * Stores customers' names, minutes and blocks. An event older than what is known changes nothing.
 * @returns how many customers it changed or confirmed.
 */
export async function updateCustomers(
  client: pg.PoolClient,
  { customers }: EventData<"customers.updated">,
  eventAt: string,
  now: Date,
): Promise<number> {
  const { rowCount } = await client.query(
    `insert into customers as known (id, username, redeemable_minutes, blocked, updated_at)
       select c.customer_id, c.username, c.redeemable_minutes, c.blocked, $2
         from json_to_recordset($1) as c
           (customer_id bigint, username text, redeemable_minutes integer, blocked boolean)
       on conflict (id) do update
         set (username, redeemable_minutes, blocked, updated_at)
           = row (${usernameToStore}, excluded.redeemable_minutes, ${blockToStore},
             excluded.updated_at)
         where known.updated_at is null or known.updated_at <= excluded.updated_at
           or known.updated_at > $3`,
    [
      JSON.stringify(lastOfEach(customers, ({ customer_id }) => customer_id)),
      utc(eventAt),
      latestTime(now),
    ],
  );
  return rowCount ?? 0;
}
