import fc from "fast-check";
import { expect, test } from "vitest";
import { accountStatus } from "#shared/psychics.ts";
import {
  endsAvailability,
  endsSessions,
  isEditable,
  parsePermissions,
} from "#shared/rules/account.ts";

const statuses = accountStatus.options;
const changes = statuses.flatMap((before) => statuses.map((after) => [before, after] as const));
const named = (list: (readonly [string, string])[]) => list.map((pair) => pair.join(" > "));

test("S10: editing is blocked on Blacklist, and on Pending that requires approval", () => {
  const editable = (requires_approval: boolean) =>
    statuses.filter((account_status) => isEditable({ account_status, requires_approval }));
  expect(editable(false)).toEqual(["Active", "Pending", "Inactive", "Flagged", "Screened"]);
  expect(editable(true)).toEqual(["Active", "Inactive", "Flagged", "Screened"]);
});

test("S11, D23a: availability ends when an account leaves Active, is shut out or returns to Active (L4)", () => {
  expect(named(changes.filter(([before, after]) => endsAvailability(before, after)))).toEqual([
    "Active > Pending",
    "Active > Blacklist",
    "Active > Inactive",
    "Active > Flagged",
    "Active > Screened",
    "Pending > Active",
    "Pending > Blacklist",
    "Pending > Inactive",
    "Blacklist > Active",
    "Blacklist > Inactive",
    "Inactive > Active",
    "Inactive > Blacklist",
    "Flagged > Active",
    "Flagged > Blacklist",
    "Flagged > Inactive",
    "Screened > Active",
    "Screened > Blacklist",
    "Screened > Inactive",
  ]);
});

test("D3: only becoming Blacklist or Inactive ends the sessions", () => {
  const ending = named(changes.filter(([before, after]) => endsSessions(before, after)));
  expect(ending).toHaveLength(10);
  expect(ending.every((change) => /> (Blacklist|Inactive)$/.test(change))).toBe(true);
});

test("T4: permissions are read in any order, with blanks and repeats", () => {
  expect(parsePermissions("")).toEqual([]);
  expect(parsePermissions(" , ")).toEqual([]);
  expect(parsePermissions("AgentChat")).toEqual(["AgentChat"]);
  expect(parsePermissions("AgentChat, AgentPhone,AgentChat")).toEqual(["AgentPhone", "AgentChat"]);
  expect(parsePermissions("agentphone")).toBeNull();
  expect(parsePermissions("AgentPhone,AgentPay")).toBeNull();
});

test("T4: permissions stay the same when they are joined and read again", () => {
  const name = fc.constantFrom("AgentPhone", "AgentChat", "", " ");
  fc.assert(
    fc.property(fc.array(name, { maxLength: 8 }), (names) => {
      const read = parsePermissions(names.join(","));
      expect(read).not.toBeNull();
      expect(parsePermissions(read?.join(",") ?? "x")).toEqual(read);
      expect(new Set(read)).toEqual(new Set(names.filter((name) => name.trim() !== "")));
    }),
  );
});
