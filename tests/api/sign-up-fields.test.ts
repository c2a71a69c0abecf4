import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as builders from "#seeds/builders/psychic.ts";
import { oneRow } from "#server/db/one-row.ts";
import { asWord } from "../support/as-word.ts";
import { errorsOf } from "../support/errors-of.ts";
import { makePsychic } from "../support/people.ts";
import type { Browser } from "../support/test-app.ts";
import { setUpSignUp } from "./fixtures/sign-up.ts";

const fixture = setUpSignUp();
const { sql, newPerson, create, apply } = fixture;

describe("a manager creates a psychic", () => {
  test("without a bot check or boxes; the psychic is the manager's and has agreed to nothing", async () => {
    const { agreed_privacy: _, confirmed_psychic: __, ...given } = newPerson();
    const answer = await create(given);
    expect(answer.status).toBe(201);
    const psychic = await oneRow(sql()("psychics").where({ user_id: answer.body.user_id }).first());
    expect(psychic.manager_id).toBe(fixture.boss.id);
    expect(await sql()("agreements").where({ user_id: psychic.user_id })).toEqual([]);
  });

  test("K11: with the defaults of the fields that are missing", async () => {
    const {
      phone_type: _,
      country_code: __,
      sms: ___,
      contact_method: ____,
      gender: _____,
      language: ______,
      languages: _______,
      credentials: ________,
      ...given
    } = newPerson();
    const { user_id } = (await create(given)).body;
    const { body } = await fixture.manager.get(`/api/psychics/${user_id}/profile`);
    expect(body).toMatchObject({
      contact_method: "P",
      gender: "F",
      language: 1,
      languages: [],
      credentials: [],
      country_code: 1,
      phone_type: 3,
      phones: [{ type: 3, time_zone_id: 11, country_code: 1, sms: false, preferred: true }],
      profile_status: "Pending",
      approved: null,
    });
  });

  test("V10, D29: in other countries, with their dial prefixes and postal codes", async () => {
    const british = { country: "GB", postal_code: "SW1A 1AA", country_code: null };
    const { user_id } = (await create(newPerson({ ...british, phone: "20 7946 0018" }))).body;
    const { body } = await fixture.manager.get(`/api/psychics/${user_id}/profile`);
    expect(body).toMatchObject({ country_code: 44, phones: [{ phone_number: "2079460018" }] });
    const canadian = await create(newPerson({ country: "CA", postal_code: "m5v2t6" }));
    const stored = await oneRow(sql()("users").where({ id: canadian.body.user_id }).first());
    expect(stored.postal_code).toBe("M5V 2T6");
  });

  test("D32: a referral that is a psychic's extension is known", async () => {
    const { extension } = await makePsychic(sql());
    const { user_id } = (await create(newPerson({ referral: extension }))).body;
    const psychic = await sql()("psychics").where({ user_id }).first();
    expect(psychic).toMatchObject({ referral: extension, referral_known: true });
  });
});

describe("D5: a sign-up that matches a blacklisted account requires approval", () => {
  test.each(["SSN", "phone", "e-mail", "name and address"])("by the %s", async (match) => {
    const blacklisted = newPerson();
    const raven = await builders.makePsychic(sql(), {
      account_status: "Blacklist",
      user: {
        username: `raven-${randomUUID()}`,
        first: blacklisted.first,
        last: blacklisted.last,
        address1: blacklisted.address1,
        postal_code: blacklisted.postal_code,
        email: blacklisted.email,
      },
      secrets: { vault: fixture.portal.services.vault, ssn: blacklisted.ssn, pin: "0000" },
    });
    await sql()("phones").insert({
      user_id: raven.user_id,
      place: 1,
      phone_number: blacklisted.phone,
      preferred: true,
    });
    const { ssn, phone, email, first, last, address1, postal_code } = blacklisted;
    const shared = {
      SSN: { ssn },
      phone: { phone },
      "e-mail": { email: email.toUpperCase() },
      "name and address": { first, last: last.toUpperCase(), address1, postal_code },
    }[match];
    const { user_id } = (await create(newPerson(shared))).body;
    const psychic = await sql()("psychics").where({ user_id }).first();
    expect(psychic).toMatchObject({ requires_approval: true, account_status: "Pending" });
    const other = (await create(newPerson())).body.user_id;
    expect(
      (await oneRow(sql()("psychics").where({ user_id: other }).first())).requires_approval,
    ).toBe(false);
  });
});

