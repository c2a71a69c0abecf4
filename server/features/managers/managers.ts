import type { Knex } from "knex";
import { invalid } from "#server/http/refusal.ts";
import { type Capability, rolesWith } from "#shared/rules/staff.ts";

export interface Manager {
  id: number;
  username: string;
  email: string;
  brand: string;
}

/**
 * Staff who can sign in and have the capability. A member without a password is shut out, and gets
 * neither letters nor new sign-ups (B3).
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
 * Locks a member of staff who can sign in and has the capability, so that both stay true until the
 * commit.
 * @param path of the field that names the person.
 * @throws Refusal 422 at `path`.
 */
export async function lockManager(
  trx: Knex,
  id: number,
  { capability, path }: { capability: Capability; path: string },
): Promise<Manager> {
  const manager: Manager | undefined = await staffWhoMay(trx, capability)
    .where({ id })
    .forShare()
    .first("id", "username", "email", "brand");
  if (!manager) throw invalid(path, "This person can no longer take over. Choose another person");
  return manager;
}
