import { describe, expect, test } from "vitest";
import type { PsychicProfile } from "#shared/profile.ts";
import { changedOf } from "#web/features/profile/person-values.ts";
import { profileDifferences } from "#web/features/profile/profile-differences.ts";
import {
  pinlessSchema,
  profileSchema,
  profileValues,
} from "#web/features/profile/profile-values.ts";
import { fittingSize } from "#web/features/profile/shrink-picture.ts";

const profile: PsychicProfile = {
  user_id: 7,
  username: "stella",
  profile_status: "Approved",
  pin: "4711",
  first: "Stella",
  last: "Maris",
  address1: "7 Harbor Road",
  address2: null,
  postal_code: "10025",
  city: "New York",
  region: "NY",
  country: "US",
  country_code: 1,
  email: "stella@people.example",
  phones: [],
  phone_type: 3,
  contact_method: "P",
  zodiac: 12,
  gender: "F",
  language: 2,
  languages: [1],
  experience: 7,
  credentials: ["Reiki master"],
  reason: null,
  approved: null,
};
const values = profileValues(profile);

const messagesOf = (change: object) => {
  const { error } = profileSchema.safeParse({ ...values, ...change });
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path[0], message]) ?? []);
};

describe("a profile in its form", () => {
  test("is unchanged by the form, so that nothing is sent", () => {
    expect(changedOf(profileSchema.parse(values), profile)).toEqual({});
  });

  test("sends only the changed fields", () => {
    const given = profileSchema.parse({
      ...values,
      city: " Troy ",
      address2: "Floor 2",
      experience: "08",
      credentials: ["Reiki master", "  "],
    });
    expect(changedOf(given, profile)).toEqual({
      city: "Troy",
      address2: "Floor 2",
      experience: 8,
    });
  });

  test("D39: is sent without the PIN if it is unknown or may not wait", () => {
    const kept = { ...profile, pin: null };
    const given = pinlessSchema.parse({ ...profileValues(kept), email: "new@people.example" });
    expect(changedOf(given, kept)).toEqual({ email: "new@people.example" });
    expect(pinlessSchema.parse({ ...values, pin: "0000" })).not.toHaveProperty("pin");
    expect(profileSchema.safeParse(profileValues(kept)).error?.issues[0]?.message).toBe(
      "Pin is required",
    );
  });

  test("S15: the primary language is never among the other languages", () => {
    expect(profileSchema.parse({ ...values, language: "1" })).toMatchObject({
      language: 1,
      languages: [],
    });
  });

  test.each([
    ["experience", "", "Years Experience is required"],
    ["experience", "1e1", "Years Experience is invalid. Must be numeric."],
    ["experience", "123", "Years Experience is invalid. Must be numeric."],
    ["zodiac", "", "Zodiac Sign is required"],
    ["pin", "47110", "Pin is invalid, must be 4 numbers."],
    ["username", "u".repeat(100), "Username is invalid"],
    ["postal_code", "1002", "Zip/Postal Code is invalid"],
    ["address2", "a".repeat(100), "Address2 is invalid"],
    ["country", "XX", "Country required"],
  ])("%s %j: %s", (name, value, message) => {
    expect(messagesOf({ [name]: value })).toEqual({ [name]: message });
  });

  test("V11: a wrong postal code is shown even if other fields are wrong", () => {
    expect(messagesOf({ first: "", postal_code: "1" })).toEqual({
      first: "First Name is required",
      postal_code: "Zip/Postal Code is invalid",
    });
  });

  test("has its differences in words", () => {
    const theirs = { ...values, zodiac: "5", country: "FR", languages: ["1", "3"] };
    expect(profileDifferences(values, theirs)).toEqual([
      { label: "Country", mine: "United States", theirs: "France" },
      { label: "Zodiac Sign", mine: "Pisces", theirs: "Leo" },
      { label: "Other Languages", mine: "English", theirs: "English, French" },
    ]);
  });
});

test.each([
  [4000, 3000, { width: 2000, height: 1500 }],
  [1000, 4000, { width: 500, height: 2000 }],
  [640, 480, { width: 640, height: 480 }],
  [9000, 1, { width: 2000, height: 1 }],
])("a picture of %i by %i fits into 2000 pixels", (width, height, size) => {
  expect(fittingSize(width, height, 2000)).toEqual(size);
});
