import { expect, test } from "vitest";
import { phoneDifferences } from "#web/features/phones/phone-differences.ts";

test("differences between two versions of a number are in words", () => {
  const mine = {
    phone_number: "212-555-0123",
    country_code: "1",
    type: "1",
    time_zone_id: "5",
    sms: true,
  };
  expect(phoneDifferences(mine, mine)).toEqual([]);
  expect(
    phoneDifferences(mine, { ...mine, phone_number: "145678900", country_code: "33", sms: false }),
  ).toEqual([
    { label: "Country Code", mine: "1", theirs: "33" },
    { label: "Phone", mine: "212-555-0123", theirs: "145678900" },
    { label: "Takes text messages (SMS)", mine: "Yes", theirs: "No" },
  ]);
  expect(phoneDifferences(mine, { ...mine, time_zone_id: "7" })).toMatchObject([
    { label: "Time Zone", mine: "Pacific" },
  ]);
});
