import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addApp, addPasskey } from "../support/add-factors.ts";
import { appCode, SoftPasskey } from "../support/authenticator.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import { type Browser, openTestApp, type TestApp, testEnv } from "../support/test-app.ts";

let portal: TestApp;
let owner: Account;
let psychic: Account;

const minute = 60_000;
const sql = () => portal.services.db.sql;
const now = () => portal.services.clock();

beforeAll(async () => {
  portal = await openTestApp({ now: new Date("2026-03-04T17:00:10Z"), staffFactorDays: 14 });
});
afterAll(() => portal.close());
beforeEach(async () => {
  owner = await makeManager(sql(), { staff_role: "owner" });
  psychic = await makePsychic(sql(), { manager_id: owner.id });
});

const challenge = async (browser: Browser) =>
  (await browser.post("/api/passkeys/challenge")).body as { challenge: string };
const givePassword = (browser: Browser, { username }: Account) =>
  browser.post("/api/sessions", { username, password });
const giveCode = (browser: Browser, code: string) => browser.post("/api/sessions/code", { code });
const givePasskey = (browser: Browser, credential: object) =>
  browser.post("/api/sessions/passkey", { credential });
const isSignedIn = async (browser: Browser) =>
  (await browser.get("/api/sessions/0")).status === 200;
const messageOf = ({ body }: { body: { errors?: { message: string }[] } }) =>
  body.errors?.[0]?.message;

describe("a passkey", () => {
  test("signs in by itself, and after the password", async () => {
    const { passkey, answer } = await addPasskey(await portal.signIn(psychic.username, password));
    expect(answer.status).toBe(201);
    expect(answer.body.passkey).toMatchObject({ name: "Phone", host: "portal.test" });
    expect(answer.body.recovery_codes).toHaveLength(10);

    const alone = portal.visit();
    const entered = await givePasskey(alone, passkey.answer(await challenge(alone)));
    expect(entered.body).toMatchObject({ username: psychic.username });
    expect(await isSignedIn(alone)).toBe(true);

    const second = portal.visit();
    const held = await givePassword(second, psychic);
    expect(held.status).toBe(409);
    expect(held.body).toMatchObject({
      type: "urn:problem:factor_needed",
      current: { passkey: true, code_app: false },
    });
    expect(await isSignedIn(second)).toBe(false);
    expect((await givePasskey(second, passkey.answer(await challenge(second)))).status).toBe(200);
    expect(await isSignedIn(second)).toBe(true);
  });

  test("each wrong answer is refused with its sentence, and signs nobody in", async () => {
    const { passkey } = await addPasskey(await portal.signIn(psychic.username, password));
    const browser = portal.visit();
    const refused = async (credential: object, sentence: string) => {
      const answer = await givePasskey(browser, credential);
      expect([answer.status, messageOf(answer)]).toEqual([422, sentence]);
      expect(await isSignedIn(browser)).toBe(false);
    };
    const good = passkey.answer(await challenge(browser));
    expect((await givePasskey(portal.visit(), good)).status).toBe(200);
    await refused(good, "This answer was used already. Try again");
    await refused(
      passkey.answer(await challenge(browser), { origin: "https://portal.test.evil.example" }),
      "This passkey belongs to another site",
    );
    await refused(
      passkey.answer({ challenge: Buffer.alloc(56, 1).toString("base64url") }),
      "This took too long. Try again",
    );
    const notRight = "This passkey could not be checked. Try again";
    await refused(passkey.answer(await challenge(browser), { isVerified: false }), notRight);
    const changed = passkey.answer(await challenge(browser));
    changed.response.signature = good.response.signature;
    await refused(changed, notRight);
    const late = await challenge(browser);
    await portal.advance(10 * minute + 1000);
    await refused(passkey.answer(late), "This took too long. Try again");
    await refused(
      new SoftPasskey(testEnv.publicUrl).answer(await challenge(browser)),
      "The portal does not know this passkey. Sign in another way",
    );
    passkey.counter = 0;
    await refused(
      passkey.answer(await challenge(browser)),
      "This passkey was copied, so it is not safe. Sign in another way, and remove it",
    );
  });

  test("of another user does not complete a sign-in", async () => {
    const { passkey } = await addPasskey(await portal.signIn(psychic.username, password));
    const other = await makePsychic(sql(), { manager_id: owner.id });
    await addPasskey(await portal.signIn(other.username, password));
    const browser = portal.visit();
    await givePassword(browser, other);
    const answer = await givePasskey(browser, passkey.answer(await challenge(browser)));
    expect([answer.status, messageOf(answer)]).toEqual([
      422,
      "This passkey belongs to another account",
    ]);
  });

  test("does not sign in a closed or shut-out account", async () => {
    const passkeys = [];
    for (const account of [psychic, owner]) {
      passkeys.push((await addPasskey(await portal.signIn(account.username, password))).passkey);
    }
    await sql()("psychics").where({ user_id: psychic.id }).update({ account_status: "Inactive" });
    await sql()("users").where({ id: owner.id }).update({ password_hash: null });
    for (const passkey of passkeys) {
      const browser = portal.visit();
      const answer = await givePasskey(browser, passkey.answer(await challenge(browser)));
      expect(answer.status).toBe(401);
    }
  });
});

