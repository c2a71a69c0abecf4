import type { Knex } from "knex";
import type { AvailabilityCode } from "../../../shared/psychics.ts";
import {
  type AvailabilityState,
  maySetAvailability,
  unknownAvailability,
} from "../../../shared/rules/availability.ts";
import type { Viewer } from "../../http/handler.ts";
import { Refusal } from "../../http/refusal.ts";

export interface AvailabilityChange {
  before: AvailabilityCode | null;
  /** ISO 8601. */
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
  const write = state.code === null ? insertAvailability : writeAvailability;
  const at = await write(trx, psychicId, code, now);
  // The platform was faster with a psychic's first availability: judge by that one.
  return at === undefined
    ? changeAvailability(trx, psychicId, by, change)
    : { before: state.code, at };
}

async function readState(trx: Knex, psychicId: number): Promise<AvailabilityState> {
  const known = await trx("availability")
    .where({ psychic_id: psychicId })
    .forUpdate()
    .first("code");
  const account = await trx("psychics")
    .where({ user_id: psychicId })
    .first("account_status", "requires_approval", "permissions");
  return { ...account, code: known?.code ?? null };
}

/** The first one; undefined when there is one by now. */
async function insertAvailability(
  trx: Knex,
  psychicId: number,
  code: AvailabilityCode,
  now: Date,
): Promise<string | undefined> {
  const [made] = await trx("availability")
    .insert({ psychic_id: psychicId, code, at: now })
    .onConflict("psychic_id")
    .ignore()
    .returning("at");
  return made?.at;
}

/**
 * Sets the availability whatever it was, and returns since when it counts. Never earlier than the
 * one before: an event of the platform that is older than either must stay ignored, also where its
 * clock is ahead of ours.
 */
export async function writeAvailability(
  trx: Knex,
  psychicId: number,
  code: AvailabilityCode,
  now: Date,
): Promise<string> {
  const [written] = await trx("availability")
    .insert({ psychic_id: psychicId, code, at: now })
    .onConflict("psychic_id")
    .merge({ code, at: trx.raw("greatest(availability.at, excluded.at)") })
    .returning("at");
  return written.at;
}
