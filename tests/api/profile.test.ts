import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { phoneRow } from "#seeds/builders/phone.ts";
import * as builders from "#seeds/builders/psychic.ts";
import { oneRow } from "#server/db/one-row.ts";
import { profileEndpoints } from "#shared/profile.ts";
import { asWord } from "../support/as-word.ts";
import { patient } from "../support/patience.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

vi.setConfig({ testTimeout: patient(60_000), hookTimeout: patient(60_000) });

let portal: TestApp;
let boss: Awaited<ReturnType<typeof makeManager>>;
let manager: SignedIn;
let luna: Awaited<ReturnType<typeof makePsychic>>;
let mine: SignedIn;

const details = {
  zodiac: 3,
  gender: "F" as const,
  language: 1,
  languages: [2],
  experience: 12,
  credentials: ["Reiki master"],
};

beforeAll(async () => {
  portal = await openTestApp();
  boss = await makeManager(portal.services.db.sql);
  manager = await portal.signIn(boss.username, password);
});
afterAll(() => portal.close());
beforeEach(async () => {
  luna = await makeWhole("1234");
  mine = await portal.signIn(luna.username, password);
});

const sql = () => portal.services.db.sql;
let number = 2_125_550_000;

/** A psychic with a PIN, a number and details. */
async function makeWhole(pin: string, given: Parameters<typeof makePsychic>[1] = {}) {
  const psychic = await makePsychic(sql(), { manager_id: boss.id, ...given });
  const { vault } = portal.services;
  const context = { table: "psychics", column: "pin_sealed", userId: psychic.id };
  await sql()("psychics")
    .where({ user_id: psychic.id })
    .update({ pin_sealed: vault.seal(pin, context) });
  const phone = { user_id: psychic.id, phone_number: String(number++), type: 2 };
  await sql()("phones").insert(phoneRow({ ...phone, pinned: { vault, pin } }));
  await builders.makeProfileDetails(sql(), psychic.id, details);
  return psychic;
}

const put = (profile: object, id = luna.id, browser = manager) =>
  browser.put(`/api/psychics/${id}/profile`, { profile });
const approve = (id = luna.id) => manager.post(`/api/profile/${id}/approve`);
const reject = (body?: object, id = luna.id) => manager.post(`/api/profile/${id}/reject`, body);
async function profileOf(id = luna.id) {
  const { body, status } = await manager.get(`/api/psychics/${id}/profile`);
  expect(status).toBe(200);
  expect(profileEndpoints.getProfile.response.parse(body)).toEqual(body);
  return body;
}
const errorsOf = (answer: { body: { errors?: { path: string; message: string }[] } }) =>
  answer.body.errors?.map(({ path, message }) => [path, message]);
const lastTrail = (id: number) =>
  sql()("audit_trail")
    .where({ subject_id: id })
    .whereNot({ action: "PIN shown" })
    .orderBy("id", "desc")
    .first();
const told = (id: number) => sql()("deliveries").where({ psychic_id: id }).orderBy("id");

test("a profile is answered anew when its phones changed, and may be saved on the old tag (L2)", async () => {
  for (const path of ["/api/profile", `/api/psychics/${luna.id}/profile`]) {
    const before = await mine.get(path);
    const asked = () => mine.get(path).set("If-None-Match", before.headers.etag as string);
    expect((await asked()).status).toBe(304);
    const phone = { phone_number: String(number++) };
    expect((await mine.post(`/api/psychics/${luna.id}/phones`, { phone })).status).toBe(204);
    const after = await asked();
    expect(after.status).toBe(200);
    expect(after.body.phones).toHaveLength(before.body.phones.length + 1);
    const saved = await put({ credentials: [path] }, luna.id, mine).set(
      "If-Match",
      before.headers.etag as string,
    );
    expect(saved.status).toBe(204);
    // The tag of the save is that of the next answer.
    const next = await mine.get(path).set("If-None-Match", saved.headers.etag as string);
    expect(next.status).toBe(304);
  }
});

