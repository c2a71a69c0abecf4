import { describe, expect, test } from "vitest";
import { oneRow } from "#server/db/one-row.ts";
import { errorsOf } from "../support/errors-of.ts";
import { makePsychic } from "../support/people.ts";
import { setUpProfiles } from "./fixtures/profile.ts";

const fixture = setUpProfiles();
const { sql, put, profileOf } = fixture;

const long = (length: number) => "x".repeat(length);
const pinMessage = "Pin is invalid, must be 4 numbers.";
const experienceMessage = "Years Experience is invalid. Must be numeric.";

describe("V6 to V17: an invalid field is 422 with its path", () => {
  test.each([
    ["username", "", "Username is required"],
    ["username", null, "Username is required"],
    ["username", long(100), "Username is invalid"],
    ["pin", "", "Pin is required"],
    ["pin", null, "Pin is required"],
    ["pin", "123", pinMessage],
    ["pin", "12345", pinMessage],
    ["pin", "12a4", pinMessage],
    ["pin", 1234, pinMessage],
    ["first", " ", "First Name is required"],
    ["first", long(51), "First Name is invalid"],
    ["last", "", "Last Name is required"],
    ["last", long(51), "Last Name is invalid"],
    ["address1", "", "Address1 is required"],
    ["address1", long(100), "Address1 is invalid"],
    ["address2", long(100), "Address2 is invalid"],
    ["country", "", "Country required"],
    ["country", "ZZ", "Country required"],
    ["postal_code", "", "Zip/Postal Code is required"],
    ["postal_code", "1234", "Zip/Postal Code is invalid"],
    ["postal_code", "M5V 2T6", "Zip/Postal Code is invalid"],
    ["city", "", "City is required"],
    ["city", long(100), "City is invalid"],
    ["region", "", "State/Region is required"],
    ["region", long(100), "State/Region is invalid"],
    ["email", "", "Email is required"],
    ["email", long(100), "Email is invalid"],
    ["email", "nobody", "Email is invalid"],
    ["email", 7, "Email is invalid"],
    ["zodiac", null, "Zodiac Sign is required"],
    ["zodiac", 13, "Zodiac Sign is required"],
    ["experience", null, "Years Experience is required"],
    ["experience", 100, experienceMessage],
    ["experience", -1, experienceMessage],
    ["experience", 1.5, experienceMessage],
    ["experience", "ten", experienceMessage],
    ["gender", "X", "Gender is not valid"],
    ["contact_method", "X", "Contact method is not valid"],
    ["language", 4, "Language is not valid"],
    ["credentials", Array(7).fill("Reiki"), "You can have at most 6 credentials"],
    ["country_code", 0, "Country code is not valid"],
    ["profile_status", "Rejected", "This cannot be changed here"],
    ["user_id", 1, "This cannot be changed here"],
    ["phones", [], "This cannot be changed here"],
    ["approved", null, "This cannot be changed here"],
    ["account_status", "Active", "Unknown field"],
    ["ssn", "900000001", "Unknown field"],
  ])("%s %j", async (key, value, message) => {
    const answer = await put({ [key]: value });
    expect([answer.status, errorsOf(answer)]).toEqual([422, [[`profile.${key}`, message]]]);
  });

  test("an invalid item of a list has its own path", async () => {
    const languages = await put({ languages: [1, 4] });
    expect(errorsOf(languages)).toEqual([["profile.languages.1", "Language is not valid"]]);
    const credentials = await put({ credentials: ["", long(100)] });
    expect(errorsOf(credentials)).toEqual([["profile.credentials.1", "Credential is not valid"]]);
  });

  test("six credentials are accepted, and empty ones do not count", async () => {
    expect((await put({ credentials: [...Array(6).fill("Reiki"), "", " "] })).status).toBe(204);
    expect((await profileOf()).credentials).toHaveLength(6);
  });

  test("a new country needs a postal code in its own format", async () => {
    const answer = await put({ country: "CA" });
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      [["profile.postal_code", "Zip/Postal Code is invalid"]],
    ]);
  });

  test("the first save of details needs all that are required", async () => {
    const { id } = await makePsychic(sql());
    const first = await put({ gender: "M" }, id);
    expect(errorsOf(first)).toEqual([["profile.zodiac", "Zodiac Sign is required"]]);
    const second = await put({ zodiac: 1 }, id);
    expect(errorsOf(second)).toEqual([["profile.experience", "Years Experience is required"]]);
    expect((await put({ zodiac: 1, experience: 5 }, id)).status).toBe(204);
    expect((await put({ email: "only@people.example" }, id)).status).toBe(204);
  });
});

test("a new name with a web or e-mail address is 422, a stored one may stay (C13)", async () => {
  const refused = await put({ first: "www.evil", username: "me@evil" });
  expect(refused.status).toBe(422);
  expect(errorsOf(refused)).toHaveLength(2);
  await sql()("users")
    .where({ id: fixture.luna.id })
    .update({ username: `luna@${fixture.luna.id}` });
  const profile = await profileOf();
  const saved = await put({ ...profile, city: "Utica" });
  expect(saved.status).toBe(204);
  const own = await fixture.manager.put("/api/profile", { profile: { last: "http://evil" } });
  expect(own.body.errors).toMatchObject([
    { path: "profile.last", message: "Last Name is invalid" },
  ]);
});

test("a stranger's checks of a number do not limit its owner's PIN changes (C2)", async () => {
  const { phone_number } = await oneRow(
    sql()("phones").where({ user_id: fixture.luna.id }).first(),
  );
  const check = (pin: number, browser = fixture.portal.visit()) =>
    browser
      .get(`/api/psychics/phone_pin_available?phone=${phone_number}&pin=${pin}`)
      .then(({ status }) => status);
  for (let pin = 5000; pin < 5010; pin++) expect(await check(pin)).toBe(200);
  // The public check limits a signed-in psychic like any stranger.
  expect(await check(5010, fixture.lunaBrowser)).toBe(429);
  for (let pin = 6000; pin < 6010; pin++) {
    expect((await put({ pin: String(pin) }, fixture.luna.id, fixture.lunaBrowser)).status).toBe(
      204,
    );
  }
  expect((await put({ pin: "6010" }, fixture.luna.id, fixture.lunaBrowser)).status).toBe(429);
});
