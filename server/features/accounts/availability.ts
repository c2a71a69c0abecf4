import type { Knex } from "knex";
import { oneRow } from "#server/db/one-row.ts";
import type { Viewer } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { AvailabilityCode } from "#shared/psychics.ts";
import {
  type AvailabilityState,
  maySetAvailability,
  unknownAvailability,
} from "#shared/rules/availability.ts";

export interface AvailabilityChange {
  /** Null where none was known. */
  before: AvailabilityCode | null;
  /** Since when the new one counts: ISO 8601. */
  at: string;
}

/**
 * Sets a psychic's availability if the rule allows it, and keeps the platform's own changes off
 * meanwhile. To be called with the psychic's row held.
 * @param from what the change was made on, if the caller said so.
 * @throws Refusal 409, for another code than `from` with the present one.
 */
export async function changeAvailability(
  trx: Knex,
  psychicId: number,
  by: Viewer,
  change: { code: AvailabilityCode; from: AvailabilityCode | undefined; now: Date },
): Promise<AvailabilityChange> {
  const { code, from, now } = change;
  const state = await readState(trx, psychicId);
  const shown = state.code ?? unknownAvailability;
  if (from !== undefined && from !== shown) {
    throw new Refusal("state_forbids", {
      detail: "The availability has changed meanwhile",
      current: { code: shown },
    });
  }
  if (!maySetAvailability(by.role, state, code)) {
    throw new Refusal("state_forbids", { detail: "This availability cannot be chosen now" });
  }
  if (state.code !== null) return writeAvailability(trx, psychicId, code, now);
  const first = await insertAvailability(trx, psychicId, code, now);
  // The platform was faster with a psychic's first availability: judge by that one.
  return first ?? changeAvailability(trx, psychicId, by, change);
}

async function readState(trx: Knex, psychicId: number): Promise<AvailabilityState> {
  const known = await trx("availability")
    .where({ psychic_id: psychicId })
    .forUpdate()
    .first("code");
  const account = await oneRow(
    trx("psychics")
      .where({ user_id: psychicId })
      .first("account_status", "requires_approval", "permissions"),
  );
  return { ...account, code: known?.code ?? null };
}

/** The first one; undefined when there is one by now. */
async function insertAvailability(
  trx: Knex,
  psychicId: number,
  code: AvailabilityCode,
  now: Date,
): Promise<AvailabilityChange | undefined> {
  const [made] = await trx("availability")
    .insert({ psychic_id: psychicId, code, at: now })
    .onConflict("psychic_id")
    .ignore()
    .returning("at");
  return made && { before: null, at: made.at };
}

/**
 * Sets the availability whatever it was. It counts from now, even if the one before is dated later:
 * the platform's clock was ahead then, and its true events from now on must apply again.
 */
export async function writeAvailability(
  trx: Knex,
  psychicId: number,
  code: AvailabilityCode,
  now: Date,
): Promise<AvailabilityChange> {
  const { rows } = await trx.raw(
    `insert into availability (psychic_id, code, at) values (?, ?, ?)
     on conflict (psychic_id) do update
        set code = excluded.code, at = excluded.at
     returning old.code as before, new.at`,
    [psychicId, code, now],
  );
  return rows[0];
}
