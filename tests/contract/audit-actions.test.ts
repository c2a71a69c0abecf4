import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { importNames } from "#server/features/import/import-kinds.ts";
import { auditActionNames, auditActions } from "#shared/rules/audit-actions.ts";
import { auditGroups } from "#shared/rules/audit-facts.ts";
import { managersKeys, psychicsOwnKeys } from "#shared/rules/profile.ts";

const root = join(import.meta.dirname, "../..");

/** The texts in SQL that write to the trail: its second value is the action. */
const inserted =
  /insert\s+into\s+audit_trail\s*\([^)]*\)\s*(?:select|values\s*\()\s*[^,]+,\s*([^,]+),/g;

describe("the actions of the audit trail (D58)", () => {
  test("are all in the table, also those in SQL", async () => {
    const found: string[] = [];
    for await (const name of glob("{server,seeds}/**/*.ts", { cwd: root })) {
      const text = await readFile(join(root, name), "utf8");
      const writes = text.match(/insert\s+into\s+audit_trail/g)?.length ?? 0;
      const actions = [...text.matchAll(inserted)].map((match) => match[1] ?? "");
      // A statement of another form would go unnoticed.
      expect([name, actions.length]).toEqual([name, writes]);
      found.push(...actions);
    }
    const known = [":action", ...auditActionNames.map((name) => `'${name}'`)];
    expect(found.filter((action) => !known.includes(action.trim()))).toEqual([]);
    expect(found).toContain("'manager changed'");
  });

  test("have one for each kind of import", () => {
    const actions = importNames.map((name) => `${name} imported`);
    expect(auditActionNames).toEqual(expect.arrayContaining(actions));
  });

  test("show each field of a profile that may be changed", () => {
    const shown = auditActions["profile changed"].facts.map(({ to = "" }) => to.replace("to.", ""));
    // The trail says only that a PIN has changed, and a country implies its dial code.
    const unshown = [...managersKeys, ...psychicsOwnKeys].filter((key) => !shown.includes(key));
    const hint = "add a line to `profile` in shared/rules/audit-actions.ts";
    expect([...new Set(unshown)].sort(), hint).toEqual(["country_code", "pin"]);
  });

  test("have names that no group has, because a filter takes either", () => {
    expect(Object.keys(auditGroups).filter((group) => group in auditActions)).toEqual([]);
  });

  test("show no field that may hold a secret", () => {
    const places = auditActionNames.flatMap((name) =>
      auditActions[name].facts.flatMap(({ from = "", to = "" }) => [from, to]),
    );
    const secret = /(^|\.)(pin|ssn|password|session|token|key|hash|secret)$/i;
    expect(places.filter((place) => secret.test(place))).toEqual([]);
  });
});