const experienceMessage = "Years Experience is invalid. Must be numeric.";
const long = (length: number) => "x".repeat(length);

describe("V6 to V23: an invalid field is 422 with its path", () => {
  test.each([
    ["referral", "1", "Referral is invalid"],
    ["referral", "1234567", "Referral is invalid"],
    ["referral", "12a", "Referral is invalid"],
    ["username", "", "Username is required"],
    ["username", long(100), "Username is invalid"],
    ["username", "\u3164", "Username is invalid"],
    ["username", "l\u00aduna", "Username is invalid"],
    ["username", "\u2800", "Username is invalid"],
    ["password", "", "Password is required"],
    ["password", " 12345 ", "Password is invalid"],
    ["password", long(51), "Password is invalid"],
    ["confirm_password", "", "Password Confirmation is required"],
    ["confirm_password", "another", "Passwords do not match"],
    ["pin", "", "Pin is required"],
    ["pin", "123", "Pin is invalid, must be 4 numbers."],
    ["first", "", "First Name is required"],
    ["last", long(51), "Last Name is invalid"],
    ["address1", "", "Address1 is required"],
    ["address2", long(100), "Address2 is invalid"],
    ["country", "", "Country required"],
    ["postal_code", "", "Zip/Postal Code is required"],
    ["postal_code", "10025-1", "Zip/Postal Code is invalid"],
    ["city", "", "City is required"],
    ["region", "", "State/Region is required"],
    ["email", "", "Email is required"],
    ["email", "nobody", "Email is invalid"],
    ["ssn", "", "SSN is required"],
    ["ssn", undefined, "SSN is required"],
    ["ssn", "12345678", "SSN is invalid"],
    ["ssn", "900-00-000a", "SSN is invalid"],
    ["phone", "", "Phone is required."],
    ["phone", undefined, "Phone is required."],
    ["phone", "212-555-019", "Phone is not valid"],
    ["zodiac", undefined, "Zodiac Sign is required"],
    ["experience", undefined, "Years Experience is required"],
    ["experience", 100, experienceMessage],
    ["credentials", Array(7).fill("x"), "You can have at most 6 credentials"],
    ["account_status", "Active", "Unknown field"],
    ["user_id", 1, "Unknown field"],
  ])("%s %j", async (key, value, message) => {
    const errors = errorsOf(await create(newPerson({ [key]: value })));
    // An invalid password also differs from its confirmation.
    const own = errors?.filter(
      ([path]) => key !== "password" || path !== "psychic.confirm_password",
    );
    expect(own).toEqual([[`psychic.${key}`, message]]);
  });

  test("one answer has all errors, including those of rules over several fields", async () => {
    const wrong = { first: "", confirm_password: "another", postal_code: "1", phone: "1234" };
    expect(errorsOf(await create(newPerson(wrong)))).toEqual([
      ["psychic.first", "First Name is required"],
      ["psychic.confirm_password", "Passwords do not match"],
      ["psychic.postal_code", "Zip/Postal Code is invalid"],
      ["psychic.phone", "Phone is not valid"],
    ]);
  });

  test("D10: passwords are trimmed", async () => {
    const given = newPerson({ password: "  seven-stars ", confirm_password: "seven-stars" });
    expect((await create(given)).status).toBe(201);
    await fixture.portal.signIn(given.username, "seven-stars");
  });
});

describe("taken usernames and pairs are 409", () => {
  test("V6, V21: the username, the pair, or both", async () => {
    const first = newPerson();
    expect((await create(first)).status).toBe(201);
    const username = ["psychic.username", "Username is taken"];
    const pair = ["psychic.pin", "Phone/Pin combo is taken"];
    const refusalOf = async (given: object) => {
      const answer = await create(newPerson(given));
      return [answer.status, errorsOf(answer)];
    };
    expect(await refusalOf({ username: first.username.toUpperCase() })).toEqual([409, [username]]);
    expect(await refusalOf({ phone: first.phone })).toEqual([409, [pair]]);
    const both = { username: first.username, phone: first.phone };
    expect(await refusalOf(both)).toEqual([409, [username, pair]]);
    expect((await create(newPerson({ phone: first.phone, pin: "0815" }))).status).toBe(201);
  });

  test("two sign-ups at once with the same username or pair: one succeeds, one stores nothing", async () => {
    const before = await sql()("users").count();
    const one = newPerson();
    const same = [create(one), create({ ...newPerson(), username: one.username })];
    expect((await Promise.all(same)).map(({ status }) => status).sort()).toEqual([201, 409]);
    const two = newPerson();
    const pairs = [create(two), create({ ...newPerson(), phone: two.phone })];
    expect((await Promise.all(pairs)).map(({ status }) => status).sort()).toEqual([201, 409]);
    const after = await sql()("users").count();
    expect(Number(after[0]?.count) - Number(before[0]?.count)).toBe(2);
  });

  test("every psychic gets a unique extension", async () => {
    await Promise.all(Array.from({ length: 6 }, () => create(newPerson())));
    const extensions = await sql()("psychics").pluck("extension");
    expect(new Set(extensions).size).toBe(extensions.length);
  });
});

