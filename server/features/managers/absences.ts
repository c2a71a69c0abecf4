import type { Knex } from "knex";
import { pruneRows } from "#server/db/prune-rows.ts";
import type { Viewer } from "#server/http/handler.ts";
import { invalid } from "#server/http/refusal.ts";
import { lives } from "#server/retention.ts";
import { awayAtMost } from "#shared/managers.ts";
import { lengthOf } from "#shared/rules/date-range.ts";
import { type Absence, actingFor } from "#shared/rules/managers.ts";
import type { Capability } from "#shared/rules/staff.ts";
import { lockManager, type Manager, staffWhoMay } from "./managers.ts";

/** Those who are away on a New York day. */
export const absencesOn = (sql: Knex, today: string): Promise<Absence[]> =>
  sql("absences")
    .where("from_day", "<=", today)
    .where("to_day", ">=", today)
    .select("user_id", "delegate_id");

/**
 * The ids of the managers for whom this user acts today: the user's own, and those of managers who
 * are away.
 */
export async function actsFor(sql: Knex, userId: number, today: string): Promise<number[]> {
  const away = await absencesOn(sql, today);
  if (away.length === 0) return [userId];
  const able = new Set<number>(await staffWhoMay(sql, "edit-psychics").pluck("id"));
  const others = away
    .map(({ user_id }) => user_id)
    .filter((id) => id !== userId && actingFor(id, away, able) === userId);
  return [userId, ...others];
}

/** For a list with `managed_by`: the managers whose rows it has; null for all. */
export const managersAsked = async (
  sql: Knex,
  { managed_by }: { managed_by?: "me" | undefined },
  { userId }: Viewer,
  today: string,
): Promise<number[] | null> => (managed_by === "me" ? actsFor(sql, userId, today) : null);

/** The same as the ids of these managers' psychics. */
export async function psychicsAsked(
  sql: Knex,
  query: { managed_by?: "me" | undefined },
  viewer: Viewer,
  today: string,
): Promise<Set<number> | null> {
  const managers = await managersAsked(sql, query, viewer, today);
  if (!managers) return null;
  const ids: number[] = await sql("psychics")
    .whereRaw("manager_id = any (?)", [managers])
    .pluck("user_id");
  return new Set(ids);
}

/**
 * The person who acts for a manager today, and gets the manager's letters.
 * @param capability what the letter is about.
 * @returns null if neither the manager nor anybody who stands in can sign in.
 */
export async function actingManager(
  sql: Knex,
  managerId: number,
  { capability, today }: { capability: Capability; today: string },
): Promise<Manager | null> {
  const away = await absencesOn(sql, today);
  const able: Manager[] = await staffWhoMay(sql, capability)
    .whereRaw("id = any (?)", [
      [managerId, ...away.flatMap(({ delegate_id }) => delegate_id ?? [])],
    ])
    .select("id", "username", "email", "brand");
  const acting = actingFor(managerId, away, new Set(able.map(({ id }) => id)));
  return able.find(({ id }) => id === acting) ?? null;
}

interface Away {
  from: string;
  to: string;
  delegate: number;
}

/** Replaces a manager's absence. @throws Refusal 422 for the days or the delegate. */
export async function setAbsence(
  trx: Knex,
  userId: number,
  { from, to, delegate }: Away,
  today: string,
): Promise<void> {
  if (to < from) throw invalid("to", "The last day is before the first day. Change one of them");
  if (to < today) throw invalid("to", "The last day is in the past. Choose today or a later day");
  if (lengthOf({ start: from, end: to }) > awayAtMost) {
    throw invalid("to", `At most ${awayAtMost} days`);
  }
  if (delegate === userId) throw invalid("delegate", "Choose another person to stand in");
  await lockManager(trx, delegate, { capability: "edit-psychics", path: "delegate" });
  await trx("absences")
    .insert({ user_id: userId, from_day: from, to_day: to, delegate_id: delegate })
    .onConflict("user_id")
    .merge();
}

/** @returns whether there was one. */
export async function removeAbsence(trx: Knex, userId: number): Promise<boolean> {
  return (await trx("absences").where({ user_id: userId }).del()) > 0;
}

export const pruneAbsences = pruneRows("absences", "to_day < ?", lives.absences);
