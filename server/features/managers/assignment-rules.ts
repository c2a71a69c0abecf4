import type { Knex } from "knex";
import { advisoryLocks } from "#server/db/advisory-locks.ts";
import { invalid, Refusal } from "#server/http/refusal.ts";
import type { AssignmentRule } from "#shared/managers.ts";
import { type Brand, brandKeys } from "#shared/reference/brands.ts";
import { lockManager } from "./managers.ts";

/** How each brand's newcomers get a manager. */
export async function listRules(sql: Knex): Promise<AssignmentRule[]> {
  const rows: AssignmentRule[] = await sql("assignment_rules").select(
    ...["brand", "kind", "manager_id", "version"],
  );
  const stored = new Map(rows.map((row) => [row.brand, row]));
  return brandKeys.map(
    (brand) => stored.get(brand) ?? { brand, kind: "least_loaded", manager_id: null, version: 0 },
  );
}

type Given = Pick<AssignmentRule, "kind" | "version"> & { manager_id?: number | null | undefined };

/**
 * Changes a brand's rule.
 * @returns the rule before.
 * @throws Refusal 409 if `version` is not the rule's; 422 for the person.
 */
export async function setRule(
  trx: Knex,
  brand: Brand["key"],
  { kind, version, manager_id }: Given,
): Promise<AssignmentRule> {
  // A second owner waits here, even while the brand has no row that could be locked.
  await trx.raw("select pg_advisory_xact_lock(?, hashtext(?))", [
    advisoryLocks.assignmentRule,
    brand,
  ]);
  // An owner who shuts out the rule's person waits for this lock: a shut-out changes the rule too.
  await trx("assignment_rules").where({ brand }).forUpdate().first("brand");
  const before = (await listRules(trx)).find((one) => one.brand === brand);
  if (!before || before.version !== version) {
    throw new Refusal("state_forbids", {
      detail: "Somebody else has changed this rule. Check it, then save yours again",
    });
  }
  if (kind === "fixed" && manager_id == null) throw invalid("manager_id", "Choose a person");
  const person = kind === "fixed" ? (manager_id ?? null) : null;
  if (person !== null) {
    await lockManager(trx, person, { capability: "edit-psychics", path: "manager_id" });
  }
  const row = { brand, kind, manager_id: person, version: version + 1 };
  await trx("assignment_rules").insert(row).onConflict("brand").merge();
  return before;
}
