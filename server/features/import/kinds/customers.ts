import { z } from "zod";
import { blockToStore, usernameToStore } from "#server/queries/kept-customer.ts";
import { customerRow } from "#shared/ingest.ts";
import type { ImportKind } from "../import-kind.ts";
import { importTime } from "../import-time.ts";
import { notAhead } from "../not-ahead.ts";

const schema = z.strictObject({
  ...customerRow,
  /** When the platform last sent these facts. */
  updated_at: importTime.nullish(),
});
type CustomerRow = z.infer<typeof schema>;

/**
 * A row changes nothing if facts of the same or a later time are stored. An event of the platform
 * also replaces facts of the same time, and facts whose time is too far ahead.
 */
export const customers: ImportKind<CustomerRow> = {
  name: "customers",
  format: { schema, oneOf: [], check: notAhead("updated_at") },
  portionRows: 2_000,
  touches: ({ customer_id }) => [String(customer_id)],

  async store({ sql }, rows) {
    const { rows: stored } = await sql.raw<{ rows: { place: number }[] }>(
      // One statement cannot change a row twice. If several lines are about one customer, this
      // statement takes only the line that would win if each were stored by itself.
      `with latest as (
         select distinct on (c.customer_id) c.*
           from json_to_recordset(?) as c (place integer, customer_id bigint, username text,
             redeemable_minutes integer, blocked boolean, updated_at timestamptz)
          order by c.customer_id, c.updated_at desc nulls last,
                   case when c.updated_at is null then -c.place else c.place end
       ), changed as (
         insert into customers as known (id, username, redeemable_minutes, blocked, updated_at)
         select customer_id, username, redeemable_minutes, blocked, updated_at
           from latest order by customer_id
         on conflict (id) do update
           set (username, redeemable_minutes, blocked, updated_at)
             = row (${usernameToStore}, excluded.redeemable_minutes, ${blockToStore},
               excluded.updated_at)
           where (known.updated_at is null or known.updated_at < excluded.updated_at)
             and (known.username, known.redeemable_minutes, known.blocked, known.updated_at)
               is distinct from (${usernameToStore}, excluded.redeemable_minutes, ${blockToStore},
                 excluded.updated_at)
         returning id
       )
       select place from latest join changed on id = customer_id`,
      [JSON.stringify(rows.map((row, place) => ({ ...row, place })))],
    );
    const changed = new Set(stored.map(({ place }) => place));
    return rows.map((_, place) => (changed.has(place) ? "stored" : "known"));
  },
};
