import { expect, test } from "vitest";
import type { AvailabilityState } from "#shared/rules/availability.ts";
import { possibleChoices } from "#web/advisor/dashboard/availability-choices.ts";

const active: AvailabilityState = {
  account_status: "Active",
  requires_approval: false,
  permissions: ["AgentPhone", "AgentChat"],
  code: "U",
};
const of = (state: Partial<AvailabilityState>) => {
  const { choices, reason } = possibleChoices({ ...active, ...state });
  return { choices: choices.map(({ value }) => value), reason };
};

test.each(["A", "P", "C", "O", "U", null] as const)(
  "S13: from %s a psychic may choose P, O or U, and no choice is missing",
  (code) => expect(of({ code })).toEqual({ choices: ["P", "O", "U"], reason: null }),
);

test("S13: without the phone permission P is missing, and a text says why", () => {
  const { choices, reason } = of({ permissions: ["AgentChat"] });
  expect(choices).toEqual(["O", "U"]);
  expect(reason).toContain("your account has no permission for phone readings");
});

test.each([
  [{ code: "B" }, "on a call or chat"],
  [{ code: "R" }, "reserved for a customer"],
  [{ account_status: "Pending" }, "We are checking your account"],
  [{ account_status: "Flagged", code: "B" }, "Your account is Flagged"],
] as const)("S13: %o leaves no choice, and a text says why", (state, words) => {
  const { choices, reason } = of(state);
  expect(choices).toEqual([]);
  expect(reason).toContain(words);
});
