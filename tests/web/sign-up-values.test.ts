import { describe, expect, test } from "vitest";
import {
  blankSignUp,
  draftOf,
  isBlank,
  managersSignUp,
  publicSignUp,
  restored,
} from "#web/signup/sign-up-values.ts";

const filled = {
  ...blankSignUp,
  username: "stella",
  password: "seven-stars",
  confirm_password: "seven-stars",
  pin: "4711",
  first: "Stella",
  last: "Maris",
  address1: "7 Harbor Road",
  postal_code: "10025",
  city: "New York",
  region: "NY",
  email: "stella@people.example",
  ssn: "900-12-3456",
  phone: "212-555-0199",
  zodiac: "12",
  experience: "7",
};

describe("the wizard's draft", () => {
  test("D31: has no secret", () => {
    const draft = draftOf(filled);
    expect(JSON.stringify(draft)).not.toMatch(/seven-stars|4711|900-12-3456|9001/);
    expect(restored(draft)).toEqual({
      ...filled,
      password: "",
      confirm_password: "",
      pin: "",
      ssn: "",
    });
  });

  test("R44: is empty if the form has only defaults and secrets", () => {
    expect(isBlank({ ...blankSignUp, pin: "4711" })).toBe(true);
    expect(isBlank({ ...blankSignUp, sms: true })).toBe(false);
    expect(isBlank({ ...blankSignUp, credentials: [""] })).toBe(true);
    expect(isBlank({ ...blankSignUp, languages: ["3"] })).toBe(false);
  });

  test("of an older release or another source is restored only in fields that still exist", () => {
    expect(restored(null)).toEqual(blankSignUp);
    expect(restored({ first: "Stella", last: 7, was: "once" })).toEqual({
      ...blankSignUp,
      first: "Stella",
    });
  });
});

describe("the wizard's request", () => {
  test("K11: has the defaults of fields that were not filled in", () => {
    expect(managersSignUp.parse(filled)).toMatchObject({
      phone: "2125550199",
      ssn: "900123456",
      phone_type: 3,
      country_code: 1,
      contact_method: "P",
      gender: "F",
      language: 1,
      languages: [],
      experience: 7,
      zodiac: 12,
    });
  });

  test("V19 to V23: each wrong field has its error, even if others are wrong, too", () => {
    const { error } = managersSignUp.safeParse({
      ...filled,
      referral: "1",
      confirm_password: "seven-suns",
      ssn: "12345",
      phone: "2125550",
      postal_code: "1",
    });
    const messages = error?.issues
      .map(({ path, message }) => `${String(path[0])}: ${message}`)
      .sort();
    expect(messages).toEqual([
      "confirm_password: Passwords do not match",
      "phone: Phone is not valid",
      "postal_code: Zip/Postal Code is invalid",
      "referral: Referral is invalid",
      "ssn: SSN is invalid",
    ]);
  });

  test("V24: the public ticks both boxes, a manager is not asked", () => {
    const wrong = publicSignUp.safeParse({ ...filled, first: "" }).error?.issues;
    expect(wrong?.map(({ path, message }) => [path[0], message])).toEqual([
      ["first", "First Name is required"],
      ["agreed_privacy", "You must agree to the Privacy Policy"],
      ["confirmed_psychic", "You must confirm you are psychic"],
    ]);
    const ticked = { ...filled, agreed_privacy: true, confirmed_psychic: true };
    expect(publicSignUp.parse(ticked)).toMatchObject({ agreed_privacy: true });
    expect(managersSignUp.parse(ticked)).toMatchObject({
      agreed_privacy: null,
      confirmed_psychic: null,
    });
  });
});
