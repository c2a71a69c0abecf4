import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as builders from "#seeds/builders/psychic.ts";
import { oneRow } from "#server/db/one-row.ts";
import { sendAccountNotice } from "#server/jobs/send-account-notice.ts";
import { sendRecoveryMail } from "#server/jobs/send-recovery-mail.ts";
import { sendWelcomeMail } from "#server/jobs/send-welcome-mail.ts";
import { asWord } from "../support/as-word.ts";
import { passBotCheck } from "../support/bot-check.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { signUp } from "../support/sign-up.ts";
import { type Browser, openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let boss: Awaited<ReturnType<typeof makeManager>>;
let ofOneSun: Awaited<ReturnType<typeof makeManager>>;
let manager: SignedIn;
let visitor: Browser;

beforeAll(async () => {
  portal = await openTestApp();
  ofOneSun = await makeManager(sql(), { brand: "onesun" });
  boss = await makeManager(sql());
  manager = await portal.signIn(boss.username, password);
});
afterAll(() => portal.close());
beforeEach(() => {
  visitor = portal.visit();
});

const sql = () => portal.services.db.sql;
const vault = () => portal.services.vault;
const errorsOf = (answer: { body: { errors?: { path: string; message: string }[] } }) =>
  answer.body.errors?.map(({ path, message }) => [path, message]);

let number = 2_125_550_000;
/** Somebody nobody knows yet. */
const somebody = (given: object = {}) => ({
  ...signUp,
  username: `star-${randomUUID()}`,
  email: `${randomUUID()}@people.example`,
  ssn: String(900_000_000 + (number % 1_000_000)),
  phone: String(number++),
  last: `Maris ${number}`,
  referral: null,
  ...given,
});
const create = (psychic: object, browser: Browser = manager) =>
  browser.post("/api/psychics", { psychic });
async function apply(psychic: object, browser = visitor) {
  const altcha = await passBotCheck(browser);
  return browser.post("/api/psychics", { psychic, altcha });
}

describe("E32: a visitor signs up", () => {
  test("with the brand's oldest manager who can sign in (B3)", async () => {
    const gone = await makeManager(sql(), { brand: "onesun", password_hash: null });
    await sql()("users").where({ id: ofOneSun.id }).update({ brand: "cos" });
    const next = await makeManager(sql(), { brand: "onesun" });
    const altcha = await passBotCheck(visitor);
    const { body } = await visitor.post("/api/psychics", {
      psychic: somebody(),
      altcha,
      brand: "onesun",
    });
    const account = await oneRow(sql()("psychics").where({ user_id: body.user_id }).first());
    expect(account.manager_id).toBe(next.id);
    expect(gone.id).toBeLessThan(next.id);
    await sql()("users").whereIn("id", [gone.id, next.id]).update({ brand: "cos" });
    await sql()("users").where({ id: ofOneSun.id }).update({ brand: "onesun" });
  });

  test("and everything about the account is stored", async () => {
    const given = somebody({ referral: "200100", credentials: ["<i>Reiki</i>", ""] });
    const altcha = await passBotCheck(visitor);
    const answer = await visitor
      .post("/api/psychics", { psychic: given, altcha })
      .set("Host", "onesun.localhost");
    expect([answer.status, answer.body]).toEqual([201, { user_id: expect.any(Number) }]);
    const id = answer.body.user_id;

    const user = await oneRow(sql()("users").where({ id }).first());
    expect(user).toMatchObject({ role: "psychic", brand: "onesun", username: given.username });
    expect(user).toMatchObject({ country: "US", country_code: 1, postal_code: "10025" });
    expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const psychic = await oneRow(sql()("psychics").where({ user_id: id }).first());
    expect(psychic).toMatchObject({
      manager_id: ofOneSun.id,
      account_status: "Pending",
      profile_status: "Pending",
      requires_approval: false,
      referral: "200100",
      referral_known: false,
      permissions: [],
      contact_method: "E",
    });
    expect(psychic.extension).toMatch(/^[3-9]\d{5}$/);
    const secret = (column: "ssn_sealed" | "pin_sealed") =>
      vault().open(psychic[column] as Buffer, { table: "psychics", column, userId: id });
    expect([secret("ssn_sealed"), secret("pin_sealed")]).toEqual([given.ssn, "4711"]);
    expect(
      vault()
        .index("ssn", given.ssn)
        .equals(psychic.ssn_index as Buffer),
    ).toBe(true);
    const [phone] = await sql()("phones").where({ user_id: id });
    expect(phone).toMatchObject({
      phone_number: given.phone,
      type: 1,
      time_zone_id: 11,
      preferred: true,
      sms: true,
    });
    expect(await sql()("profile_details").where({ psychic_id: id })).toEqual([
      {
        psychic_id: id,
        state: "edited",
        zodiac: 12,
        gender: "F",
        language: 2,
        // Choosing a primary language takes it out of the others (S15).
        languages: [1],
        experience: 7,
        credentials: ["Reiki"],
      },
    ]);
    expect(await sql()("availability").where({ psychic_id: id }).first()).toMatchObject({
      code: "U",
    });
    const [agreement] = await sql()("agreements").where({ user_id: id });
    expect(agreement).toMatchObject({
      brand: "onesun",
      version: "2020-01",
      address: visitor.address,
    });
    const told = await oneRow(sql()("deliveries").where({ psychic_id: id }));
    expect(told).toMatchObject({ type: "psychic.created", data: { account_status: "Pending" } });
    const context = { table: "deliveries", column: "pin_sealed", userId: id };
    expect(vault().open(told.pin_sealed as Buffer, context)).toBe("4711");
    const [trail] = await sql()("audit_trail").where({ subject_id: id });
    expect(trail).toMatchObject({ action: "psychic created", actor_id: null });

    const kept = [trail, told.data, await sql()("idempotency_keys"), portal.lines];
    for (const canary of [given.ssn, '4711"', given.password]) {
      expect(JSON.stringify(kept)).not.toContain(canary);
    }
    await portal.signIn(given.username, given.password);
  });

  test("V24: needs both boxes", async () => {
    const boxes = { agreed_privacy: false, confirmed_psychic: null };
    const neither = await visitor.post("/api/psychics", { psychic: somebody(boxes), altcha: "x" });
    expect([neither.status, errorsOf(neither)]).toEqual([
      422,
      [
        ["psychic.agreed_privacy", "You must agree to the Privacy Policy"],
        ["psychic.confirmed_psychic", "You must confirm you are psychic"],
      ],
    ]);
  });

  test("needs an answer to the bot check, which an answer of 409 does not use up", async () => {
    const without = await visitor.post("/api/psychics", { psychic: somebody() });
    expect([without.status, errorsOf(without)?.[0]?.[0]]).toEqual([422, "altcha"]);
    const altcha = await passBotCheck(visitor);
    const given = somebody();
    const send = (psychic: object) => visitor.post("/api/psychics", { psychic, altcha });
    expect((await send({ ...given, username: boss.username })).status).toBe(409);
    expect((await send(given)).status).toBe(201);
    expect((await send(somebody())).status).toBe(422);
  });

  test("D37: in the wizard of a brand, whatever the host", async () => {
    const psychic = somebody();
    const send = async (brand: string) =>
      visitor.post("/api/psychics", { psychic, brand, altcha: await passBotCheck(visitor) });
    const unknown = await send("another");
    expect([unknown.status, errorsOf(unknown)]).toEqual([422, [["brand", "Brand is not valid"]]]);
    const { user_id } = (await send("onesun")).body;
    const user = await oneRow(sql()("users").where({ id: user_id }).first());
    const account = await oneRow(sql()("psychics").where({ user_id }).first());
    const agreement = await oneRow(sql()("agreements").where({ user_id }).first());
    expect([user.brand, account.manager_id, agreement.brand]).toEqual([
      "onesun",
      ofOneSun.id,
      "onesun",
    ]);
  });

  test("D30: who answers the bot check agrees too, also where a manager is signed in", async () => {
    const boxes = await manager.post("/api/psychics", {
      psychic: somebody({ agreed_privacy: false }),
      altcha: await passBotCheck(manager),
    });
    expect(errorsOf(boxes)).toEqual([
      ["psychic.agreed_privacy", "You must agree to the Privacy Policy"],
    ]);
    const { user_id } = (await apply(somebody(), manager)).body;
    expect(await sql()("agreements").where({ user_id })).toHaveLength(1);
  });

  test("a psychic who is signed in is the public too", async () => {
    const { username } = await makePsychic(sql());
    const browser = await portal.signIn(username, password);
    expect((await create(somebody(), browser)).status).toBe(422);
  });

  test("ten times an hour from an address; a manager as often as needed", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await create({}, visitor)).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
    for (let i = 0; i < 12; i++) expect((await create({})).status).toBe(422);
  });

  test("once under one key, however often it is sent", async () => {
    const altcha = await passBotCheck(visitor);
    const body = { psychic: somebody(), altcha };
    const key = randomUUID();
    const send = () => visitor.post("/api/psychics", body).set("Idempotency-Key", key);
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body: { user_id } }) => user_id)).size).toBe(1);
    const { username } = body.psychic;
    expect(await sql()("users").where({ username })).toHaveLength(1);
  });
});

