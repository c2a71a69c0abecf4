import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addApp, addPasskey } from "../support/add-factors.ts";
import { appCode, SoftPasskey } from "../support/authenticator.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp, testEnv } from "../support/test-app.ts";

let portal: TestApp;
let owner: Account;
let psychic: Account;
let browser: SignedIn;

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
  browser = await portal.signIn(owner.username, password);
});

const confirmBy = (given: object) => browser.post("/api/sessions/confirm", given);
const trail = (id: number) =>
  sql()("audit_trail").where({ subject_id: id }).orderBy("id").pluck("action");

const needConfirmation = {
  "a psychic's password": () =>
    browser.put("/api/profile/agent_password", { id: psychic.id, password: "seven-stars" }),
  blacklisting: () =>
    browser.put(`/api/psychics/${psychic.id}/acct_status`, { acctStatus: "Blacklist" }),
  "a role": () => browser.put(`/api/staff/${owner.id}/role`, { role: "owner" }),
  "shutting out": () => browser.post(`/api/staff/${owner.id}/shut_out`, {}),
  "a reset of staff": () => browser.post(`/api/staff/${owner.id}/reset_factors`),
  "a reset of a psychic": () => browser.post(`/api/psychics/${psychic.id}/reset_factors`),
  "a new passkey": () => browser.post("/api/passkeys/registration"),
  "a new code app": () => browser.post("/api/code_app"),
  "new recovery codes": () => browser.post("/api/recovery_codes"),
  "removing a passkey": () => browser.delete("/api/passkeys/1"),
  "removing the code app": () => browser.delete("/api/code_app"),
};

describe("without a fresh confirmation, nothing happens to", () => {
  test.each(Object.entries(needConfirmation))("%s", async (_name, send) => {
    await portal.advance(5 * minute + 1000);
    const answer = await send();
    expect(answer.status).toBe(409);
    expect(answer.body.type).toBe("urn:problem:confirmation_needed");
    expect((await confirmBy({ password })).status).toBe(204);
    const again = await send();
    expect(again.body?.type).not.toBe("urn:problem:confirmation_needed");
  });
});

describe("a confirmation", () => {
  test("by password is not enough for a user with a passkey, whose passkey is", async () => {
    const { passkey } = await addPasskey(browser);
    const byPassword = await confirmBy({ password });
    expect(byPassword.body.errors).toEqual([
      {
        path: "password",
        code: "not_enough",
        message: "Use your passkey or a code instead of the password",
      },
    ]);
    await portal.advance(6 * minute);
    const { body: options } = await browser.post("/api/passkeys/challenge");
    expect((await confirmBy({ credential: passkey.answer(options) })).status).toBe(204);
    expect((await browser.post("/api/recovery_codes")).status).toBe(200);
  });

  test("takes a code of the app, and no code of another user's app", async () => {
    const { secret } = await addApp(browser, now());
    const { secret: others } = await addApp(await portal.signIn(psychic.username, password), now());
    await portal.advance(6 * minute);
    expect((await confirmBy({ code: appCode(others, now()) })).status).toBe(422);
    expect((await confirmBy({ code: appCode(secret, now()) })).status).toBe(204);
  });

  test("takes a recovery code, and causes a letter about it", async () => {
    const { answer } = await addApp(browser, now());
    await portal.advance(6 * minute);
    expect((await confirmBy({ code: answer.body.recovery_codes[0] })).status).toBe(204);
    const told = await sql()("pgboss.job").where({ name: "send-account-notice" }).pluck("data");
    expect(told).toContainEqual({ userId: owner.id, what: "recovery code", by: "owner" });
  });

  test("takes exactly one of password, code and passkey", async () => {
    for (const given of [{}, { password, code: "123456" }, { password: null }]) {
      const answer = await confirmBy(given);
      expect([answer.status, answer.body.errors[0].path]).toEqual([422, "password"]);
    }
  });

  test("a passkey of another user is refused", async () => {
    const { passkey } = await addPasskey(await portal.signIn(psychic.username, password));
    await addPasskey(browser);
    const { body: options } = await browser.post("/api/passkeys/challenge");
    const answer = await confirmBy({ credential: passkey.answer(options) });
    expect(answer.body.errors[0].message).toBe("This passkey belongs to another account");
  });
});

