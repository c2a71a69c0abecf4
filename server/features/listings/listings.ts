import type { Knex } from "knex";
import type { BodyOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { Listing, listingEndpoints } from "#shared/listings.ts";
import { readCategories } from "#shared/rules/listing.ts";

export type Listings = ResponseOf<typeof listingEndpoints.listListings>;
type Submitted = BodyOf<typeof listingEndpoints.submitListing>["listing"];
/** The part of a listing that customers see. */
type Content = Submitted;

const contentColumns = ["sales_pitch", "body", "categories"] as const;

/** A psychic's listings by status. */
export async function readListings(sql: Knex, psychicId: number): Promise<Listings> {
  const rows: Listing[] = await sql("listings")
    .where({ psychic_id: psychicId })
    .select(...contentColumns, "status", "updated_at", "reason");
  return Object.fromEntries(
    rows.map((row) => [row.status, { ...row, categories: readCategories(row.categories) }]),
  );
}

/**
 * Stores the Pending listing and removes a Rejected one.
 * @returns the removed listing, or null; undefined if one is Pending already.
 */
export async function submitListing(
  sql: Knex,
  psychicId: number,
  { sales_pitch, body, categories }: Submitted,
  now: Date,
): Promise<Content | null | undefined> {
  const { rows } = await sql.raw<{ rows: { replaced: Content | null }[] }>(
    `insert into listings as l (psychic_id, status, sales_pitch, body, categories, updated_at)
     values (?, 'Pending', ?, ?, ?, ?)
     on conflict (psychic_id) where status <> 'Approved' do update
       set (status, sales_pitch, body, categories, reason, updated_at)
         = row (excluded.status, excluded.sales_pitch, excluded.body, excluded.categories, null,
           excluded.updated_at)
       where l.status = 'Rejected'
     returning case when old.psychic_id is not null then json_build_object('sales_pitch',
       old.sales_pitch, 'body', old.body, 'categories', old.categories) end as replaced`,
    [psychicId, sales_pitch, body, categories, now],
  );
  return rows[0]?.replaced;
}

/**
 * Makes the Pending listing the Approved one.
 * @returns the new and the previous listing; undefined if none is Pending.
 */
export async function approveListing(
  sql: Knex,
  psychicId: number,
  now: Date,
): Promise<{ from: Content | null; to: Content } | undefined> {
  const [from = null] = await sql("listings")
    .where({ psychic_id: psychicId, status: "Approved" })
    .delete(contentColumns);
  const [to] = await sql("listings")
    .where({ psychic_id: psychicId, status: "Pending" })
    .update({ status: "Approved", reason: null, updated_at: now }, contentColumns);
  return to && { from, to };
}

/** @returns whether a listing was Pending. */
export async function rejectListing(
  sql: Knex,
  psychicId: number,
  reason: string | null,
  now: Date,
): Promise<boolean> {
  const changed = await sql("listings")
    .where({ psychic_id: psychicId, status: "Pending" })
    .update({ status: "Rejected", reason, updated_at: now });
  return changed > 0;
}

/** @returns the removed listing; undefined if none was Rejected. */
export async function removeRejected(sql: Knex, psychicId: number): Promise<Content | undefined> {
  const [removed] = await sql("listings")
    .where({ psychic_id: psychicId, status: "Rejected" })
    .delete(contentColumns);
  return removed;
}
