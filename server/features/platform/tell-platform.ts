import type { Knex } from "knex";
import type { Vault, VaultContext } from "#server/crypto/vault.ts";
import { oneRow } from "#server/db/one-row.ts";
import type { Jobs } from "#server/jobs/jobs.ts";

/**
 * The types of events for the platform; each contains `user_id`, and the new state, the sent
 * gifts or the answer about a call.
 */
export const platformEventTypes = [
  "psychic.created",
  "psychic.changed",
  "availability.changed",
  "availability.questioned",
  "schedule.changed",
  "listing.approved",
  "profile.approved",
  "picture.approved",
  "gifts.sent",
  "call.answered",
] as const;
export type PlatformEventType = (typeof platformEventTypes)[number];

/** Every `Call` has these. */
export interface DeliveryContext {
  /** The transaction of the change. */
  sql: Knex;
  jobs: Jobs;
  vault: Vault;
  clock(): Date;
}

/** The vault context of a delivery's sealed PIN. */
export const sealedPin = (psychicId: number): VaultContext => ({
  table: "deliveries",
  column: "pin_sealed",
  userId: psychicId,
});

/**
 * Stores a delivery in the transaction of a change: the platform hears of it if and only if the
 * change commits, in the order of the psychic's changes.
 * @param data `user_id` is added. Never a PIN: pass that as `pin`, which is sealed.
 */
export async function tellPlatform(
  { sql, jobs, vault, clock }: DeliveryContext,
  type: PlatformEventType,
  psychicId: number,
  data: Record<string, unknown>,
  pin?: string,
): Promise<void> {
  const now = clock();
  await sql("deliveries").insert({
    psychic_id: psychicId,
    type,
    data: JSON.stringify({ user_id: psychicId, ...data }),
    pin_sealed: pin === undefined ? null : vault.seal(pin, sealedPin(psychicId)),
    created_at: now,
    next_attempt_at: now,
  });
  await jobs.send("deliver", { psychicId }, sql);
}

/** A change of one psychic for the platform. */
export interface News {
  psychicId: number;
  type: PlatformEventType;
  /** `user_id` is added. */
  data: Record<string, unknown>;
  pin?: string | null | undefined;
}

/**
 * Stores deliveries about many psychics in one statement. No job is sent: the job that looks for
 * waiting deliveries each minute finds them.
 */
export async function tellPlatformLater(
  { sql, vault }: { sql: Knex; vault: Vault },
  news: readonly News[],
  now: Date,
): Promise<void> {
  const rows = news.map(({ psychicId, type, data, pin }) => ({
    psychic_id: psychicId,
    type,
    data: { user_id: psychicId, ...data },
    pin_sealed: pin ? `\\x${vault.seal(pin, sealedPin(psychicId)).toString("hex")}` : null,
  }));
  await sql.raw(
    `insert into deliveries (psychic_id, type, data, pin_sealed, created_at, next_attempt_at)
     select psychic_id, type, data, pin_sealed, ?, ?
       from json_to_recordset(?) as n (psychic_id integer, type text, data jsonb, pin_sealed bytea)`,
    [now, now, JSON.stringify(rows)],
  );
}

/** Sends the current state of a psychic's account and phones, and a new PIN if it changed. */
export async function tellPsychicChanged(
  context: DeliveryContext,
  psychicId: number,
  options: { type?: "psychic.created" | "psychic.changed"; pin?: string | undefined } = {},
): Promise<void> {
  const { sql } = context;
  const psychic = await oneRow(
    sql("psychics")
      .where({ user_id: psychicId })
      .first("account_status", "permissions", "auto_email", "extension"),
  );
  const phones = await sql("phones")
    .where({ user_id: psychicId })
    .orderBy("id")
    .select("id", "phone_number", "country_code", "type", "time_zone_id", "preferred", "sms");
  const data = { ...psychic, permissions: psychic.permissions.join(","), phones };
  await tellPlatform(context, options.type ?? "psychic.changed", psychicId, data, options.pin);
}
