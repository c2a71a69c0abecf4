import { expect, test } from "vitest";
import type { Approval } from "#web/manager/approvals/approval-key.ts";
import { rowPerApproval, rowPerPsychic } from "#web/manager/approvals/approval-rows.ts";

const waiting = (id: number, to_approve: Approval["to_approve"], minute: number): Approval => ({
  date: `2026-07-26T12:0${minute}:00.000Z`,
  max_creation_date: "2026-07-26T13:00:00.000Z",
  agent_user_id: id,
  agent_user_name: `psychic${id}`,
  to_approve,
});
const approvals = [waiting(1, "Account", 1), waiting(2, "Picture", 2), waiting(1, "Profile", 3)];
const typesOf = (rows: ReturnType<typeof rowPerPsychic>) =>
  rows.map((row) => [row.agent_user_id, row.date, ...row.approvals.map((own) => own.to_approve)]);

test("a psychic's approvals share the row and the date of the first one", () => {
  expect(typesOf(rowPerPsychic(approvals))).toEqual([
    [1, "2026-07-26T12:01:00.000Z", "Account", "Profile"],
    [2, "2026-07-26T12:02:00.000Z", "Picture"],
  ]);
});

test("in pages each approval has a row of its own", () => {
  expect(typesOf(rowPerApproval(approvals))).toEqual([
    [1, "2026-07-26T12:01:00.000Z", "Account"],
    [2, "2026-07-26T12:02:00.000Z", "Picture"],
    [1, "2026-07-26T12:03:00.000Z", "Profile"],
  ]);
});
