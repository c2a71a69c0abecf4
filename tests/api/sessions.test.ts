import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { oneRow } from "#server/db/one-row.ts";
import { sessionLife } from "#server/http/session-store.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let manager: Awaited<ReturnType<typeof makeManager>>;
let psychic: Awaited<ReturnType<typeof makePsychic>>;

beforeAll(async () => {
  portal = await openTestApp();
  const { sql } = portal.services.db;
  manager = await makeManager(sql, { username: "Margo", first: "Margo", last: "Fields" });
  psychic = await makePsychic(sql, { username: "Luna", manager_id: manager.id });
  await sql("phones").insert({
    user_id: manager.id,
    place: 1,
    phone_number: "2125550101",
    preferred: true,
  });
});
afterAll(() => portal.close());

const sql = () => portal.services.db.sql;
const sessionCookie = (setCookie: string | string[] | undefined) =>
  [setCookie].flat().find((cookie) => cookie?.startsWith("sid=")) ?? "";

describe("signing in", () => {
  test("answers the session, with the psychic's manager", async () => {
    const answer = await portal.visit().post("/api/sessions", { username: "luna", password });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      user_id: psychic.id,
      username: "Luna",
      first: "Robin",
      manager: manager.id,
      manager_name: "Margo Fields",
      manager_phone: "2125550101",
      manager_email: manager.email,
      pay_day: 1,
    });
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test("answers a manager's session without a manager", async () => {
    const answer = await portal.visit().post("/api/sessions", { username: "MARGO ", password });
    expect(answer.body).toMatchObject({ user_id: manager.id, manager: null, manager_name: null });
  });

  test("sets a cookie that scripts and other sites never get", async () => {
    const answer = await portal.visit().post("/api/sessions", { username: "Luna", password });
    const cookie = sessionCookie(answer.headers["set-cookie"]);
    expect(cookie).toMatch(/^sid=s%3A/);
    expect(cookie).toContain("HttpOnly");
    expect(cookie).toContain("SameSite=Strict");
    expect(cookie).toContain("Path=/");
    expect(cookie).not.toContain("Domain");
    const expires = Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? "");
    expect(expires - Date.now()).toBeGreaterThan(sessionLife.psychic.atMost - 60_000);
  });

  test("a wrong password, an unknown name, Blacklist and Inactive get the same answer", async () => {
    const { sql } = portal.services.db;
    await makePsychic(sql, { username: "shut", psychic: { account_status: "Blacklist" } });
    await makePsychic(sql, { username: "idle", psychic: { account_status: "Inactive" } });
    const bodies = [];
    for (const [username, given] of [
      ["Luna", "wrong-one"],
      ["nobody", password],
      ["shut", password],
      ["idle", password],
      ["", ""],
    ]) {
      const answer = await portal.visit().post("/api/sessions", { username, password: given });
      expect(answer.status).toBe(401);
      expect(answer.headers["set-cookie"]).toBeUndefined();
      bodies.push(answer.body);
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  test.each(["Pending", "Flagged", "Screened"] as const)(
    "a %s account may sign in",
    async (status) => {
      const { username } = await makePsychic(sql(), { psychic: { account_status: status } });
      const answer = await portal.visit().post("/api/sessions", { username, password });
      expect(answer.status).toBe(200);
    },
  );

  test("gives the session a new id, so that nobody can use an id planted before", async () => {
    const browser = portal.visit();
    const first = await browser.post("/api/sessions", { username: "Luna", password });
    const second = await browser.post("/api/sessions", { username: "Luna", password });
    expect(sessionCookie(second.headers["set-cookie"])).not.toBe(
      sessionCookie(first.headers["set-cookie"]),
    );
    const old = await portal
      .visit()
      .get("/api/sessions/0")
      .set("Cookie", sessionCookie(first.headers["set-cookie"]).split(";")[0] ?? "");
    expect(old.status).toBe(401);
  });

  test("an account must wait after ten wrong attempts; right ones do not count", async () => {
    const { username } = await makePsychic(sql());
    for (let i = 0; i < 12; i++) {
      const right = await portal.visit().post("/api/sessions", { username, password });
      expect(right.status).toBe(200);
    }
    for (let i = 0; i < 10; i++) {
      const wrong = await portal.visit().post("/api/sessions", { username, password: "nonsense" });
      expect(wrong.status).toBe(401);
    }
    const next = await portal.visit().post("/api/sessions", { username, password });
    expect(next.status).toBe(429);
    expect(Number(next.headers["retry-after"])).toBeGreaterThan(0);
  });

  test("an address must wait after 100 wrong attempts, even with a forged X-Forwarded-For", async () => {
    const browser = portal.visit();
    for (let i = 0; i < 100; i++) {
      const wrong = await browser.post("/api/sessions", { username: `no-${i}`, password: "x" });
      expect(wrong.status).toBe(401);
    }
    const next = await browser.post("/api/sessions", { username: "Luna", password });
    expect(next.status).toBe(429);
    // The portal trusts one proxy. The client may have invented everything before that proxy's entry.
    const forged = await browser
      .post("/api/sessions", { username: "Luna", password })
      .set("X-Forwarded-For", `1.2.3.4, ${browser.address}`);
    expect(forged.status).toBe(429);
  });
});

describe("a session", () => {
  test("answers its user; without a session the answer is 401", async () => {
    const browser = await portal.signIn("Luna", password);
    const mine = await browser.get("/api/sessions/0");
    expect(mine.body.user_id).toBe(psychic.id);
    expect((await portal.visit().get("/api/sessions/0")).status).toBe(401);
  });

  test("ends at sign-out, which writes the logout time", async () => {
    const { username, id } = await makePsychic(sql());
    const browser = await portal.signIn(username, password);
    await portal.advance(60_000);
    const signedOut = await browser.delete("/api/sessions/0");
    expect(signedOut.status).toBe(204);
    expect(signedOut.get("Set-Cookie")).toEqual([
      expect.stringMatching(/^sid=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly/),
    ]);
    expect((await browser.get("/api/sessions/0")).status).toBe(401);
    const again = await portal.visit().get("/api/sessions/0").set("Cookie", browser.cookie);
    expect(again.status).toBe(401);
    const login = await oneRow(sql()("logins").where({ user_id: id }));
    expect(
      Date.parse(login.ended_at as string) - Date.parse(login.started_at),
    ).toBeGreaterThanOrEqual(60_000);
  });

  test("is not written by reads within five minutes, nor ever by a poll", async () => {
    const browser = await portal.signIn("Luna", password);
    const rows = () => sql()("sessions").where({ user_id: psychic.id }).orderBy("sid");
    const before = await rows();
    await portal.advance(4 * 60_000);
    await browser.get("/api/sessions/0");
    expect(await rows()).toEqual(before);
    await portal.advance(2 * 60_000);
    await browser.get(`/api/psychics/${psychic.id}/status`);
    expect(await rows()).toEqual(before);
    await browser.get("/api/sessions/0");
    expect(await rows()).not.toEqual(before);
  });

  test.each([
    ["psychic", "Luna"],
    ["manager", "Margo"],
  ] as const)("of a %s ends when it is idle and at its maximum age", async (role, username) => {
    const { idle, atMost } = sessionLife[role];
    const idleOne = await portal.signIn(username, password);
    const busyOne = await portal.signIn(username, password);
    let age = 0;
    while (age + idle * 0.9 < atMost) {
      age += idle * 0.9;
      await portal.advance(idle * 0.9);
      expect((await busyOne.get("/api/sessions/0")).status).toBe(200);
      if (age > idle) expect((await idleOne.get("/api/sessions/0")).status).toBe(401);
    }
    await portal.advance(atMost - age);
    expect((await busyOne.get("/api/sessions/0")).status).toBe(401);
  });

  test("keeps one login open, and opens another after half an hour without activity", async () => {
    const { username, id } = await makePsychic(sql());
    const browser = await portal.signIn(username, password);
    await portal.advance(10 * 60_000);
    await browser.get("/api/sessions/0");
    await portal.advance(25 * 60_000);
    await browser.get("/api/sessions/0");
    expect(await sql()("logins").where({ user_id: id })).toHaveLength(1);
    await portal.advance(31 * 60_000);
    await browser.get("/api/sessions/0");
    const logins = await sql()("logins").where({ user_id: id }).orderBy("id");
    expect(logins).toHaveLength(2);
    const [first] = logins as [(typeof logins)[0], (typeof logins)[0]];
    expect(Date.parse(first.last_action_at) - Date.parse(first.started_at)).toBeCloseTo(
      35 * 60_000,
      -4,
    );
  });
});

test("a session is extended by a request although its last use seems to be in the future", async () => {
  const { username, id } = await makePsychic(sql());
  const browser = await portal.signIn(username, password);
  const now = portal.services.clock().getTime();
  await sql().raw(
    `update sessions set sess = jsonb_set(sess::jsonb, '{touchedAt}', to_jsonb(?::bigint))
      where user_id = ?`,
    [now + 60 * 60_000, id],
  );
  expect((await browser.get("/api/profile")).status).toBe(200);
  const { sess } = await oneRow(sql()("sessions").where({ user_id: id }));
  expect(sess).toMatchObject({ touchedAt: expect.closeTo(now, -5) });
});

describe("a request that a page makes by itself", () => {
  test("does not count as activity: it neither extends the session nor opens a login", async () => {
    const { username, id } = await makePsychic(sql());
    const browser = await portal.signIn(username, password);
    const state = async () => [
      await sql()("sessions").where({ user_id: id }),
      await sql()("logins").where({ user_id: id }),
    ];
    const before = await state();
    await portal.advance(31 * 60_000);
    for (const path of [`psychics/${id}/schedule`, `psychics/${id}/readings`, "profile"]) {
      const answer = await browser.get(`/api/${path}`).set("X-Background", "1");
      expect(answer.status).toBe(200);
    }
    const { status } = await browser.put("/api/push/settings", {}).set("X-Background", "1");
    expect(status).toBe(204);
    expect(await state()).toEqual(before);
    // The same request by a person is activity.
    expect((await browser.get("/api/profile").set("X-Background", "0")).status).toBe(200);
    const [sessions, logins] = await state();
    expect(sessions).not.toEqual(before[0]);
    expect(logins).toHaveLength(2);
  });

  test("for the count of busy psychics does not count as a manager's activity", async () => {
    const { username, id } = await makeManager(sql());
    const browser = await portal.signIn(username, password);
    await portal.advance(31 * 60_000);
    const before = await sql()("sessions").where({ user_id: id });
    expect((await browser.get("/api/psychics/busy")).status).toBe(200);
    expect(await sql()("sessions").where({ user_id: id })).toEqual(before);
    expect(await sql()("logins").where({ user_id: id })).toHaveLength(1);
  });
});

test("D45: every user has their own key for the kept data, the same at every sign-in", async () => {
  const keyOf = async (username: string) => {
    const { body, headers } = await (await portal.signIn(username, password)).get("/api/kept_key");
    expect(headers["cache-control"]).toBe("no-store");
    return body.key;
  };
  const { username } = await makePsychic(sql());
  const key = await keyOf(username);
  expect(Buffer.from(key, "base64")).toHaveLength(32);
  expect(await keyOf(username)).toBe(key);
  expect(await keyOf("Margo")).not.toBe(key);
});
