import { z } from "zod";
import { contactFields } from "#shared/contact-fields.ts";
import { brandKeys } from "#shared/reference/brands.ts";
import { defaultContactMethod } from "#shared/reference/contact-methods.ts";
import type { ImportKind } from "../import-kind.ts";
import { importTime } from "../import-time.ts";
import { notAhead } from "../not-ahead.ts";
import { type StoredFields, storeNew } from "../store-new.ts";

const schema = z.strictObject({
  brand: z.enum(brandKeys, { error: "Brand is not valid" }),
  ...contactFields.shape,
  sent_at: importTime,
});
type ContactRow = z.infer<typeof schema>;

const keyOf = ({ brand, email, sent_at }: Pick<ContactRow, "brand" | "email" | "sent_at">) =>
  `${brand} ${Date.parse(sent_at)} ${email.toLowerCase()}`;

/** Contact submissions of apply pages. Nobody gets a letter about them. */
export const contacts: ImportKind<ContactRow> = {
  name: "contacts",
  format: { schema, oneOf: [], check: notAhead("sent_at") },
  portionRows: 1_000,
  touches: (row) => [keyOf(row)],

  async store({ sql }, rows) {
    const given = rows.map((row) => ({
      ...row,
      method: row.method ?? defaultContactMethod,
      comments: row.comments || null,
      referral: row.referral ?? null,
    }));
    const { rows: stored } = await sql.raw<{ rows: (StoredFields & ContactRow)[] }>(
      `select c.brand, c.name, c.email, c.phone, c.method, c.comments, c.referral,
              c.created_at as sent_at
         from contacts c
        where (c.brand, lower(c.email), date_trunc('milliseconds', c.created_at)) in (
          select i.brand, lower(i.email), date_trunc('milliseconds', i.sent_at)
            from json_to_recordset(?) as i (brand text, email text, sent_at timestamptz))`,
      [JSON.stringify(given)],
    );
    return storeNew(
      given,
      keyOf,
      new Map(stored.map((contact): [string, StoredFields] => [keyOf(contact), contact])),
      async (fresh) => {
        await sql("contacts").insert(
          fresh.map(({ sent_at, ...contact }) => ({ ...contact, created_at: sent_at })),
        );
      },
    );
  },
};
