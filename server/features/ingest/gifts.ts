import type pg from "pg";
import { Refusal } from "#server/http/refusal.ts";
import type { EventData } from "./event-data.ts";
import { unknownPlace } from "./known-psychics.ts";
import { utc } from "./utc.ts";

/**
 * Marks gifts as redeemed. A gift is redeemed once, so the earliest time counts, in whichever order
 * the events arrive.
 * @returns how many gifts it changed or confirmed, without those that were redeemed earlier.
 */
export async function redeemGifts(
  client: pg.PoolClient,
  { gifts }: EventData<"gifts.redeemed">,
): Promise<number> {
  const ids = gifts.map(({ message_id }) => message_id);
  const { rows } = await client.query(
    `select id, customer_id from gifts where id = any ($1::integer[])
       order by id for no key update`,
    [ids],
  );
  const customerOf = new Map(rows.map(({ id, customer_id }) => [id, customer_id]));
  const errors = gifts.flatMap(({ message_id, customer_id }, index) => {
    const place = `data.gifts.${index}`;
    const customer = customerOf.get(message_id);
    if (customer === undefined) return [unknownPlace(`${place}.message_id`, "No such gift")];
    if (customer === customer_id) return [];
    return [unknownPlace(`${place}.customer_id`, "Not the customer of this gift")];
  });
  if (errors.length) throw new Refusal("invalid", { errors });
  const { rowCount } = await client.query(
    `update gifts g set redeemed_at = r.at
       from (
         select i.id, min(i.at) as at from unnest($1::integer[], $2::timestamptz[]) i (id, at)
           group by i.id
       ) r
       where g.id = r.id and (g.redeemed_at is null or g.redeemed_at >= r.at)`,
    [ids, gifts.map(({ at }) => utc(at))],
  );
  return rowCount ?? 0;
}