describe("a manager creates a psychic", () => {
  test("without a bot check and boxes; it is the manager's own and agreed to nothing", async () => {
    const { agreed_privacy: _, confirmed_psychic: __, ...given } = somebody();
    const answer = await create(given);
    expect(answer.status).toBe(201);
    const psychic = await oneRow(sql()("psychics").where({ user_id: answer.body.user_id }).first());
    expect(psychic.manager_id).toBe(boss.id);
    expect(await sql()("agreements").where({ user_id: psychic.user_id })).toEqual([]);
  });

  test("K11: with the defaults where nothing is said", async () => {
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
    } = somebody();
    const { user_id } = (await create(given)).body;
    const { body } = await manager.get(`/api/psychics/${user_id}/profile`);
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

  test("V10, D29: in other countries, with their prefix and codes", async () => {
    const british = { country: "GB", postal_code: "SW1A 1AA", country_code: null };
    const { user_id } = (await create(somebody({ ...british, phone: "20 7946 0018" }))).body;
    const { body } = await manager.get(`/api/psychics/${user_id}/profile`);
    expect(body).toMatchObject({ country_code: 44, phones: [{ phone_number: "2079460018" }] });
    const canadian = await create(somebody({ country: "CA", postal_code: "m5v2t6" }));
    const stored = await oneRow(sql()("users").where({ id: canadian.body.user_id }).first());
    expect(stored.postal_code).toBe("M5V 2T6");
  });

  test("D32: a referral that is a psychic's extension is known", async () => {
    const { extension } = await makePsychic(sql());
    const { user_id } = (await create(somebody({ referral: extension }))).body;
    const known = await sql()("psychics").where({ user_id }).first();
    expect(known).toMatchObject({ referral: extension, referral_known: true });
  });
});

describe("D5: who may be somebody blacklisted", () => {
  test.each(["SSN", "phone", "email", "name and address"])("by the %s", async (mark) => {
    const known = somebody();
    const raven = await builders.makePsychic(sql(), {
      account_status: "Blacklist",
      user: {
        username: `raven-${randomUUID()}`,
        first: known.first,
        last: known.last,
        address1: known.address1,
        postal_code: known.postal_code,
        email: known.email,
      },
      secrets: { vault: vault(), ssn: known.ssn, pin: "0000" },
    });
    await sql()("phones").insert({
      user_id: raven.user_id,
      place: 1,
      phone_number: known.phone,
      preferred: true,
    });
    const { ssn, phone, email, first, last, address1, postal_code } = known;
    const shared = {
      SSN: { ssn },
      phone: { phone },
      email: { email: email.toUpperCase() },
      "name and address": { first, last: last.toUpperCase(), address1, postal_code },
    }[mark];
    const { user_id } = (await create(somebody(shared))).body;
    const psychic = await sql()("psychics").where({ user_id }).first();
    expect(psychic).toMatchObject({ requires_approval: true, account_status: "Pending" });
    const other = (await create(somebody())).body.user_id;
    expect(
      (await oneRow(sql()("psychics").where({ user_id: other }).first())).requires_approval,
    ).toBe(false);
  });
});

const experienceMessage = "Years Experience is invalid. Must be numeric.";
const long = (length: number) => "x".repeat(length);

describe("V6 to V23: what is wrong is 422 at its place", () => {
  test.each([
    ["referral", "1", "Referral is invalid"],
    ["referral", "1234567", "Referral is invalid"],
    ["referral", "12a", "Referral is invalid"],
    ["username", "", "Username is required"],
    ["username", long(100), "Username is invalid"],
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
    const errors = errorsOf(await create(somebody({ [key]: value })));
    // A password that is wrong is another than its confirmation, too.
    const own = errors?.filter(
      ([path]) => key !== "password" || path !== "psychic.confirm_password",
    );
    expect(own).toEqual([[`psychic.${key}`, message]]);
  });

  test("all at once, the rules over several fields among them", async () => {
    const wrong = { first: "", confirm_password: "another", postal_code: "1", phone: "1234" };
    expect(errorsOf(await create(somebody(wrong)))).toEqual([
      ["psychic.first", "First Name is required"],
      ["psychic.confirm_password", "Passwords do not match"],
      ["psychic.postal_code", "Zip/Postal Code is invalid"],
      ["psychic.phone", "Phone is not valid"],
    ]);
  });

  test("D10: passwords are trimmed", async () => {
    const given = somebody({ password: "  seven-stars ", confirm_password: "seven-stars" });
    expect((await create(given)).status).toBe(201);
    await portal.signIn(given.username, "seven-stars");
  });
});

describe("what is taken is 409", () => {
  test("V6, V21: the username, the pair, or both", async () => {
    const first = somebody();
    expect((await create(first)).status).toBe(201);
    const username = ["psychic.username", "Username is taken"];
    const pair = ["psychic.pin", "Phone/Pin combo is taken"];
    const refusalOf = async (given: object) => {
      const answer = await create(somebody(given));
      return [answer.status, errorsOf(answer)];
    };
    expect(await refusalOf({ username: first.username.toUpperCase() })).toEqual([409, [username]]);
    expect(await refusalOf({ phone: first.phone })).toEqual([409, [pair]]);
    const both = { username: first.username, phone: first.phone };
    expect(await refusalOf(both)).toEqual([409, [username, pair]]);
    expect((await create(somebody({ phone: first.phone, pin: "0815" }))).status).toBe(201);
  });

  test("of twins at the same time, one signs up, the other leaves nothing behind", async () => {
    const before = await sql()("users").count();
    const one = somebody();
    const same = [create(one), create({ ...somebody(), username: one.username })];
    expect((await Promise.all(same)).map(({ status }) => status).sort()).toEqual([201, 409]);
    const two = somebody();
    const pairs = [create(two), create({ ...somebody(), phone: two.phone })];
    expect((await Promise.all(pairs)).map(({ status }) => status).sort()).toEqual([201, 409]);
    const after = await sql()("users").count();
    expect(Number(after[0]?.count) - Number(before[0]?.count)).toBe(2);
  });

  test("extensions are everybody's own", async () => {
    await Promise.all(Array.from({ length: 6 }, () => create(somebody())));
    const extensions = await sql()("psychics").pluck("extension");
    expect(new Set(extensions).size).toBe(extensions.length);
  });
});

describe("E2, E3: asking before", () => {
  const available = async (path: string, browser: Browser = visitor) => {
    const { status, body } = await browser.get(`/api/psychics/${path}`);
    return [status, body.available];
  };

  test("whether a username is free, in any case", async () => {
    const { username } = await makePsychic(sql());
    expect(await available(`username_available?username=${username}`)).toEqual([200, false]);
    expect(await available(`username_available?username=%20${username.toUpperCase()}`)).toEqual([
      200,
      false,
    ]);
    expect(await available("username_available?username=nobody")).toEqual([200, true]);
    const none = await visitor.get("/api/psychics/username_available?username=");
    expect(errorsOf(none)).toEqual([["username", "Username is required"]]);
    const wide = await visitor.get(`/api/psychics/username_available?username=${long(100)}`);
    expect(errorsOf(wide)).toEqual([["username", "Username is invalid"]]);
  });

  test("whether a phone and PIN are free; nothing of the question is logged", async () => {
    const given = somebody();
    await create(given);
    const dashed = given.phone.replace(/(...)(...)/, "$1-$2-");
    expect(await available(`phone_pin_available?phone=${dashed}&pin=4711`)).toEqual([200, false]);
    expect(await available(`phone_pin_available?phone=${dashed}&pin=4712`)).toEqual([200, true]);
    const wrong = await visitor.get("/api/psychics/phone_pin_available?phone=1&pin=1");
    expect(errorsOf(wrong)).toEqual([
      ["phone", "Phone is not valid"],
      ["pin", "Pin is invalid, must be 4 numbers."],
    ]);
    const kept = JSON.stringify([portal.lines, await sql()("rate_limits")]);
    expect(kept).not.toContain(given.phone);
    expect(kept).not.toMatch(asWord("4712"));
  });

  test("60 names an address in 10 minutes, 20 pairs an hour, 10 a phone a day", async () => {
    const last = async (count: number, path: (i: number) => string, browser: Browser) => {
      const statuses: number[] = [];
      for (let i = 0; i <= count; i++) {
        statuses.push((await browser.get(`/api/psychics/${path(i)}`)).status);
      }
      expect(statuses).toEqual([...Array(count).fill(200), 429]);
    };
    await last(60, () => "username_available?username=x", visitor);
    await last(20, (i) => `phone_pin_available?phone=${2_125_557_000 + i}&pin=1234`, visitor);
    const one = "phone_pin_available?phone=2125558000&pin=1234";
    await last(10, () => one, portal.visit());
    // The phone's limit holds from everywhere, but not for a manager.
    expect((await portal.visit().get(`/api/psychics/${one}`)).status).toBe(429);
    for (let i = 0; i < 22; i++) expect((await available(one, manager))[0]).toBe(200);
  });
});

describe("the confirmation letter", () => {
  test("D10: has the username and a link, no password or PIN, and comes once", async () => {
    const given = somebody();
    const answer = await apply(given);
    const userId = answer.body.user_id;
    const [job] = await sql()("pgboss.job")
      .where({ name: "send-welcome-mail" })
      .whereRaw("data ->> 'userId' = ?", [String(userId)]);
    expect(job.data).toEqual({ userId });
    portal.letters.length = 0;
    const run = () => sendWelcomeMail.handle(portal.services, { userId }, randomUUID());
    await Promise.all([run(), run()]);
    await run();
    expect(portal.letters).toHaveLength(1);
    const [letter] = portal.letters;
    expect(letter).toMatchObject({ to: given.email, from: "COS <no-reply@cos.example>" });
    expect(letter?.text).toContain(`"${given.username}"`);
    expect(letter?.text).not.toMatch(/4711|seven-stars/);
    const [, link] = /recover_password\/(\S+)/.exec(letter?.text ?? "") ?? [];
    const browser = portal.visit();
    expect((await browser.get(`/api/profile/authorize_password/${link}`)).status).toBe(204);
    const set = await browser.put("/api/profile/password_unchecked", { password: "eight-stars" });
    expect(set.status).toBe(204);
    await portal.signIn(given.username, "eight-stars");
  });
});

describe("what a stranger may put into a letter (C13)", () => {
  test.each([
    ["username", "Username is invalid"],
    ["first", "First Name is invalid"],
    ["last", "Last Name is invalid"],
  ])("no %s holds an address", async (field, message) => {
    for (const text of ["see http://evil", "WWW.evil.example", "a@evil", "ftp://x"]) {
      const answer = await create(somebody({ [field]: text }));
      expect([answer.status, errorsOf(answer)], text).toEqual([
        422,
        [[`psychic.${field}`, message]],
      ]);
      const theirs = await apply(somebody({ [field]: text }));
      expect(theirs.status).toBe(422);
    }
    const asked = await visitor.get("/api/psychics/username_available?username=a%40evil");
    expect(errorsOf(asked)).toEqual([["username", "Username is invalid"]]);
  });

  test("the first letter is nobody's text: no name, and a username only where it is one word", async () => {
    const free = { first: "Win", last: "Money", username: `call 800 555 now evil.com ${number}` };
    const { body } = await apply(somebody(free));
    portal.letters.length = 0;
    await sendWelcomeMail.handle(portal.services, { userId: body.user_id }, randomUUID());
    const { email } = await oneRow(sql()("users").where({ id: body.user_id }).first());
    const recovery = { email, brand: "cos" };
    await sendRecoveryMail.handle(portal.services, recovery, randomUUID());
    const notice = { userId: body.user_id, what: "password", by: "owner" } as const;
    await sendAccountNotice.handle(portal.services, notice, randomUUID());
    expect(portal.letters).toHaveLength(3);
    const { extension } = await oneRow(sql()("psychics").where({ user_id: body.user_id }).first());
    for (const { text, subject } of portal.letters) {
      expect(`${subject} ${text}`).not.toMatch(/evil|Win|Money|800 555/);
      expect(text).toContain(`with the extension ${extension}`);
    }
  });
});

describe("C12: the password of a new account", () => {
  test("is none of the commonest, nor the username", async () => {
    const weak = somebody({ password: "Sunshine", confirm_password: "Sunshine" });
    for (const answer of [await create(weak), await apply(weak)]) {
      expect([answer.status, errorsOf(answer)]).toEqual([
        422,
        [["psychic.password", "Password is too common"]],
      ]);
    }
    const same = { username: "star-of-night", password: "Star-Of-Night" };
    const answer = await create(somebody({ ...same, confirm_password: same.password }));
    expect(errorsOf(answer)).toEqual([["psychic.password", "Password must not be the username"]]);
  });
});

test("D1: without any manager nobody can sign up yet, and is told to come later", async () => {
  const empty = await openTestApp();
  const browser = empty.visit();
  const answer = await apply(somebody(), browser);
  expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "3600"]);
  await empty.close();
});
