import { createHash, randomBytes } from "node:crypto";
import type { Knex } from "knex";
import type pg from "pg";
import { prepared } from "#server/db/connection.ts";
import type { CalendarAddress } from "#shared/calendar.ts";

/** Only hashes are stored, so readers of the database get no usable address. */
const hashOf = (secret: string) => createHash("sha256").update(secret).digest();

export async function readCalendarAddress(
  sql: Knex,
  psychicId: number,
): Promise<CalendarAddress | null> {
  const row = await sql("calendar_addresses")
    .where({ psychic_id: psychicId })
    .first("created_at", "read_at");
  return row ?? null;
}

/** Replaces the secret of a psychic's calendar. @returns the new one. */
export async function makeCalendarSecret(sql: Knex, psychicId: number, now: Date): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  await sql("calendar_addresses")
    .insert({ psychic_id: psychicId, secret_hash: hashOf(secret), created_at: now, read_at: null })
    .onConflict("psychic_id")
    .merge();
  return secret;
}

/** @returns whether there was one. */
export async function removeCalendarAddress(sql: Knex, psychicId: number): Promise<boolean> {
  return (await sql("calendar_addresses").where({ psychic_id: psychicId }).delete()) > 0;
}

/** The psychic whose calendar an address opens. */
export interface CalendarOwner {
  psychic_id: number;
  brand: string;
}

const ownerOf = prepared<CalendarOwner & { is_noted: boolean }>(
  "calendar-owner",
  `select c.psychic_id, u.brand,
          coalesce(c.read_at > $2::timestamptz - interval '1 hour', false) as is_noted
     from calendar_addresses c
     join psychics p on p.user_id = c.psychic_id
     join users u on u.id = c.psychic_id
    where c.secret_hash = $1 and p.account_status not in ('Blacklist', 'Inactive')`,
);

const noteRead = prepared(
  "calendar-read",
  "update calendar_addresses set read_at = $2 where secret_hash = $1",
);

/**
 * Finds the owner of a secret and notes, once an hour, that a program has read the calendar.
 * Undefined if the secret opens nothing, or nothing any more.
 */
export async function openCalendar(
  pool: pg.Pool,
  secret: string,
  now: Date,
): Promise<CalendarOwner | undefined> {
  const hash = hashOf(secret);
  const [owner] = await ownerOf(pool, [hash, now]);
  if (owner && !owner.is_noted) await noteRead(pool, [hash, now]);
  return owner;
}
