import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { makeLink } from "#server/features/sessions/passwords.ts";
import { prune } from "#server/pruners.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { storedText } from "../support/stored-text.ts";
import type { Browser } from "../support/test-app.ts";
import { setUpSignIns, tokenIn } from "./fixtures/sign-ins.ts";

const signIns = setUpSignIns();
const { sql, signIn, lettersTo } = signIns;

const day = 86_400_000;
const signOut = (browser: Browser) => browser.delete("/api/sessions/0");

describe("a sign-in from a new browser", () => {
  test("sends one letter that says when, where and how; its token is stored hashed (D54)", async () => {
    const browser = signIns.portal.visit();
    await browser
      .post("/api/sessions?time_zone=America/New_York", {
        username: signIns.luna.username,
        password,
      })
      .set(
        "User-Agent",
        "Mozilla/5.0 (Linux; Android 14) AppleWebKit Chrome/128.0 Mobile Safari/5",
      );
    const [letter = "", ...others] = await lettersTo(signIns.luna.email);
    expect(others).toEqual([]);
    expect(letter).toContain("Subject: New sign-in to your COS account");
    expect(letter).toContain("Browser: Chrome on Android");
    expect(letter).toContain("near New York");
    expect(letter).toMatch(/When: \d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M ET/);
    const token = tokenIn(letter);
    expect(token).toMatch(/^[0-9a-f-]{36}$/);
    for (const table of ["sign_in_notices", "sent_ledger", "audit_trail", "known_browsers"]) {
      expect(storedText(await sql()(table as "users"))).not.toContain(token);
    }
  });

  test("sends no letter the first time ever, nor again from a browser that signed in before", async () => {
    await signOut(signIns.known);
    expect(await signIn(signIns.known)).toBe(200);
    expect(await lettersTo(signIns.luna.email)).toEqual([]);
    const tablet = signIns.portal.visit();
    for (const _ of [1, 2, 3]) {
      expect(await signIn(tablet)).toBe(200);
      await signOut(tablet);
    }
    expect(await lettersTo(signIns.luna.email)).toHaveLength(1);
    expect(await sql()("known_browsers").where({ user_id: signIns.luna.id })).toHaveLength(2);
  });

  test("sends no letter after an accepted invitation, or a recovery in that browser", async () => {
    const link = await makeLink(sql(), signIns.luna.id, signIns.portal.services.clock());
    const browser = signIns.portal.visit();
    await browser.get(`/api/profile/authorize_password/${link}`);
    await browser.put("/api/profile/password_unchecked", { password: "from-the-link" });
    const body = { username: signIns.luna.username, password: "from-the-link" };
    expect((await browser.post("/api/sessions", body)).status).toBe(200);
    const letters = await lettersTo(signIns.luna.email);
    expect(letters.filter((letter) => letter.includes("New sign-in"))).toEqual([]);
  });

  test("on a shared phone is new for each of its users", async () => {
    const iris = await makePsychic(sql());
    expect(await signIn(signIns.portal.visit(), iris)).toBe(200);
    expect(await signIn(signIns.known, iris)).toBe(200);
    expect(await lettersTo(iris.email)).toHaveLength(1);
    expect(await signIn(signIns.known)).toBe(200);
    expect(await lettersTo(signIns.luna.email)).toEqual([]);
    const rows = await sql()("known_browsers").whereIn("user_id", [signIns.luna.id, iris.id]);
    const hashes = rows.map((row) => row.browser_hash.toString("hex"));
    expect([hashes.length, new Set(hashes).size]).toEqual([3, 2]);
  });

  test("of an earlier release, which left only the cookie's signature, is no new browser", async () => {
    await sql()("known_browsers").where({ user_id: signIns.luna.id }).delete();
    expect(await signIn(signIns.known)).toBe(200);
    expect(await lettersTo(signIns.luna.email)).toEqual([]);
    expect(await sql()("known_browsers").where({ user_id: signIns.luna.id })).toHaveLength(1);
  });

  test("stays known after a new password, though strangers' attempts then count for it (D2)", async () => {
    const boss = await makeManager(sql());
    const manager = signIns.portal.visit();
    await signIn(manager, boss);
    const body = { id: signIns.luna.id, password: "eight-stars" };
    expect((await manager.put("/api/profile/agent_password", body)).status).toBe(204);
    const credentials = { username: signIns.luna.username, password: "eight-stars" };
    expect((await signIns.known.post("/api/sessions", credentials)).status).toBe(200);
    const letters = await lettersTo(signIns.luna.email);
    expect(letters.filter((letter) => letter.includes("New sign-in"))).toEqual([]);
  });

  test("with the cookie of a stranger is still new", async () => {
    const stranger = signIns.portal.visit();
    const cookie = `device=${"A".repeat(22)}.${"B".repeat(43)}`;
    await stranger
      .post("/api/sessions", { username: signIns.luna.username, password })
      .set("Cookie", cookie);
    expect(await lettersTo(signIns.luna.email)).toHaveLength(1);
  });

  test("sends at most five letters a day to one account", async () => {
    for (let i = 0; i < 7; i++) expect(await signIn(signIns.portal.visit())).toBe(200);
    expect(await lettersTo(signIns.luna.email)).toHaveLength(5);
    await signIns.portal.advance(day + 1000);
    expect(await signIn(signIns.portal.visit())).toBe(200);
    expect(await lettersTo(signIns.luna.email)).toHaveLength(6);
  });

  test("sends one letter if the same browser signs in twice at once", async () => {
    const browser = signIns.portal.visit();
    const cookie = `device=${"C".repeat(22)}.${"D".repeat(43)}`;
    const body = { username: signIns.luna.username, password };
    await Promise.all(
      [1, 2, 3].map(() => browser.post("/api/sessions", body).set("Cookie", cookie)),
    );
    expect(await lettersTo(signIns.luna.email)).toHaveLength(1);
  });
});

test("browsers are forgotten 400 days after the last sign-in, notices after 14 days", async () => {
  await signIn(signIns.portal.visit());
  const runPrune = () => prune.handle(signIns.portal.services, {}, randomUUID());
  const rows = (table: "known_browsers" | "sign_in_notices") =>
    sql()(table).where({ user_id: signIns.luna.id });
  await signIns.portal.advance(13 * day);
  await runPrune();
  expect((await rows("sign_in_notices")).length).toBe(1);
  await signIns.portal.advance(2 * day);
  await runPrune();
  expect((await rows("sign_in_notices")).length).toBe(0);
  expect((await rows("known_browsers")).length).toBe(2);
  await signIns.portal.advance(386 * day);
  await runPrune();
  expect((await rows("known_browsers")).length).toBe(0);
});
