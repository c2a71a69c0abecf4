import { join } from "node:path";
import { expect, test } from "vitest";
import { openCsvRows } from "#server/features/import/csv-rows.ts";
import type { PsychicRow } from "#server/features/import/kinds/psychic-row.ts";
import { setUpMoving } from "./fixtures/moving.ts";
import { csv } from "./fixtures/moving-rows.ts";

const portal = setUpMoving();

/** The type asks for every column. No value is one that an import would set by default. */
const psychic: Record<keyof PsychicRow, string> = {
  external_id: "old-1",
  username: "Seer1",
  first: "Robin",
  last: "Reed",
  address1: "1 Maple Street",
  address2: "Apt 2",
  postal_code: "10025",
  city: "New York",
  region: "NY",
  country: "US",
  country_code: "1",
  email: "seer1@people.example",
  phone: "2125550001",
  phone_country_code: "1",
  phone_type: "1",
  phone_time_zone_id: "8",
  phone2: "2125550002",
  phone2_country_code: "1",
  phone2_type: "2",
  phone2_time_zone_id: "3",
  phone3: "2125550003",
  phone3_country_code: "1",
  phone3_type: "1",
  phone3_time_zone_id: "4",
  sms_phone: "2",
  pin: "4711",
  ssn: "900000001",
  password_hash: "$2b$10$abcdefghijklmnopqrstuuWqYxXGQ6Ff0Gx3o8XnV9e4KfS7aLx3K",
  manager: "Boss",
  brand: "onesun",
  account_status: "Flagged",
  account_status_since: "2020-01-02T03:04:05.123456Z",
  requires_approval: "true",
  extension: "200001",
  referral: "9999",
  referral_known: "true",
  permissions: "AgentPhone AgentChat",
  auto_email: "false",
  contact_method: "E",
  pay_day: "3",
  signed_up_at: "2019-04-05T10:00:00.123456Z",
  agreement_version: "2019-01",
  agreed_at: "2019-04-06T10:00:00.123456Z",
  agreement_address: "192.0.2.1",
  profile_status: "Rejected",
  profile_since: "2020-02-03T04:05:06.123456Z",
  profile_reason: "Too short",
  zodiac: "3",
  gender: "M",
  language: "2",
  languages: "1 3",
  experience: "12",
  credentials: "Reiki",
  approved_zodiac: "4",
  approved_gender: "M",
  approved_language: "3",
  approved_languages: "1 2",
  approved_experience: "11",
  approved_credentials: "Tarot",
};

test("every column of a psychic survives an import and an export", async () => {
  const report = await portal.take("psychics", csv([psychic]));
  expect(report).toMatchObject({ applied: 1, reasons: [] });
  await portal.giveOut("out");
  const { rows } = await openCsvRows(join(portal.folder, "out", "psychics.csv"));
  const exported = [];
  for await (const { fields } of rows) exported.push(fields);
  expect(exported).toEqual([{ defused: "", ...psychic }]);
});
