import type { Knex } from "knex";
import { byText } from "#server/db/by-text.ts";
import { oneRow } from "#server/db/one-row.ts";
import { pruneRows } from "#server/db/prune-rows.ts";
import { applyListQuery, countRows, type ListOrder } from "#server/queries/list-query.ts";
import { lives } from "#server/retention.ts";
import type { ContactFields } from "#shared/contact-fields.ts";
import type { Contact } from "#shared/contacts.ts";
import type { ListQuery } from "#shared/fields.ts";
import { defaultContactMethod } from "#shared/reference/contact-methods.ts";

const columns = {
  id: "id",
  name: "name",
  date: "created_at",
  email: "email",
  phone: "phone",
  method: "method",
  comments: "comments",
  brand: "brand",
  manager_id: "manager_id",
} as const satisfies Record<keyof Contact, string>;

const order: ListOrder<keyof Contact> = {
  columns: {
    ...columns,
    name: byText("name"),
    email: byText("email"),
    comments: byText("comments"),
  },
  nullable: ["comments", "manager_id"],
  first: { sort: "date", order: "desc" },
  id: "id desc",
};

/**
 * Contact submissions, newest first by default.
 * @param managers only those of these managers; null for all.
 */
export async function listContacts(
  sql: Knex,
  query: ListQuery,
  managers: number[] | null,
): Promise<{ contacts: Contact[]; total: number }> {
  const asked = () => {
    const rows = sql("contacts");
    return managers ? rows.whereRaw("manager_id = any (?)", [managers]) : rows;
  };
  const contacts = await asked().select(columns).modify(applyListQuery(query, order));
  return { contacts, total: await countRows(asked()) };
}

/** @returns its id. */
export async function insertContact(
  sql: Knex,
  { method, comments, referral, ...contact }: ContactFields,
  about: { brand: string; now: Date; managerId: number | null },
): Promise<number> {
  const row = {
    ...contact,
    method: method ?? defaultContactMethod,
    comments: comments || null,
    referral: referral ?? null,
    brand: about.brand,
    manager_id: about.managerId,
    created_at: about.now,
  };
  const { id } = await oneRow(sql("contacts").insert(row).returning("id"));
  return id;
}

/** A contact submission, for the letter about it. */
export function findContact(sql: Knex, id: number): Promise<Contact | undefined> {
  return sql("contacts").where({ id }).first(columns);
}

/** @returns the brand and the time of the removed submission; undefined if there is none. */
export async function removeContact(
  sql: Knex,
  id: number,
): Promise<{ brand: string; created_at: string } | undefined> {
  const [removed] = await sql("contacts")
    .whereRaw("id = ?::bigint", [id])
    .delete()
    .returning(["brand", "created_at"]);
  return removed;
}

export const pruneContacts = pruneRows("contacts", "created_at < ?", lives.contacts);
