import { expect, test } from "vitest";
import type { Approval } from "#web/manager/approvals/approval-key.ts";
import {
  type ApprovalRow,
  rowPerApproval,
  rowPerPsychic,
} from "#web/manager/approvals/approval-rows.ts";

const timeOf = (minute: number) => `2026-07-26T12:0${minute}:00.000Z`;
const waiting = (id: number, to_approve: Approval["to_approve"], minute: number): Approval => ({
  date: timeOf(minute),
  max_creation_date: "2026-07-26T13:00:00.000Z",
  agent_user_id: id,
  agent_user_name: `psychic${id}`,
  to_approve,
});
const account = waiting(1, "Account", 1);
const picture = waiting(2, "Picture", 2);
const profile = waiting(1, "Profile", 3);
const textOf = (rows: readonly ApprovalRow[]) =>
  rows.map(({ agent_user_name, date, approvals }) =>
    [agent_user_name, date.slice(14, 16), ...approvals.map((own) => own.to_approve)].join(" "),
  );

test("a psychic's approvals share the row of the first one, with the date of the oldest", () => {
  expect(textOf(rowPerPsychic([account, picture, profile], new Map()))).toEqual([
    "psychic1 01 Account Profile",
    "psychic2 02 Picture",
  ]);
  expect(textOf(rowPerPsychic([profile, picture, account], new Map()))).toEqual([
    "psychic1 01 Profile Account",
    "psychic2 02 Picture",
  ]);
});

test("when a psychic's oldest approval has been decided, the row keeps its place", () => {
  const places = new Map();
  rowPerPsychic([account, picture, profile], places);
  expect(textOf(rowPerPsychic([picture, profile], places))).toEqual([
    "psychic1 03 Profile",
    "psychic2 02 Picture",
  ]);
  // A psychic who had no row yet comes last.
  const listing = waiting(3, "Listing", 0);
  expect(textOf(rowPerPsychic([listing, picture, profile], places))).toEqual([
    "psychic1 03 Profile",
    "psychic2 02 Picture",
    "psychic3 00 Listing",
  ]);
});

test("in pages each approval has a row of its own", () => {
  expect(textOf(rowPerApproval([account, picture, profile]))).toEqual([
    "psychic1 01 Account",
    "psychic2 02 Picture",
    "psychic1 03 Profile",
  ]);
});