test("a new name that could be an address is refused, one from before may stay (C13)", async () => {
  const refused = await put({ first: "www.evil", username: "me@evil" });
  expect(refused.status).toBe(422);
  expect(errorsOf(refused)).toHaveLength(2);
  await sql()("users")
    .where({ id: luna.id })
    .update({ username: `luna@${luna.id}` });
  const profile = await profileOf();
  const saved = await put({ ...profile, city: "Utica" });
  expect(saved.status).toBe(204);
  const own = await manager.put("/api/profile", { profile: { last: "http://evil" } });
  expect(own.body.errors).toMatchObject([
    { path: "profile.last", message: "Last Name is invalid" },
  ]);
});

test("strangers' checks of a number leave its owner's PIN change alone (C2)", async () => {
  const { phone_number } = await oneRow(sql()("phones").where({ user_id: luna.id }).first());
  const check = (pin: number, browser = portal.visit()) =>
    browser
      .get(`/api/psychics/phone_pin_available?phone=${phone_number}&pin=${pin}`)
      .then(({ status }) => status);
  for (let pin = 5000; pin < 5010; pin++) expect(await check(pin)).toBe(200);
  // A signed-in psychic who asks the public's question is a stranger to that number as well.
  expect(await check(5010, mine)).toBe(429);
  for (let pin = 6000; pin < 6010; pin++) {
    expect((await put({ pin: String(pin) }, luna.id, mine)).status).toBe(204);
  }
  expect((await put({ pin: "6010" }, luna.id, mine)).status).toBe(429);
});

describe("reading", () => {
  test("E8: a psychic's profile, with the PIN, the phones and what customers see", async () => {
    expect(await profileOf()).toEqual({
      user_id: luna.id,
      username: luna.username,
      profile_status: "Approved",
      pin: "1234",
      first: "Robin",
      last: expect.stringContaining("Person"),
      address1: "12 Maple Street",
      address2: null,
      postal_code: "10025",
      city: "New York",
      region: "NY",
      country: "US",
      country_code: 1,
      email: luna.email,
      phones: [expect.objectContaining({ preferred: true, type: 2 })],
      phone_type: 2,
      contact_method: "P",
      ...details,
      reason: null,
      approved: details,
    });
  });

  test("E9: one's own; a manager's is the short form", async () => {
    const own = await mine.get("/api/profile");
    expect(own.body).toEqual(await profileOf());
    expect(own.headers.etag).toBe(`"profile-${luna.id}-1"`);
    const short = await manager.get("/api/profile");
    expect(short.status).toBe(200);
    expect(Object.keys(short.body)).toEqual([
      "first",
      "last",
      "address1",
      "address2",
      "postal_code",
      "city",
      "region",
      "country",
      "country_code",
      "email",
      "phones",
      "phone_type",
    ]);
    expect(short.body).toMatchObject({ email: boss.email, phones: [], phone_type: 3 });
  });

  test("a psychic who never filled it in has the defaults (K11)", async () => {
    const { id } = await makePsychic(sql());
    expect(await profileOf(id)).toMatchObject({
      pin: null,
      zodiac: null,
      gender: "F",
      language: 1,
      languages: [],
      experience: null,
      credentials: [],
      phone_type: 3,
      approved: null,
    });
  });

  test("an id that is no psychic's is 404, a manager's own too", async () => {
    for (const id of [boss.id, 999_999, 999_999_999_999]) {
      expect((await manager.get(`/api/psychics/${id}/profile`)).status).toBe(404);
      expect((await put({ city: "Boston" }, id)).status).toBe(404);
      expect((await approve(id)).status).toBe(404);
      expect((await reject({}, id)).status).toBe(404);
    }
    const other = await makeManager(sql());
    const stale = await put({ city: "Boston" }, other.id).set("If-Match", '"x"');
    expect(stale.status).toBe(404);
  });

  test("no answer, log line or trail holds an SSN, and the last two no PIN", async () => {
    const pin = "8642";
    await put({ pin });
    const { body } = await manager.get(`/api/psychics/${luna.id}/profile`);
    expect(body.pin).toBe(pin);
    expect(JSON.stringify(body)).not.toContain("ssn");
    const kept = [portal.lines, await sql()("audit_trail"), await told(luna.id)];
    expect(JSON.stringify(kept)).not.toMatch(asWord(pin));
  });
});

