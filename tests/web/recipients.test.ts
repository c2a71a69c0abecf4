import { describe, expect, test } from "vitest";
import type { EligibleCustomer } from "#shared/gifts.ts";
import { recipientColumns } from "#web/features/gifts/recipient-columns.tsx";
import { filtered, noFilter, sorted, writtenNames } from "#web/features/gifts/recipients.ts";
import { cellText } from "#web/ui/table/column.ts";

const customer = (user_id: number, given: Partial<EligibleCustomer>): EligibleCustomer => ({
  user_id,
  user_name: `customer${user_id}`,
  last: "2026-06-01T12:00:00Z",
  calls: 1,
  minutes: 10,
  redeemable_minutes: 0,
  alc: 10,
  rev_per_call: 20,
  ...given,
});
const idsOf = (customers: readonly EligibleCustomer[]) => customers.map(({ user_id }) => user_id);

describe("V30: the filters", () => {
  const all = [
    customer(1, { rev_per_call: 9.99, alc: 5, redeemable_minutes: 0 }),
    customer(2, { rev_per_call: 10, alc: 4.99, redeemable_minutes: 3 }),
    customer(3, { rev_per_call: 10.01, alc: 5.01, redeemable_minutes: 33 }),
  ];

  test("a part of a member's name is enough, in any case", () => {
    const named = [customer(1, { user_name: "MoonOak" }), customer(2, { user_name: "sandy" })];
    expect(idsOf(filtered(named, { ...noFilter, member: " nOA " }))).toEqual([1]);
    expect(filtered(named, { ...noFilter, member: "(.*" })).toEqual([]);
  });

  test("RPC and ALC are minimums", () => {
    expect(idsOf(filtered(all, { ...noFilter, rpc: "10" }))).toEqual([2, 3]);
    expect(idsOf(filtered(all, { ...noFilter, alc: "5" }))).toEqual([1, 3]);
    expect(idsOf(filtered(all, { ...noFilter, rpc: "10.00", alc: "5.0" }))).toEqual([3]);
  });

  test("UFM must be equal, and 0 counts as a number", () => {
    expect(idsOf(filtered(all, { ...noFilter, ufm: "3" }))).toEqual([2]);
    expect(idsOf(filtered(all, { ...noFilter, ufm: "0" }))).toEqual([1]);
  });

  test("an empty filter, or a filter of figures that is not a number, lets everyone through", () => {
    expect(filtered(all, noFilter)).toHaveLength(3);
    expect(filtered(all, { member: " ", rpc: " ", alc: "-", ufm: "" })).toHaveLength(3);
  });
});

test("a hidden RPC matches no RPC filter and comes last in either order (C7)", () => {
  const all = [
    customer(1, { rev_per_call: null }),
    customer(2, { rev_per_call: 0 }),
    customer(3, { rev_per_call: 12 }),
  ];
  expect(idsOf(filtered(all, { ...noFilter, rpc: "0" }))).toEqual([2, 3]);
  expect(idsOf(filtered(all, { ...noFilter, alc: "5" }))).toEqual([1, 2, 3]);
  expect(idsOf(sorted(all, { column: "rev_per_call", order: "desc" }))).toEqual([3, 2, 1]);
  expect(idsOf(sorted(all, { column: "rev_per_call", order: "asc" }))).toEqual([2, 3, 1]);
  const column = recipientColumns[0]?.columns.find(({ key }) => key === "rev_per_call");
  expect(all.map((row) => column && cellText(column, row))).toEqual(["–", "$0.00", "$12.00"]);
});

test("customers are sorted by figure, or by name in any letter case, and equal ones by id", () => {
  const all = [
    customer(3, { user_name: "bea", rev_per_call: 5 }),
    customer(1, { user_name: "Ada", rev_per_call: 100 }),
    customer(2, { user_name: "Cleo", rev_per_call: 5 }),
  ];
  expect(idsOf(sorted(all, { column: "rev_per_call", order: "desc" }))).toEqual([1, 2, 3]);
  expect(idsOf(sorted(all, { column: "rev_per_call", order: "asc" }))).toEqual([2, 3, 1]);
  expect(idsOf(sorted(all, { column: "user_name", order: "asc" }))).toEqual([1, 3, 2]);
});

test("recipients of a gift are listed in words (G3)", () => {
  const all = Array.from({ length: 25 }, (_, place) => customer(place + 1, {}));
  expect(writtenNames([2, 1], all)).toBe("customer2, customer1");
  expect(writtenNames(idsOf(all), all)).toMatch(/^customer1, .*, customer20 and 5 more$/);
  expect(writtenNames([1, 2, 3], all, 2)).toBe("customer1, customer2 and 1 more");
  expect(writtenNames([99], all)).toBe("");
});