describe("a code app", () => {
  test("completes a sign-in; a used, early or late code does not", async () => {
    const { secret, answer } = await addApp(await portal.signIn(psychic.username, password), now());
    expect(answer.body.recovery_codes).toHaveLength(10);
    await portal.advance(minute);
    const browser = portal.visit();
    const held = await givePassword(browser, psychic);
    expect(held.body.current).toEqual({ passkey: false, code_app: true });
    const refused = async (code: string, sentence: string) => {
      const given = await giveCode(browser, code);
      expect([given.status, messageOf(given)]).toEqual([422, sentence]);
      expect(await isSignedIn(browser)).toBe(false);
    };
    const otherTime =
      "This code is too old or too early. Enter the code that your app shows now. If that fails, set your phone's clock to automatic";
    // Nobody learns that a code will be right later.
    const later = appCode(secret, new Date(now().getTime() + 30_000));
    await refused(later, "This code is not right");
    await refused(appCode(secret, new Date(now().getTime() - 60_000)), otherTime);
    await refused("000000", "This code is not right");
    await refused("not a code", "This code is not right");
    const code = appCode(secret, now());
    expect((await giveCode(browser, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(true);

    const thief = portal.visit();
    await givePassword(thief, psychic);
    const replayed = await giveCode(thief, code);
    expect(messageOf(replayed)).toBe("This code was used already. Wait for the next one");
  });

  test("of the last 30 seconds counts while people type it, and not longer", async () => {
    const { secret } = await addApp(await portal.signIn(psychic.username, password), now());
    await portal.advance(minute);
    const into = now().getTime() % 30_000;
    const code = appCode(secret, now());
    await portal.advance(30_000 - into + 10_000);
    const browser = portal.visit();
    await givePassword(browser, psychic);
    expect((await giveCode(browser, code)).status).toBe(200);

    const late = appCode(secret, now());
    await portal.advance(40_000);
    const other = portal.visit();
    await givePassword(other, psychic);
    expect((await giveCode(other, late)).status).toBe(422);
  });

  test("one code given twice at the same time signs in once", async () => {
    const { secret } = await addApp(await portal.signIn(psychic.username, password), now());
    await portal.advance(minute);
    const browsers = [portal.visit(), portal.visit(), portal.visit()];
    for (const browser of browsers) await givePassword(browser, psychic);
    const code = appCode(secret, now());
    const answers = await Promise.all(browsers.map((browser) => giveCode(browser, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  });
});

describe("a recovery code", () => {
  test("works once, in any spelling, and causes a letter about its use", async () => {
    const { answer } = await addApp(await portal.signIn(psychic.username, password), now());
    const [code = ""] = answer.body.recovery_codes as string[];
    const browser = portal.visit();
    await givePassword(browser, psychic);
    expect((await giveCode(browser, ` ${code.toLowerCase().replace("-", " ")} `)).status).toBe(200);
    const again = portal.visit();
    await givePassword(again, psychic);
    expect(messageOf(await giveCode(again, code))).toBe(
      "This recovery code was used already. Each works once",
    );
    const factors = await browser.get("/api/factors");
    expect(factors.body).toMatchObject({ recovery_codes_left: 9, passkeys: [] });
    const jobs = await sql()("pgboss.job").where({ name: "send-account-notice" }).pluck("data");
    expect(jobs).toContainEqual({ userId: psychic.id, what: "recovery code", by: "owner" });
  });

  test("is stored only as a hash, and a new set replaces the old one", async () => {
    const browser = await portal.signIn(psychic.username, password);
    const { answer } = await addApp(browser, now());
    const [code = ""] = answer.body.recovery_codes as string[];
    const made = await browser.post("/api/recovery_codes");
    expect(made.body.recovery_codes).toHaveLength(10);
    const rows = await sql()("recovery_codes").where({ user_id: psychic.id });
    expect(rows).toHaveLength(10);
    expect(JSON.stringify(rows)).not.toContain(made.body.recovery_codes[0]);
    const other = portal.visit();
    await givePassword(other, psychic);
    expect(messageOf(await giveCode(other, code))).toBe("This code is not right");
  });
});

describe("guesses", () => {
  test("are limited per account, also from many networks", async () => {
    await addApp(await portal.signIn(psychic.username, password), now());
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const browser = portal.visit();
      await givePassword(browser, psychic);
      statuses.push((await giveCode(browser, "000000")).status);
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
  });

  test("need a sign-in whose password was right within the last 10 minutes", async () => {
    const { secret } = await addApp(await portal.signIn(psychic.username, password), now());
    const browser = portal.visit();
    expect((await giveCode(browser, appCode(secret, now()))).status).toBe(401);
    await givePassword(browser, psychic);
    await portal.advance(10 * minute + 1000);
    expect((await giveCode(browser, appCode(secret, now()))).status).toBe(401);
  });

  test("a new password ends a sign-in that waits", async () => {
    const { secret } = await addApp(await portal.signIn(psychic.username, password), now());
    await portal.advance(minute);
    const browser = portal.visit();
    await givePassword(browser, psychic);
    await sql()("users").where({ id: psychic.id }).increment("session_epoch", 1);
    expect((await giveCode(browser, appCode(secret, now()))).status).toBe(401);
  });
});
