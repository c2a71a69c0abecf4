import type { Knex } from "knex";
import { parse } from "#server/http/parse.ts";
import {
  defaultPushSettings,
  type PushChoices,
  type PushKind,
  type PushSettings,
  pushKinds,
  pushSettings,
} from "#shared/push-fields.ts";

/** A user's row of settings; nulls without one. */
export interface SettingsRow {
  kinds: Partial<PushSettings["kinds"]> | null;
  quiet_from: string | null;
  quiet_to: string | null;
  show_names: boolean | null;
}

const mapKinds = (isOn: (kind: PushKind) => boolean) =>
  Object.fromEntries(pushKinds.map((kind) => [kind, isOn(kind)])) as PushSettings["kinds"];

/**
 * What the database has of the kinds: those that differ from the defaults. An earlier release thus
 * meets a kind that it does not know only if the user chose it.
 */
const chosenKinds = (kinds: PushSettings["kinds"]): Partial<PushSettings["kinds"]> =>
  Object.fromEntries(
    Object.entries(kinds).filter(
      ([kind, isOn]) => isOn !== defaultPushSettings.kinds[kind as PushKind],
    ),
  );

/** PostgreSQL returns times with seconds. */
const clockOf = (time: string | null | undefined) => time?.slice(0, 5) ?? null;

/** The settings that apply, with defaults. Leaves out kinds that only another release knows. */
export function settingsOf(row: SettingsRow | undefined): PushSettings {
  return {
    kinds: mapKinds((kind) => row?.kinds?.[kind] ?? defaultPushSettings.kinds[kind]),
    quiet_from: clockOf(row?.quiet_from),
    quiet_to: clockOf(row?.quiet_to),
    show_names: row?.show_names ?? defaultPushSettings.show_names,
  };
}

export async function readPushSettings(sql: Knex, userId: number): Promise<PushSettings> {
  const row = await sql("push_settings").where({ user_id: userId }).first();
  return settingsOf(row as SettingsRow | undefined);
}

/**
 * The settings after a change. Locks the user's settings until the transaction ends.
 * @throws Refusal 422 if the result's quiet hours lack a start or an end, or both are equal.
 */
export async function chosenSettings(
  sql: Knex,
  userId: number,
  { kinds, quiet_from, quiet_to, show_names }: PushChoices,
): Promise<PushSettings> {
  // The row of the settings may not exist yet, so the user's row is locked.
  await sql("users").where({ id: userId }).forNoKeyUpdate().first("id");
  const present = await readPushSettings(sql, userId);
  const chosen = {
    kinds: { ...present.kinds, ...kinds },
    quiet_from: quiet_from === undefined ? present.quiet_from : quiet_from,
    quiet_to: quiet_to === undefined ? present.quiet_to : quiet_to,
    show_names: show_names ?? present.show_names,
  };
  return parse(pushSettings, chosen) as PushSettings;
}

/** Stores a change. Notifications that were postponed by quiet hours become due again. */
export async function writePushSettings(
  sql: Knex,
  userId: number,
  { kinds, ...settings }: PushSettings,
  now: Date,
): Promise<void> {
  await sql("push_settings")
    .insert({ user_id: userId, kinds: JSON.stringify(chosenKinds(kinds)), ...settings })
    .onConflict("user_id")
    .merge();
  await sql("notifications")
    .where({ user_id: userId, ended_at: null, attempts: 0 })
    .where("due_at", ">", now)
    .update({ due_at: now });
}
