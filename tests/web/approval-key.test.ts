import { expect, test } from "vitest";
import { type Approval, approvalKey, neighborOf } from "#web/manager/approvals/approval-key.ts";

const waiting = (id: number, to_approve: Approval["to_approve"]): Approval => ({
  date: "2026-07-26T12:00:00.000Z",
  max_creation_date: "2026-07-26T12:00:00.000Z",
  agent_user_id: id,
  agent_user_name: `psychic${id}`,
  to_approve,
});
const list = [waiting(1, "Listing"), waiting(1, "Profile"), waiting(2, "Picture")];

test("the next approval is the one below; after the last one it is the first one", () => {
  expect(list.map(approvalKey)).toEqual(["Listing-1", "Profile-1", "Picture-2"]);
  expect(neighborOf(list, "Listing-1", 1)).toBe("Profile-1");
  expect(neighborOf(list, "Picture-2", 1)).toBe("Listing-1");
});

test("the approval before the first one is the last one", () => {
  expect(neighborOf(list, "Picture-2", -1)).toBe("Profile-1");
  expect(neighborOf(list, "Listing-1", -1)).toBe("Picture-2");
});

test("an unlisted approval comes after the last one, and a single approval has no neighbor", () => {
  expect(neighborOf(list, "Account-9", 1)).toBe("Listing-1");
  expect(neighborOf(list, "Account-9", -1)).toBe("Picture-2");
  expect(neighborOf([waiting(1, "Listing")], "Listing-1", 1)).toBeNull();
  expect(neighborOf([waiting(1, "Listing")], "Listing-1", -1)).toBeNull();
  expect(neighborOf([], "Listing-1", 1)).toBeNull();
});
