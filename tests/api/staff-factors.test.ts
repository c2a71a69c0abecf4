import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { oneRow } from "#server/db/one-row.ts";
import { addApp, addPasskey } from "../support/add-factors.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import { type Browser, openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let owner: Account;
let psychic: Account;

const minute = 60_000;
const day = 24 * 60 * minute;
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

const givePassword = (browser: Browser, { username }: Account) =>
  browser.post("/api/sessions", { username, password });
const isSignedIn = async (browser: Browser) =>
  (await browser.get("/api/sessions/0")).status === 200;

describe("staff without a second factor", () => {
  let browser: SignedIn;
  beforeEach(async () => {
    browser = await portal.signIn(owner.username, password);
  });

  test("see until when they must add one; psychics never need one", async () => {
    const { body } = await browser.get("/api/factors");
    const begun = await oneRow(sql()("users").where({ id: owner.id }).first("factor_asked_at"));
    const days = (Date.parse(body.needed_by) - Date.parse(begun.factor_asked_at ?? "")) / day;
    expect(days).toBe(14);
    const own = await portal.signIn(psychic.username, password);
    expect((await own.get("/api/factors")).body.needed_by).toBeNull();
  });

  test("after 14 days no session of theirs counts, and a sign-in leads to the setup", async () => {
    await portal.advance(10 * day);
    const later = await portal.signIn(owner.username, password);
    await portal.advance(4 * day + minute);
    expect(await isSignedIn(later)).toBe(false);

    const setup = portal.visit();
    const answer = await givePassword(setup, owner);
    expect(answer.status).toBe(409);
    expect(answer.body.type).toBe("urn:problem:factor_setup_needed");
    for (const path of ["/api/sessions/0", "/api/psychics", "/api/staff"]) {
      expect((await setup.get(path)).status).toBe(401);
    }
    expect((await setup.delete("/api/code_app")).status).toBe(401);
    expect((await setup.get("/api/factors")).status).toBe(200);
    const { answer: added } = await addPasskey(setup);
    expect(added.status).toBe(201);
    expect(added.body.recovery_codes).toHaveLength(10);
    expect((await setup.get("/api/staff")).status).toBe(200);
    await portal.advance(6 * day);
    expect((await setup.get("/api/sessions/0")).status).toBe(401);
  });

  test("a session in which they add one stays valid after the 14 days", async () => {
    await portal.advance(13 * day);
    const later = await portal.signIn(owner.username, password);
    await addApp(later, now());
    for (const step of [1, 2, 3, 4]) {
      await portal.advance(10 * 60 * minute);
      expect([step, await isSignedIn(later)]).toEqual([step, true]);
    }
  });

  test("cannot remove the last one after the 14 days", async () => {
    const { answer } = await addPasskey(browser);
    const { id } = answer.body.passkey;
    expect((await browser.delete(`/api/passkeys/${id}`)).status).toBe(204);
    await portal.advance(14 * day);
    const setup = portal.visit();
    await givePassword(setup, owner);
    const { answer: again } = await addPasskey(setup);
    const refused = await setup.delete(`/api/passkeys/${again.body.passkey.id}`);
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toBe("You need a passkey or a code app. Add another one first");
    await addApp(setup, now());
    expect((await setup.delete(`/api/passkeys/${again.body.passkey.id}`)).status).toBe(204);
  });
});
