import type { Knex } from "knex";
import type { AuditEntry } from "#server/http/audit.ts";
import { countRows } from "#server/queries/list-query.ts";
import { type Capability, rolesWith } from "#shared/rules/staff.ts";

export interface Manager {
  id: number;
  username: string;
  email: string;
  brand: string;
}

/**
 * Staff who can sign in and may do this. One without a password is shut out and gets neither letters
 * nor new sign-ups (B3).
 */
export const staffWhoMay = (sql: Knex, capability: Capability) =>
  sql("users")
    .where({ role: "manager" })
    .whereNotNull("password_hash")
    .whereRaw("coalesce(staff_role, 'manager') = any (?)", [rolesWith(capability)]);

/** Staff to whom psychics can belong. */
export const managersWhoSignIn = (sql: Knex) => staffWhoMay(sql, "edit-psychics");

/** The staff who read a brand's contact submissions: the brand's own, or all if it has none. */
export async function managersOf(sql: Knex, brand: string): Promise<Manager[]> {
  const managers: Manager[] = await staffWhoMay(sql, "handle-applications")
    .orderBy("id")
    .select("id", "username", "email", "brand");
  const ofBrand = managers.filter((manager) => manager.brand === brand);
  return ofBrand.length > 0 ? ofBrand : managers;
}

/**
 * Gives all psychics of one manager to another, with an audit row each.
 * @param by who did it, and in which request; null for a command.
 * @returns how many.
 */
export async function handOver(
  trx: Knex,
  from: Manager,
  to: Manager,
  by: Pick<AuditEntry, "actorId" | "trace"> | null = null,
): Promise<number> {
  const { requestId = null, address = null, browser = null } = by?.trace ?? {};
  const { rows } = await trx.raw<{ rows: { psychics: number }[] }>(
    `with moved as (
       update psychics set manager_id = :to where manager_id = :from returning user_id
     ), noted as (
       insert into audit_trail
         (actor_id, action, subject_id, request_id, address, browser, detail)
       select :actor::integer, 'manager changed', user_id, :requestId, :address, :browser,
              jsonb_build_object('old', :from::integer, 'new', :to::integer)
         from moved
     )
     select count(*)::integer as psychics from moved`,
    { from: from.id, to: to.id, actor: by?.actorId ?? null, requestId, address, browser },
  );
  return rows[0]?.psychics ?? 0;
}

export const countPsychicsOf = (sql: Knex, managerId: number): Promise<number> =>
  countRows(sql("psychics").where({ manager_id: managerId }));
