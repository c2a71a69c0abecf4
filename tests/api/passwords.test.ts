import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeLogin } from "#seeds/builders/login.ts";
import { hashPassword } from "#server/crypto/passwords.ts";
import { makeLink } from "#server/features/sessions/passwords.ts";
import { weaknessOf } from "#server/features/sessions/weak-password.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let manager: Account;

beforeAll(async () => {
  portal = await openTestApp();
  manager = await makeManager(portal.services.db.sql, { username: "Margo" });
});
afterAll(() => portal.close());

const sql = () => portal.services.db.sql;

describe("passwords", () => {
  /** The sources of a user's logins in order, with " open" after those that are open. */
  const loginSources = async (id: number) => {
    const logins = await sql()("logins").where({ user_id: id }).orderBy("id");
    return logins.map(({ source, ended_at }) => `${source}${ended_at === null ? " open" : ""}`);
  };
  const logOnByPhone = (id: number) =>
    makeLogin(sql(), {
      ...{ user_id: id, source: "phone", external_id: `phone-${id}`, ended_at: null },
      started_at: portal.services.clock(),
    });

  test("D17: a change closes the logins of the sessions that it ends, but no phone login", async () => {
    const { username, id } = await makePsychic(sql());
    await logOnByPhone(id);
    const idle = await portal.signIn(username, password);
    await portal.advance(40 * 60_000);
    const session = await portal.signIn(username, password);
    await portal.signIn(username, password);
    expect(await loginSources(id)).toEqual([
      "phone open",
      "portal open",
      "portal open",
      "portal open",
    ]);
    const change = { old: password, password: "changed-2" };
    expect((await session.put("/api/profile/password", change)).status).toBe(204);
    expect(await loginSources(id)).toEqual(["phone open", "portal", "portal open", "portal"]);
    const [, idleLogin] = await sql()("logins").where({ user_id: id }).orderBy("id");
    expect(idleLogin).toBeDefined();
    expect(idleLogin?.ended_at).toBe(idleLogin?.last_action_at);
    expect((await idle.get("/api/sessions/0")).status).toBe(401);
    // The login of the session that made the change stays open until its sign-out.
    expect((await session.delete("/api/sessions/0")).status).toBe(204);
    expect(await loginSources(id)).toEqual(["phone open", "portal", "portal", "portal"]);
  });

  test("D17: a manager who sets a psychic's password closes the psychic's portal logins", async () => {
    const { username, id } = await makePsychic(sql());
    await logOnByPhone(id);
    await portal.signIn(username, password);
    const browser = await portal.signIn("Margo", password);
    const given = { id, password: "given-two" };
    expect((await browser.put("/api/profile/agent_password", given)).status).toBe(204);
    expect(await loginSources(id)).toEqual(["phone open", "portal"]);
    const open = await sql()("logins").where({ user_id: manager.id, ended_at: null });
    expect(open.length).toBeGreaterThan(0);
  });

  test("a change needs the old password and ends every other session", async () => {
    const { username, id } = await makePsychic(sql());
    const session = await portal.signIn(username, password);
    const other = await portal.signIn(username, password);
    const wrong = await session.put("/api/profile/password", {
      old: "not it",
      password: "changed-1",
    });
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors).toEqual([
      { path: "old", code: "invalid", message: "Password is not correct" },
    ]);
    const right = await session.put("/api/profile/password", {
      old: password,
      password: "  changed-1  ",
    });
    expect(right.status).toBe(204);
    expect((await session.get("/api/sessions/0")).body.user_id).toBe(id);
    expect((await other.get("/api/sessions/0")).status).toBe(401);
    await portal.signIn(username, "changed-1");
    await portal.signIn(username, " changed-1 ");
  });

  test.each([
    ["", "Password is required"],
    ["     ", "Password is required"],
    ["short", "Password is invalid"],
    ["x".repeat(51), "Password is invalid"],
    [undefined, "Password is required"],
    [7, "Password is required"],
  ])("a new password has 6 to 50 characters: %j is 422", async (given, message) => {
    const browser = await portal.signIn("Margo", password);
    const answer = await browser.put("/api/profile/password", { old: password, password: given });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ path: "password", message }]);
  });

  test("a manager can set only a psychic's password, and that ends the psychic's sessions", async () => {
    const { username, id } = await makePsychic(sql());
    const psychicsSession = await portal.signIn(username, password);
    const browser = await portal.signIn("Margo", password);
    const put = (userId: number) =>
      browser.put("/api/profile/agent_password", { id: userId, password: "given-one" });
    expect((await put(id)).status).toBe(204);
    expect((await psychicsSession.get("/api/sessions/0")).status).toBe(401);
    await portal.signIn(username, "given-one");
    expect((await put(manager.id)).status).toBe(404);
    expect((await put(2_000_000_000)).status).toBe(404);
  });
});

test("a user may guess the old password ten times, a manager too (B6)", async () => {
  const { username } = await makePsychic(sql());
  const browser = await portal.signIn(username, password);
  const boss = await portal.signIn("Margo", password);
  const change = (session: typeof browser) =>
    session.put("/api/profile/password", { old: "not it", password: "changed-9" });
  for (const session of [browser, boss]) {
    for (let tries = 0; tries < 10; tries++) expect((await change(session)).status).toBe(422);
    const refused = await change(session);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  }
});

describe("a new password (C12)", () => {
  const refusalOf = (answer: { status: number; body: { errors?: unknown } }) => [
    answer.status,
    answer.body.errors,
  ];
  const weakBecause = (message: string) => [422, [{ path: "password", code: "weak", message }]];
  const common = weakBecause("Password is too common");
  const asUsername = weakBecause("Password must not be the username");

  test("must not be common or the username, in any letter case, on every endpoint that sets it", async () => {
    const { id, username } = await makePsychic(sql(), { username: "Wanda-Weak" });
    const session = await portal.signIn(username, password);
    const boss = await portal.signIn("Margo", password);
    const browser = portal.visit();
    const link = await makeLink(sql(), id, portal.services.clock());
    await browser.get(`/api/profile/authorize_password/${link}`);
    const setters = [
      (text: string) => session.put("/api/profile/password", { old: password, password: text }),
      (text: string) => boss.put("/api/profile/agent_password", { id, password: text }),
      (text: string) => browser.put("/api/profile/password_unchecked", { password: text }),
    ];
    for (const set of setters) {
      for (const text of ["123456", " 123456 ", "qwertyuiop", "PassWord", "Football"]) {
        expect(refusalOf(await set(text)), text).toEqual(common);
      }
      expect(refusalOf(await set(" wANDA-wEAK "))).toEqual(asUsername);
    }
    // A refusal leaves the session and the link valid. A new password ends the link.
    for (const [index, set] of setters.entries()) {
      if (index === 0) expect((await set("moonlit tide 4")).status).toBe(204);
      if (index === 2) expect((await set("moonlit tide 5")).status).toBe(403);
    }
  });

  test("leaves a stored common password valid and accepts the demo's passwords", async () => {
    for (const name of ["luna", "orion", "iris", "sage", "manager"]) {
      expect(await weaknessOf(`${name}-demo`, name)).toBeNull();
    }
    const { username } = await makePsychic(sql(), { password_hash: await hashPassword("123456") });
    const answer = await portal.visit().post("/api/sessions", { username, password: "123456" });
    expect(answer.status).toBe(200);
  });
});
