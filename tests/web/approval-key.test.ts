import { expect, test } from "vitest";
import { type Approval, approvalKey, nextAfter } from "#web/manager/approvals/approval-key.ts";

const waiting = (id: number, to_approve: Approval["to_approve"]): Approval => ({
  date: "2026-07-26T12:00:00.000Z",
  max_creation_date: "2026-07-26T12:00:00.000Z",
  agent_user_id: id,
  agent_user_name: `psychic${id}`,
  to_approve,
});
const list = [waiting(1, "Listing"), waiting(1, "Profile"), waiting(2, "Picture")];

test("the next approval is the one below, and after the last one the first", () => {
  expect(list.map(approvalKey)).toEqual(["Listing-1", "Profile-1", "Picture-2"]);
  expect(nextAfter(list, "Listing-1")).toBe("Profile-1");
  expect(nextAfter(list, "Picture-2")).toBe("Listing-1");
});

test("after an approval that is not listed comes the first, after the only one none", () => {
  expect(nextAfter(list, "Account-9")).toBe("Listing-1");
  expect(nextAfter([waiting(1, "Listing")], "Listing-1")).toBeNull();
  expect(nextAfter([], "Listing-1")).toBeNull();
});