describe("E2, E3: a visitor can ask before the sign-up", () => {
  const available = async (path: string, browser: Browser = fixture.visitor) => {
    const { status, body } = await browser.get(`/api/psychics/${path}`);
    return [status, body.available];
  };

  test("whether a username is free, in any letter case", async () => {
    const { username } = await makePsychic(sql());
    expect(await available(`username_available?username=${username}`)).toEqual([200, false]);
    expect(await available(`username_available?username=%20${username.toUpperCase()}`)).toEqual([
      200,
      false,
    ]);
    expect(await available("username_available?username=nobody")).toEqual([200, true]);
    const none = await fixture.visitor.get("/api/psychics/username_available?username=");
    expect(errorsOf(none)).toEqual([["username", "Username is required"]]);
    const wide = await fixture.visitor.get(
      `/api/psychics/username_available?username=${long(100)}`,
    );
    expect(errorsOf(wide)).toEqual([["username", "Username is invalid"]]);
  });

  test("whether a pair of phone and PIN is free, and neither is logged", async () => {
    const given = newPerson();
    await create(given);
    const dashed = given.phone.replace(/(...)(...)/, "$1-$2-");
    expect(await available(`phone_pin_available?phone=${dashed}&pin=4711`)).toEqual([200, false]);
    expect(await available(`phone_pin_available?phone=${dashed}&pin=4712`)).toEqual([200, true]);
    const wrong = await fixture.visitor.get("/api/psychics/phone_pin_available?phone=1&pin=1");
    expect(errorsOf(wrong)).toEqual([
      ["phone", "Phone is not valid"],
      ["pin", "Pin is invalid, must be 4 numbers."],
    ]);
    const stored = JSON.stringify([fixture.portal.lines, await sql()("rate_limits")]);
    expect(stored).not.toContain(given.phone);
    expect(stored).not.toMatch(asWord("4712"));
  });

  test("at most for 60 names in 10 minutes and 20 pairs an hour per address, and 10 times a day per phone", async () => {
    const expectLimit = async (count: number, path: (i: number) => string, browser: Browser) => {
      const statuses: number[] = [];
      for (let i = 0; i <= count; i++) {
        statuses.push((await browser.get(`/api/psychics/${path(i)}`)).status);
      }
      expect(statuses).toEqual([...Array(count).fill(200), 429]);
    };
    await expectLimit(60, () => "username_available?username=x", fixture.visitor);
    await expectLimit(
      20,
      (i) => `phone_pin_available?phone=${2_125_557_000 + i}&pin=1234`,
      fixture.visitor,
    );
    const pair = "phone_pin_available?phone=2125558000&pin=1234";
    await expectLimit(10, () => pair, fixture.portal.visit());
    // A phone number's limit counts checks from all addresses together, but no manager's checks.
    expect((await fixture.portal.visit().get(`/api/psychics/${pair}`)).status).toBe(429);
    for (let i = 0; i < 22; i++) expect((await available(pair, fixture.manager))[0]).toBe(200);
  });
});

describe("C12: the password of a new account", () => {
  test("must not be common or the username", async () => {
    const weak = newPerson({ password: "Sunshine", confirm_password: "Sunshine" });
    for (const answer of [await create(weak), await apply(weak)]) {
      expect([answer.status, errorsOf(answer)]).toEqual([
        422,
        [["psychic.password", "Password is too common"]],
      ]);
    }
    const same = { username: "star-of-night", password: "Star-Of-Night" };
    const answer = await create(newPerson({ ...same, confirm_password: same.password }));
    expect(errorsOf(answer)).toEqual([["psychic.password", "Password must not be the username"]]);
  });
});
