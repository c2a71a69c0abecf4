import { z } from "zod";
import { latestTime } from "#server/features/ingest/ahead.ts";
import { customerId } from "#shared/fields.ts";
import { giftFields } from "#shared/gift-fields.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import type { ImportKind } from "../import-kind.ts";
import { importTime } from "../import-time.ts";
import {
  nameOf,
  namesOnePsychic,
  noSuchPsychic,
  psychicColumns,
  psychicNames,
  withPsychics,
} from "../named-psychics.ts";
import { notAhead } from "../not-ahead.ts";
import { type StoredFields, storeNew } from "../store-new.ts";

const { subject, body, minutes } = giftFields;

const schema = z
  .strictObject({
    ...psychicNames,
    ...{ customer_id: customerId, subject, body, minutes },
    sent_at: importTime,
    redeemed_at: importTime.nullish(),
  })
  .refine(...namesOnePsychic)
  .refine(
    // The two times come from two clocks, so an export may have them in the wrong order.
    ({ sent_at, redeemed_at }) =>
      !redeemed_at || latestTime(new Date(redeemed_at)).getTime() >= Date.parse(sent_at),
    {
      path: ["redeemed_at"],
      error: "Before it was sent",
      when: ({ issues }) => issues.length === 0,
    },
  );
type GiftRow = z.infer<typeof schema>;

/**
 * Past gifts. The platform is not notified, because it gave the minutes long ago. The customer
 * needs no reading of the last 90 days. A psychic still has at most one gift a day for a customer
 * (D23).
 */
export const gifts: ImportKind<GiftRow> = {
  name: "gifts",
  format: { schema, oneOf: psychicColumns, check: notAhead("sent_at", "redeemed_at") },
  portionRows: 1_000,
  touches: (row) => [`${nameOf(row)} ${row.customer_id}`],

  async store({ sql }, rows) {
    const given = (await withPsychics(sql, rows)).map((row) => ({
      ...row,
      sent_day: newYorkDay(new Date(row.sent_at)),
    }));
    const keyOf = ({ psychicId, customer_id, sent_day }: (typeof given)[number]) =>
      `${psychicId} ${customer_id} ${sent_day}`;
    const customers = new Set<number>(
      await sql("customers")
        .whereRaw("id = any (?::bigint[])", [rows.map((row) => row.customer_id)])
        .pluck("id"),
    );
    return storeNew(
      given,
      (row) => {
        if (row.psychicId === undefined) return { reason: noSuchPsychic(row) };
        if (customers.has(row.customer_id)) return keyOf(row);
        return { reason: "customer_id: No such customer" };
      },
      new Map(
        (
          await sql.raw<{ rows: (StoredFields & { key: string })[] }>(
            `select concat_ws(' ', g.psychic_id, g.customer_id, g.sent_day) as key,
                  g.subject, g.body, g.minutes, g.sent_at, g.redeemed_at
             from gifts g
             join json_to_recordset(?) as i ("psychicId" integer, customer_id bigint, sent_day date)
               on g.psychic_id = i."psychicId" and g.customer_id = i.customer_id
              and g.sent_day = i.sent_day`,
            [JSON.stringify(given)],
          )
        ).rows.map(({ key, ...fields }) => [key, fields]),
      ),
      async (fresh) => {
        await sql.raw(
          `insert into gifts (psychic_id, customer_id, subject, body, minutes, sent_at, redeemed_at)
             select i."psychicId", i.customer_id, i.subject, i.body, i.minutes, i.sent_at,
                    i.redeemed_at
               from json_to_recordset(?) as i ("psychicId" integer, customer_id bigint,
                 subject text, body text, minutes smallint, sent_at timestamptz,
                 redeemed_at timestamptz)`,
          [JSON.stringify(fresh)],
        );
      },
    );
  },
};
