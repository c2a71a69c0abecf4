import { z } from "zod";
import { customerRow } from "#shared/ingest.ts";
import { eventTime } from "#shared/ingested-reading.ts";
import type { ImportKind } from "../import-kind.ts";
import { notAhead } from "../not-ahead.ts";

const schema = z.strictObject({
  ...customerRow,
  /** When the platform last said so. */
  updated_at: eventTime.nullish(),
});
type CustomerRow = z.infer<typeof schema>;

/** A row older than what the platform has said changes nothing, as in its own events. */
export const customers: ImportKind<CustomerRow> = {
  name: "customers",
  format: { schema, oneOf: [], check: notAhead("updated_at") },
  portionRows: 2_000,

  async store({ sql }, rows) {
    // The last of equal ids, because one statement cannot change a row twice.
    const last = new Map(rows.map((row) => [row.customer_id, row]));
    const { rows: stored } = await sql.raw<{ rows: { id: number }[] }>(
      `insert into customers as known (id, username, redeemable_minutes, blocked, updated_at)
         select c.customer_id, c.username, c.redeemable_minutes, c.blocked, c.updated_at
           from json_to_recordset(?) as c (customer_id bigint, username text,
             redeemable_minutes integer, blocked boolean, updated_at timestamptz)
          order by c.customer_id
         on conflict (id) do update
           set (username, redeemable_minutes, blocked, updated_at)
             = row (excluded.username, excluded.redeemable_minutes, excluded.blocked,
               excluded.updated_at)
           where (known.updated_at is null or known.updated_at < excluded.updated_at)
             and (known.username, known.redeemable_minutes, known.blocked, known.updated_at)
               is distinct from (excluded.username, excluded.redeemable_minutes, excluded.blocked,
                 excluded.updated_at)
       returning id`,
      [JSON.stringify([...last.values()])],
    );
    const changed = new Set(stored.map(({ id }) => id));
    return rows.map((row) =>
      changed.has(row.customer_id) && last.get(row.customer_id) === row ? "stored" : "known",
    );
  },
};
