import { describe, expect, test } from "vitest";
import { accountStatus, availabilityCode } from "#shared/psychics.ts";
import type { Permission } from "#shared/rules/account.ts";
import { type AvailabilityState, maySetAvailability } from "#shared/rules/availability.ts";

const codes = availabilityCode.options;
const permissionSets: Permission[][] = [
  [],
  ["AgentPhone"],
  ["AgentChat"],
  ["AgentPhone", "AgentChat"],
];

const states: AvailabilityState[] = [...codes, null].flatMap((code) =>
  permissionSets.flatMap((permissions) =>
    accountStatus.options.flatMap((account_status) =>
      [true, false].map((requires_approval) => ({
        code,
        permissions,
        account_status,
        requires_approval,
      })),
    ),
  ),
);

/** The codes that this role may choose, as one word such as "POU". */
const choices = (role: "manager" | "psychic", state: AvailabilityState) =>
  codes.filter((code) => maySetAvailability(role, state, code)).join("");

/** The same codes, computed from the rules S13, D4 and L4. */
function expected(role: "manager" | "psychic", state: AvailabilityState): string {
  const { account_status, permissions, code } = state;
  if (role === "manager") return account_status === "Active" ? "APCOUBR" : "U";
  if (account_status !== "Active" || code === "B" || code === "R") return "";
  return permissions.includes("AgentPhone") ? "POU" : "OU";
}

describe.each(["manager", "psychic"] as const)("S13: a %s", (role) => {
  test.each(accountStatus.options)("on a %s account, in every state", (account_status) => {
    const own = states.filter((state) => state.account_status === account_status);
    expect(own).toHaveLength(64);
    for (const state of own) {
      expect(choices(role, state), JSON.stringify(state)).toBe(expected(role, state));
    }
  });
});

test("S13: no psychic can choose A, B, C or R, or change from B or R", () => {
  const mine = states.filter(({ account_status }) => account_status === "Active");
  for (const state of mine) {
    expect(choices("psychic", state)).not.toMatch(/[BRAC]/);
    if (state.code === "B" || state.code === "R") expect(choices("psychic", state)).toBe("");
  }
});
