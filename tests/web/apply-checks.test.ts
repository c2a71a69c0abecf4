import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contactFields } from "#shared/contact-fields.ts";
import { type CheckedField, checkedFields, checks } from "#web/recruiting/apply/checks.ts";
import { asTyped } from "#web/recruiting/apply/phone-input.ts";

/** The server's first error about a field. */
function serversWord(field: CheckedField, text: string): string {
  const { error } = contactFields.shape[field].safeParse(text);
  return error?.issues[0]?.message ?? "";
}

describe("V1 to V4: the apply form's checks", () => {
  test.each<[CheckedField, string, string]>([
    ["email", "", "Email is required."],
    ["email", `${"x".repeat(140)}@people.example`, "Email is too long"],
    ["email", "nobody", "Email is invalid"],
    ["email", "jordan@visitors.example", ""],
    ["name", " ", "Name is required."],
    ["name", "x".repeat(101), "Name is too long"],
    ["name", "x".repeat(100), ""],
    ["phone", "", "Phone is required."],
    ["phone", "212-555-010", "Phone is not valid"],
    ["phone", "212-555-0100", ""],
    ["comments", "x".repeat(201), "Comments are too long"],
    ["comments", "", ""],
  ])("%s %j", (field, text, message) => {
    expect(checks[field](text)).toBe(message);
  });

  test("give the server's first error, whatever is typed", () => {
    const piece = fc.constantFrom("a", "@", ".", " ", "5", "555-0100", "\u200b", "<b>", "\n", "é");
    const typed = fc.oneof(
      fc.string({ maxLength: 230 }),
      fc.array(piece, { maxLength: 120 }).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(fc.constantFrom(...checkedFields), typed, (field, text) => {
        expect(checks[field](text)).toBe(serversWord(field, text));
      }),
      { numRuns: 2000 },
    );
  });
});

test.each([
  ["2", "2"],
  ["2125", "212-5"],
  ["2125550", "212-555-0"],
  ["(212) 555 0100", "212-555-0100"],
  ["+1 212.555.0100", "212-555-0100"],
  ["12125550100", "212-555-0100"],
  ["21255501009", "212-555-0100"],
  ["abc", ""],
])("R5: a phone typed as %j reads %j", (typed, shown) => {
  expect(asTyped(typed)).toBe(shown);
});
