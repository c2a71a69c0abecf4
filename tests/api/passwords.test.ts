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
  /** The sources of a user's work sessions in order. Open sessions are marked. */
  const records = async (id: number) => {
    const logins = await sql()("logins").where({ user_id: id }).orderBy("id");
    return logins.map(({ source, ended_at }) => `${source}${ended_at === null ? " open" : ""}`);
  };
  const onThePhone = (id: number) =>
    makeLogin(sql(), {
      ...{ user_id: id, source: "phone", external_id: `phone-${id}`, ended_at: null },
      started_at: portal.services.clock(),
    });

  test("D17: a change closes the records of the sessions that it ends, not the phone's", async () => {
    const { username, id } = await makePsychic(sql());
    await onThePhone(id);
    const idle = await portal.signIn(username, password);
    await portal.advance(40 * 60_000);
    const mine = await portal.signIn(username, password);
    await portal.signIn(username, password);
    expect(await records(id)).toEqual(["phone open", "portal open", "portal open", "portal open"]);
    const change = { old: password, password: "changed-2" };
    expect((await mine.put("/api/profile/password", change)).status).toBe(204);
    expect(await records(id)).toEqual(["phone open", "portal", "portal open", "portal"]);
    const [, rested] = await sql()("logins").where({ user_id: id }).orderBy("id");
    expect(rested).toBeDefined();
    expect(rested?.ended_at).toBe(rested?.last_action_at);
    expect((await idle.get("/api/sessions/0")).status).toBe(401);
    // The session that continues keeps its work session.
    expect((await mine.delete("/api/sessions/0")).status).toBe(204);
    expect(await records(id)).toEqual(["phone open", "portal", "portal", "portal"]);
  });

  test("D17: so does a manager who sets a psychic's", async () => {
    const { username, id } = await makePsychic(sql());
    await onThePhone(id);
    await portal.signIn(username, password);
    const browser = await portal.signIn("Margo", password);
    const given = { id, password: "given-two" };
    expect((await browser.put("/api/profile/agent_password", given)).status).toBe(204);
    expect(await records(id)).toEqual(["phone open", "portal"]);
    const open = await sql()("logins").where({ user_id: manager.id, ended_at: null });
    expect(open.length).toBeGreaterThan(0);
  });

  test("a change needs the old one, and ends every other session", async () => {
    const { username, id } = await makePsychic(sql());
    const mine = await portal.signIn(username, password);
    const other = await portal.signIn(username, password);
    const wrong = await mine.put("/api/profile/password", { old: "not it", password: "changed-1" });
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors).toEqual([
      { path: "old", code: "invalid", message: "Password is not correct" },
    ]);
    const right = await mine.put("/api/profile/password", {
      old: password,
      password: "  changed-1  ",
    });
    expect(right.status).toBe(204);
    expect((await mine.get("/api/sessions/0")).body.user_id).toBe(id);
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
  ])("a new one has 6 to 50 characters: %j", async (given, message) => {
    const browser = await portal.signIn("Margo", password);
    const answer = await browser.put("/api/profile/password", { old: password, password: given });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ path: "password", message }]);
  });

  test("a manager sets a psychic's, whose sessions end, and nobody else's", async () => {
    const { username, id } = await makePsychic(sql());
    const theirs = await portal.signIn(username, password);
    const browser = await portal.signIn("Margo", password);
    const put = (who: number) =>
      browser.put("/api/profile/agent_password", { id: who, password: "given-one" });
    expect((await put(id)).status).toBe(204);
    expect((await theirs.get("/api/sessions/0")).status).toBe(401);
    await portal.signIn(username, "given-one");
    expect((await put(manager.id)).status).toBe(404);
    expect((await put(2_000_000_000)).status).toBe(404);
  });
});

test("an old password cannot be found out by trying: ten a quarter of an hour, a manager's neither (B6)", async () => {
  const { username } = await makePsychic(sql());
  const browser = await portal.signIn(username, password);
  const boss = await portal.signIn("Margo", password);
  const change = (by: typeof browser) =>
    by.put("/api/profile/password", { old: "not it", password: "changed-9" });
  for (const by of [browser, boss]) {
    for (let tries = 0; tries < 10; tries++) expect((await change(by)).status).toBe(422);
    const refused = await change(by);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  }
});

describe("a new password (C12)", () => {
  const refused = (answer: { status: number; body: { errors?: unknown } }) => [
    answer.status,
    answer.body.errors,
  ];
  const because = (message: string) => [422, [{ path: "password", code: "weak", message }]];
  const common = because("Password is too common");
  const asUsername = because("Password must not be the username");

  test("is none of the commonest, nor the username, in any case, however it is set", async () => {
    const { id, username } = await makePsychic(sql(), { username: "Wanda-Weak" });
    const mine = await portal.signIn(username, password);
    const boss = await portal.signIn("Margo", password);
    const browser = portal.visit();
    const link = await makeLink(sql(), id, portal.services.clock());
    await browser.get(`/api/profile/authorize_password/${link}`);
    const ways = [
      (text: string) => mine.put("/api/profile/password", { old: password, password: text }),
      (text: string) => boss.put("/api/profile/agent_password", { id, password: text }),
      (text: string) => browser.put("/api/profile/password_unchecked", { password: text }),
    ];
    for (const set of ways) {
      for (const text of ["123456", " 123456 ", "qwertyuiop", "PassWord", "Football"]) {
        expect(refused(await set(text)), text).toEqual(common);
      }
      expect(refused(await set(" wANDA-wEAK "))).toEqual(asUsername);
    }
    // The link and the sessions still work.
    for (const [index, set] of ways.entries()) {
      if (index === 0) expect((await set("moonlit tide 4")).status).toBe(204);
      if (index === 2) expect((await set("moonlit tide 5")).status).toBe(403);
    }
  });

  test("does not make one of before worthless, such as the demo's", async () => {
    for (const name of ["luna", "orion", "iris", "sage", "manager"]) {
      expect(await weaknessOf(`${name}-demo`, name)).toBeNull();
    }
    const { username } = await makePsychic(sql(), { password_hash: await hashPassword("123456") });
    const answer = await portal.visit().post("/api/sessions", { username, password: "123456" });
    expect(answer.status).toBe(200);
  });
});