describe("passkeys", () => {
  test("are named, renamed and removed by their owner alone", async () => {
    const { answer } = await addPasskey(browser);
    const { id } = answer.body.passkey;
    const other = await portal.signIn(psychic.username, password);
    expect((await other.put(`/api/passkeys/${id}`, { name: "Mine" })).status).toBe(404);
    expect((await other.delete(`/api/passkeys/${id}`)).status).toBe(404);
    const tooLong = await browser.put(`/api/passkeys/${id}`, { name: "x".repeat(51) });
    expect(tooLong.body.errors[0].message).toBe("A name has at most 50 characters");
    expect((await browser.put(`/api/passkeys/${id}`, { name: " Work laptop " })).status).toBe(204);
    const { body } = await browser.get("/api/factors");
    expect(body.passkeys).toMatchObject([{ id, name: "Work laptop", last_used_at: null }]);
    expect((await browser.delete(`/api/passkeys/${id}`)).status).toBe(204);
    expect((await browser.get("/api/factors")).body).toMatchObject({
      passkeys: [],
      recovery_codes_left: 0,
    });
    expect(await trail(owner.id)).toEqual(
      expect.arrayContaining(["passkey added", "passkey removed"]),
    );
  });

  test("registered for one user cannot be added to another", async () => {
    const passkey = new SoftPasskey(testEnv.publicUrl);
    const { body: options } = await browser.post("/api/passkeys/registration");
    const credential = passkey.register(options);
    const other = await portal.signIn(psychic.username, password);
    const stolen = await other.post("/api/passkeys", { name: "Key", credential });
    expect(stolen.body.errors[0].message).toBe("This took too long. Try again");
    expect((await browser.post("/api/passkeys", { name: "Key", credential })).status).toBe(201);
    const again = await browser.post("/api/passkeys", { name: "Key", credential });
    expect(again.body.errors[0].message).toBe("This answer was used already. Try again");
  });

  test("added twice at the same time is stored once, with one set of codes", async () => {
    const passkeys = [
      new SoftPasskey(testEnv.publicUrl),
      new SoftPasskey(testEnv.publicUrl),
    ] as const;
    const answers = await Promise.all(passkeys.map((one) => addPasskey(browser, "Key", one)));
    expect(answers.map(({ answer }) => answer.status)).toEqual([201, 201]);
    const codes = answers.map(({ answer }) => answer.body.recovery_codes !== null);
    expect(codes.toSorted()).toEqual([false, true]);
    expect((await browser.get("/api/factors")).body.recovery_codes_left).toBe(10);
  });
});

test("a new code app replaces the old one only once a code of it was given", async () => {
  const { secret } = await addApp(browser, now());
  const { body } = await browser.post("/api/code_app");
  expect(body.address).toContain(`secret=${body.secret}`);
  expect((await browser.put("/api/code_app", { code: "000000" })).status).toBe(422);
  await portal.advance(minute);
  expect((await confirmBy({ code: appCode(secret, now()) })).status).toBe(204);
  const answer = await browser.put("/api/code_app", { code: appCode(body.secret, now()) });
  expect(answer.body).toEqual({ recovery_codes: null });
  await portal.advance(minute);
  expect((await confirmBy({ code: appCode(secret, now()) })).status).toBe(422);
  expect((await confirmBy({ code: appCode(body.secret, now()) })).status).toBe(204);
  const [row] = await sql()("code_apps").where({ user_id: owner.id });
  expect(JSON.stringify(row)).not.toContain(body.secret);
});

describe("a reset", () => {
  test("removes a member's factors and ends the sessions; an owner's is refused", async () => {
    const member = await makeManager(sql(), { staff_role: "recruiter" });
    const second = await makeManager(sql(), { staff_role: "owner" });
    const own = await portal.signIn(member.username, password);
    await addApp(own, now());
    const reset = (id: number) => browser.post(`/api/staff/${id}/reset_factors`);
    expect((await reset(member.id)).status).toBe(204);
    expect((await own.get("/api/sessions/0")).status).toBe(401);
    expect(
      (await portal.visit().post("/api/sessions", { username: member.username, password })).status,
    ).toBe(200);
    for (const id of [owner.id, second.id]) expect((await reset(id)).status).toBe(409);
    expect((await reset(psychic.id)).status).toBe(404);
    expect(await trail(member.id)).toContain("factors reset");
  });

  test("of a psychic's factors causes a letter to the psychic", async () => {
    const own = await portal.signIn(psychic.username, password);
    await addPasskey(own);
    expect((await browser.post(`/api/psychics/${psychic.id}/reset_factors`)).status).toBe(204);
    expect((await own.get("/api/sessions/0")).status).toBe(401);
    expect((await portal.signIn(psychic.username, password)).cookie).not.toBe("");
    const jobs = await sql()("pgboss.job").where({ name: "send-account-notice" }).pluck("data");
    expect(jobs).toContainEqual({ userId: psychic.id, what: "factors", by: "manager" });
  });
});