describe("E47: a manager saves", () => {
  test("every field, in part or whole; the status becomes Pending (S1)", async () => {
    const change = {
      username: `star-${randomUUID()}`,
      pin: "4321",
      first: " Ana  María ",
      last: "Rey",
      address1: "1 Rue Neuve",
      address2: "Apt 2",
      postal_code: "m5v2t6",
      city: "Toronto",
      region: "ON",
      country: "CA",
      email: "ana@people.example",
      contact_method: "E",
      zodiac: 12,
      gender: "M",
      language: 2,
      languages: [1, 2, 3, 3],
      experience: 0,
      credentials: ["<b>Tarot</b> diploma", " ", "Reiki"],
    };
    expect((await put(change)).status).toBe(204);
    const profile = await profileOf();
    expect(profile).toMatchObject({
      ...change,
      first: "Ana María",
      postal_code: "M5V 2T6",
      languages: [1, 3],
      credentials: ["Tarot diploma", "Reiki"],
      country_code: 1,
      profile_status: "Pending",
      // Customers see the approved ones until it is approved (D25).
      approved: details,
    });
    const { detail } = await oneRow(lastTrail(luna.id));
    expect(detail.from).toMatchObject({ first: "Robin", zodiac: 3, address2: null });
    expect(detail.to).toMatchObject({ first: "Ana María", zodiac: 12, address2: "Apt 2" });
    expect(detail.pin_changed).toBe(true);
    expect((await put({ address2: "" })).status).toBe(204);
    expect(await profileOf()).toEqual({ ...profile, address2: null });
  });

  test("what is left out stays, and a save that changes nothing changes no status (F7)", async () => {
    const before = await profileOf();
    expect(before.profile_status).toBe("Approved");
    // What was read may come back as it is.
    const { profile_status: _, ...same } = before;
    for (const nothing of [{}, same, { address2: "" }]) {
      expect((await put(nothing)).status).toBe(204);
      expect(await profileOf()).toEqual(before);
    }
    expect(await lastTrail(luna.id)).toMatchObject({ action: "signed in" });
    expect(await told(luna.id)).toEqual([]);
    expect((await put({ city: "Elsewhere" })).status).toBe(204);
    expect(await profileOf()).toEqual({
      ...before,
      city: "Elsewhere",
      profile_status: "Pending",
    });
  });

  test("V10: the country brings its dial prefix, unless one is given", async () => {
    expect((await put({ country: "gb", postal_code: "SW1A 1AA" })).status).toBe(204);
    expect(await profileOf()).toMatchObject({ country: "GB", country_code: 44 });
    await put({ country: "DE", country_code: 1 });
    expect(await profileOf()).toMatchObject({ country: "DE", country_code: 1 });
  });

  test("S15: the primary language goes out of the others, whichever of them is given", async () => {
    await put({ language: 2 });
    expect(await profileOf()).toMatchObject({ language: 2, languages: [] });
    await put({ languages: [2, 5] });
    expect(await profileOf()).toMatchObject({ language: 2, languages: [5] });
  });

  test("V6: a taken username is 409, in any case; one's own is not", async () => {
    const orion = await makeWhole("1234");
    const taken = await put({ username: orion.username.toUpperCase() });
    expect([taken.status, errorsOf(taken)]).toEqual([
      409,
      [["profile.username", "Username is taken"]],
    ]);
    expect((await profileOf()).profile_status).toBe("Approved");
    expect((await put({ username: luna.username })).status).toBe(204);
    expect((await put({ username: luna.username.toUpperCase() })).status).toBe(204);
  });

  test("of twins that want a username, one gets it", async () => {
    const orion = await makeWhole("1234");
    const username = `wanted-${randomUUID()}`;
    const answers = await Promise.all([put({ username }), put({ username }, orion.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  test("V21: a PIN that makes somebody's pair is 409 and changes nothing", async () => {
    const shared = String(number++);
    const { vault } = portal.services;
    const orion = await makeWhole("7777");
    const second = (user_id: number, pin: string) =>
      phoneRow({ user_id, place: 2, phone_number: shared, pinned: { vault, pin } });
    await sql()("phones").insert([second(luna.id, "1234"), second(orion.id, "7777")]);
    const taken = await put({ pin: "7777", city: "Boston" });
    expect([taken.status, errorsOf(taken)]).toEqual([
      409,
      [["profile.pin", "Phone/Pin combo is taken"]],
    ]);
    expect(await profileOf()).toMatchObject({ pin: "1234", city: "New York" });
    // Every number's pair moves with the PIN: the old pair is free, the new one is not.
    expect((await put({ pin: "1111" })).status).toBe(204);
    expect((await put({ pin: "1234" }, orion.id)).status).toBe(204);
    expect((await put({ pin: "1111" }, orion.id)).status).toBe(409);
    const delivery = await oneRow(told(luna.id));
    expect(delivery.type).toBe("psychic.changed");
    const context = { table: "deliveries", column: "pin_sealed", userId: luna.id };
    expect(vault.open(delivery.pin_sealed as Buffer, context)).toBe("1111");
  });

  test("of twins that take a pair by their PINs at the same time, one gets it", async () => {
    const shared = String(number++);
    const orion = await makeWhole("5678");
    const { vault } = portal.services;
    await sql()("phones").insert([
      phoneRow({
        user_id: luna.id,
        place: 2,
        phone_number: shared,
        pinned: { vault, pin: "1234" },
      }),
      phoneRow({
        user_id: orion.id,
        place: 2,
        phone_number: shared,
        pinned: { vault, pin: "5678" },
      }),
    ]);
    const answers = await Promise.all([put({ pin: "9012" }), put({ pin: "9012" }, orion.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  test("a recovery link that went to the old address is of no more use", async () => {
    const link = { token_hash: Buffer.from(randomUUID()), user_id: luna.id };
    await sql()("password_links").insert({ ...link, expires_at: new Date(Date.now() + 60_000) });
    await put({ city: "Boston" });
    const open = () => sql()("password_links").where({ user_id: luna.id, used_at: null });
    expect(await open()).toHaveLength(1);
    await put({ email: "elsewhere@people.example" });
    expect(await open()).toHaveLength(0);
  });
});

const long = (length: number) => "x".repeat(length);
const pinMessage = "Pin is invalid, must be 4 numbers.";
const experienceMessage = "Years Experience is invalid. Must be numeric.";

describe("V6 to V17: what is wrong is 422 at its place", () => {
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

  test("one of several texts has its own place", async () => {
    const languages = await put({ languages: [1, 4] });
    expect(errorsOf(languages)).toEqual([["profile.languages.1", "Language is not valid"]]);
    const credentials = await put({ credentials: ["", long(100)] });
    expect(errorsOf(credentials)).toEqual([["profile.credentials.1", "Credential is not valid"]]);
  });

  test("six credentials fit, empty ones do not count", async () => {
    expect((await put({ credentials: [...Array(6).fill("Reiki"), "", " "] })).status).toBe(204);
    expect((await profileOf()).credentials).toHaveLength(6);
  });

  test("a country whose postal codes are others needs another one", async () => {
    const answer = await put({ country: "CA" });
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      [["profile.postal_code", "Zip/Postal Code is invalid"]],
    ]);
  });

  test("what was never filled in is needed once anything is", async () => {
    const { id } = await makePsychic(sql());
    const first = await put({ gender: "M" }, id);
    expect(errorsOf(first)).toEqual([["profile.zodiac", "Zodiac Sign is required"]]);
    const second = await put({ zodiac: 1 }, id);
    expect(errorsOf(second)).toEqual([["profile.experience", "Years Experience is required"]]);
    expect((await put({ zodiac: 1, experience: 5 }, id)).status).toBe(204);
    expect((await put({ email: "only@people.example" }, id)).status).toBe(204);
  });
});

describe("V18: a psychic saves", () => {
  test("E48: the own fields, at once or held (D25)", async () => {
    const change = {
      email: "luna2@people.example",
      pin: "2468",
      contact_method: "E",
      zodiac: 5,
      gender: "M",
      language: 3,
      languages: [1],
      credentials: ["Palmistry"],
    };
    expect((await mine.put("/api/profile", { profile: change })).status).toBe(204);
    const { body } = await mine.get("/api/profile");
    expect(body).toMatchObject({ ...change, profile_status: "Pending", approved: details });
    expect((await put({ zodiac: 6 }, luna.id, mine)).status).toBe(204);
  });

  test("anything else that differs is 422 and changes nothing; what is as it was may come", async () => {
    const before = (await mine.get("/api/profile")).body;
    const { profile_status: _, ...same } = before;
    expect((await mine.put("/api/profile", { profile: same })).status).toBe(204);
    const now = (await mine.get("/api/profile")).body;
    const others = {
      username: "other",
      first: "Other",
      address1: "Other",
      address2: "Other",
      city: "Other",
      region: "Other",
      country: "CA",
      postal_code: "94610",
      country_code: 7,
      experience: 90,
      profile_status: "Rejected",
      reason: "none",
      phone_type: 3,
    };
    for (const [key, value] of Object.entries(others)) {
      const answer = await mine.put("/api/profile", { profile: { [key]: value } });
      expect(answer.status, key).toBe(422);
      expect(errorsOf(answer)?.at(0), key).toEqual([
        `profile.${key}`,
        "This cannot be changed here",
      ]);
    }
    for (const key of ["account_status", "permissions", "manager", "signup_date", "role"]) {
      const answer = await mine.put("/api/profile", { profile: { [key]: "Active" } });
      expect(errorsOf(answer), key).toEqual([[`profile.${key}`, "Unknown field"]]);
    }
    expect((await mine.get("/api/profile")).body).toEqual(now);
  });

  test("D39: a profile without a PIN leaves the PIN as it is", async () => {
    const { pin, profile_status: _, ...kept } = (await mine.get("/api/profile")).body;
    const change = { ...kept, email: "offline@people.example" };
    expect((await mine.put("/api/profile", { profile: change })).status).toBe(204);
    const now = (await mine.get("/api/profile")).body;
    expect(now).toMatchObject({ pin, email: "offline@people.example" });
    expect(await lastTrail(luna.id)).not.toHaveProperty("detail.pin_changed");
    expect(await told(luna.id)).toEqual([]);
  });

  test("D4: not while the account requires approval", async () => {
    const sage = await makeWhole("1234", {
      psychic: { account_status: "Pending", requires_approval: true },
    });
    const browser = await portal.signIn(sage.username, password);
    const own = await browser.put("/api/profile", { profile: { zodiac: 1 } });
    expect(own.status).toBe(409);
    expect((await put({ zodiac: 1 }, sage.id)).status).toBe(409);
  });
});

describe("a manager's own", () => {
  test("E48: is changed at once, without a status", async () => {
    const own = await makeManager(sql());
    const browser = await portal.signIn(own.username, password);
    const change = { first: "Sam", country: "CA", postal_code: "K1N5S7", email: "sam@x.example" };
    expect((await browser.put("/api/profile", { profile: change })).status).toBe(204);
    const { body } = await browser.get("/api/profile");
    expect(body).toMatchObject({ ...change, postal_code: "K1N 5S7" });
    const same = await browser.put("/api/profile", { profile: body });
    expect(same.status).toBe(204);
    for (const other of [{ username: "boss" }, { pin: "1234" }, { zodiac: 1 }]) {
      expect((await browser.put("/api/profile", { profile: other })).status).toBe(422);
    }
    const wrong = await browser.put("/api/profile", { profile: { postal_code: "1" } });
    expect(errorsOf(wrong)).toEqual([["profile.postal_code", "Zip/Postal Code is invalid"]]);
    const stale = await browser.put("/api/profile", { profile: {} }).set("If-Match", '"old"');
    expect(stale.status).toBe(412);
    expect(stale.body.current).toEqual(body);
  });
});

describe("approving and rejecting", () => {
  test("E44: what was held is shown, the account needs no more approval (D4)", async () => {
    const sage = await makeWhole("1234", {
      psychic: { account_status: "Pending", requires_approval: true, profile_status: "Pending" },
    });
    await sql()("profile_details")
      .where({ psychic_id: sage.id, state: "edited" })
      .update({ zodiac: 9 });
    expect((await approve(sage.id)).status).toBe(204);
    expect(await profileOf(sage.id)).toMatchObject({
      profile_status: "Approved",
      zodiac: 9,
      approved: { ...details, zodiac: 9 },
    });
    const account = await sql()("psychics").where({ user_id: sage.id }).first();
    expect(account).toMatchObject({ account_status: "Pending", requires_approval: false });
    const [delivery] = await told(sage.id);
    expect(delivery).toMatchObject({
      type: "profile.approved",
      data: { user_id: sage.id, ...details, zodiac: 9 },
    });
    expect(await lastTrail(sage.id)).toMatchObject({ action: "profile approved" });
  });

  test("E45: a rejection may carry a reason, which stays until the approval", async () => {
    await put({ zodiac: 7 });
    expect((await reject({ reason: " Too vague. " })).status).toBe(204);
    expect(await profileOf()).toMatchObject({
      profile_status: "Rejected",
      reason: "Too vague.",
      zodiac: 7,
      approved: details,
    });
    expect((await put({ zodiac: 8 })).status).toBe(204);
    expect(await profileOf()).toMatchObject({ profile_status: "Pending", reason: "Too vague." });
    expect((await approve()).status).toBe(204);
    expect(await profileOf()).toMatchObject({ profile_status: "Approved", reason: null });
    await put({ zodiac: 9 });
    expect((await reject()).status).toBe(204);
    expect(await profileOf()).toMatchObject({ profile_status: "Rejected", reason: null });
    await put({ zodiac: 10 });
    const wordy = await reject({ reason: long(501) });
    expect(errorsOf(wordy)).toEqual([["reason", "Reason cannot exceed 500 characters"]]);
    expect((await reject({ why: "x" })).status).toBe(422);
  });

  test("S1: only what waits is decided (model)", async () => {
    const step = fc.constantFrom("save", "approve", "reject");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        const { id } = await makeWhole("3141");
        let status = "Approved";
        let saves = 0;
        for (const action of steps) {
          const answer = await {
            save: () => put({ city: `City ${++saves}` }, id),
            approve: () => approve(id),
            reject: () => reject({}, id),
          }[action as "save" | "approve" | "reject"]();
          const allowed = action === "save" || status === "Pending";
          expect(answer.status).toBe(allowed ? 204 : 409);
          if (allowed)
            status = { save: "Pending", approve: "Approved", reject: "Rejected" }[action] ?? "";
          expect((await profileOf(id)).profile_status).toBe(status);
        }
      }),
      { numRuns: 12 },
    );
  });

  test("of two managers who decide at once, one does", async () => {
    await put({ zodiac: 9 });
    const answers = await Promise.all([approve(), reject(), approve(), reject()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409]);
  });
});

describe("versions and keys", () => {
  test("a save on an older version is 412 with the present one", async () => {
    const { headers } = await manager.get(`/api/psychics/${luna.id}/profile`);
    const etag = headers.etag as string;
    const first = await put({ city: "Boston" }).set("If-Match", etag);
    expect([first.status, first.headers.etag]).toEqual([204, `"profile-${luna.id}-2"`]);
    const stale = await put({ city: "Albany" }).set("If-Match", etag);
    expect(stale.status).toBe(412);
    expect(stale.body.current).toEqual(await profileOf());
    expect(stale.headers.etag).toBe(first.headers.etag);
    const late = await approve().set("If-Match", etag);
    expect(late.status).toBe(412);
    // A new number is no part of the profile's version; after a dot it changes the tag (L2).
    const phone = { phone_number: String(number++) };
    await manager.post(`/api/psychics/${luna.id}/phones`, { phone });
    expect((await manager.get(`/api/psychics/${luna.id}/profile`)).headers.etag).toBe(
      `"profile-${luna.id}-2.2"`,
    );
    expect((await put({ city: "Albany" }).set("If-Match", first.headers.etag ?? "")).status).toBe(
      204,
    );
  });

  test("what one has need not come again", async () => {
    const { headers } = await mine.get("/api/profile");
    const again = await mine.get("/api/profile").set("If-None-Match", headers.etag as string);
    expect(again.status).toBe(304);
  });

  test("a save under one key happens once", async () => {
    const key = randomUUID();
    const save = () => put({ city: "Boston" }).set("Idempotency-Key", key);
    const answers = await Promise.all([save(), save()]);
    expect(answers.map(({ headers }) => headers.etag)).toEqual([
      `"profile-${luna.id}-2"`,
      `"profile-${luna.id}-2"`,
    ]);
  });
});
