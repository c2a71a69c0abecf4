import type { Knex } from "knex";
import { oneRow } from "#server/db/one-row.ts";
import type { Availability } from "#server/db/tables.ts";
import type { Viewer } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { AvailabilityCode } from "#shared/psychics.ts";
import {
  type AvailabilityState,
  maySetAvailability,
  unknownAvailability,
} from "#shared/rules/availability.ts";

export interface AvailabilityChange {
  /** Null if none was known. */
  before: AvailabilityCode | null;
  /** When the new one took effect: ISO 8601. */
  at: string;
}

interface SetAvailability {
  code: AvailabilityCode;
  at: Date;
  set_by: NonNullable<Availability["set_by"]>;
}

/**
 * Sets a psychic's availability if the rule allows it. Locks it, so that the platform's own changes
 * wait. Call it with the psychic's row locked.
 * @param from the code that the change was based on, if the caller names it.
 * @throws Refusal 409. If the code is no longer `from`, the refusal contains the present one.
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
      detail: "The availability has changed since this page was loaded",
      current: { code: shown },
    });
  }
  if (!maySetAvailability(by.role, state, code)) {
    throw new Refusal("state_forbids", { detail: "This availability cannot be chosen now" });
  }
  const set = { code, at: now, set_by: by.role };
  if (state.code !== null) return writeAvailability(trx, psychicId, set);
  const first = await insertAvailability(trx, psychicId, set);
  // In the meantime the platform has set the psychic's first availability: apply the rule to that
  // one.
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

/** Inserts the first availability; undefined if there is already one. */
async function insertAvailability(
  trx: Knex,
  psychicId: number,
  set: SetAvailability,
): Promise<AvailabilityChange | undefined> {
  const [inserted] = await trx("availability")
    .insert({ psychic_id: psychicId, ...set })
    .onConflict("psychic_id")
    .ignore()
    .returning("at");
  return inserted && { before: null, at: inserted.at };
}

/**
 * Sets the availability unconditionally, from now on, even if the previous one has a later time.
 * Such a time came from a clock of the platform that was ahead; its next correct events must apply.
 */
export async function writeAvailability(
  trx: Knex,
  psychicId: number,
  { code, at, set_by }: SetAvailability,
): Promise<AvailabilityChange> {
  const { rows } = await trx.raw(
    `insert into availability (psychic_id, code, at, set_by) values (?, ?, ?, ?)
     on conflict (psychic_id) do update
        set code = excluded.code, at = excluded.at, set_by = excluded.set_by
     returning old.code as before, new.at`,
    [psychicId, code, at, set_by],
  );
  return rows[0];
}
