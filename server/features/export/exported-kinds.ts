import type { Vault } from "#server/crypto/vault.ts";
import { readCategories } from "#shared/rules/listing.ts";
import { contacts } from "../import/kinds/contacts.ts";
import { customers } from "../import/kinds/customers.ts";
import { gifts } from "../import/kinds/gifts.ts";
import { listings } from "../import/kinds/listings.ts";
import { logins } from "../import/kinds/logins.ts";
import { pictures } from "../import/kinds/pictures.ts";
import { psychicSchema, secretFields } from "../import/kinds/psychic-row.ts";
import { readings } from "../import/kinds/readings.ts";
import { schedules } from "../import/kinds/schedules.ts";
import { cellsOfPsychic, storedPsychics } from "../import/kinds/stored-psychics.ts";

export type Cells = Readonly<Record<string, unknown>>;

/** A kind of file that an export writes. */
export interface ExportedKind {
  columns: readonly string[];
  /** SQL of its rows, in an order that does not depend on ids of this database. */
  sql: string;
  /** Makes the cells from a row of the SQL; without it, the row has them already. */
  cells?(row: Cells, vault: Vault | null): Cells;
}

/** An import's columns. An export names the psychic by `extension` only. */
const columnsOf = ({ format }: { format: { schema: { shape: object } } }) =>
  Object.keys(format.schema.shape).filter(
    (column) => !["username", "external_id", "user_id"].includes(column),
  );

const dollars = (cents: unknown) => (Number(cents) / 100).toFixed(2);

/** In the order in which they are imported. */
export const exportedKinds = {
  psychics: {
    columns: Object.keys(psychicSchema.shape),
    sql: `${storedPsychics} order by p.extension`,
    cells(row, vault) {
      const cells = cellsOfPsychic(row, vault);
      return { ...cells, permissions: (row.permissions as string[]).join(" ") };
    },
  },
  customers: {
    columns: Object.keys(customers.format.schema.shape),
    sql: `select id as customer_id, username, redeemable_minutes, blocked, updated_at
            from customers order by id`,
  },
  schedules: {
    columns: columnsOf(schedules),
    sql: `select p.extension, s.day, s.status, to_char(s.starts, 'HH24:MI') as "from",
                 to_char(s.ends, 'HH24:MI') as "to", s.weeks
            from schedule_segments s join psychics p on p.user_id = s.psychic_id
           order by p.extension, s.day, s.number`,
  },
  listings: {
    columns: columnsOf(listings),
    sql: `select p.extension, l.status, l.sales_pitch, l.body, l.categories, l.reason, l.updated_at
            from listings l join psychics p on p.user_id = l.psychic_id
           order by p.extension, l.status`,
    cells: (row) => ({ ...row, categories: readCategories(row.categories as number[]) }),
  },
  pictures: {
    columns: columnsOf(pictures),
    sql: `select p.extension, i.name, i.state,
                 'pictures/' || p.extension || case i.state when 'pending' then '-pending' else '' end
                   || '.jpg' as file
            from pictures i join psychics p on p.user_id = i.user_id
           order by p.extension, i.state`,
  },
  gifts: {
    columns: columnsOf(gifts),
    sql: `select p.extension, g.customer_id, g.subject, g.body, g.minutes, g.sent_at, g.redeemed_at
            from gifts g join psychics p on p.user_id = g.psychic_id
           order by p.extension, g.sent_at, g.customer_id`,
  },
  contacts: {
    columns: Object.keys(contacts.format.schema.shape),
    sql: `select brand, name, email, phone, method, comments, referral, created_at as sent_at
            from contacts order by created_at, brand, email`,
  },
  logins: {
    columns: columnsOf(logins),
    sql: `select p.extension, l.source, l.external_id as login_id, l.started_at, l.last_action_at,
                 l.ended_at
            from logins l join psychics p on p.user_id = l.user_id
           order by p.extension, l.started_at, l.source`,
  },
  readings: {
    columns: columnsOf(readings),
    sql: `select r.connection_id, p.extension, r.customer_id, c.username as customer_username,
                 r.conn_type, r.started_at, r.minutes, r.free_minutes, r.paid_minutes,
                 r.rate_cents, r.revenue_cents, r.result, r.rating, r.rating_text, r.has_recording
            from readings r
            join psychics p on p.user_id = r.psychic_id
            join customers c on c.id = r.customer_id
           order by p.extension, r.started_at, r.connection_id`,
    cells: (row) => ({
      ...row,
      rate: dollars(row.rate_cents),
      revenue: dollars(row.revenue_cents),
    }),
  },
} as const satisfies Record<string, ExportedKind>;

export type ExportedName = keyof typeof exportedKinds;
export const exportedNames = Object.keys(exportedKinds) as ExportedName[];

/** The columns of a file; secrets only if they were asked for. */
export const exportedColumns = (name: ExportedName, withSecrets: boolean): string[] =>
  exportedKinds[name].columns.filter((column) => withSecrets || !secretFields.includes(column));
