import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listTrail } from "#server/features/audit/audit-trail.ts";
import { pinContext } from "#server/features/phones/phone-pin.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { endProcesses, spawnPortal } from "../support/portal-process.ts";
import { browserOf, openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let managerAccount: Awaited<ReturnType<typeof makeManager>>;
let luna: Awaited<ReturnType<typeof makePsychic>>;
let manager: SignedIn;

const userAgent =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
afterEach(() => endProcesses());
beforeEach(async () => {
  managerAccount = await makeManager(sql());
  luna = await makePsychic(sql(), { manager_id: managerAccount.id });
  const pin_sealed = portal.services.vault.seal("4711", pinContext(luna.id));
  await sql()("psychics").where({ user_id: luna.id }).update({ pin_sealed });
  manager = await portal.signIn(managerAccount.username, password);
});

const sql = () => portal.services.db.sql;
const shownPins = () => sql()("audit_trail").where({ action: "PIN shown", subject_id: luna.id });

describe("the trail and the log (C14)", () => {
  test("contain a truncated address and the kind of browser", async () => {
    portal.lines.length = 0;
    const browser = browserOf(portal.app, "203.0.113.77");
    const signIn = (typed: string) =>
      browser
        .post("/api/sessions", { username: luna.username, password: typed })
        .set("User-Agent", userAgent);
    expect((await signIn("wrong-one")).status).toBe(401);
    expect((await signIn(password)).status).toBe(200);
    const client = { address: "203.0.113.0/24", browser: "Chrome on Android" };
    const trail = await sql()("audit_trail").where({ subject_id: luna.id }).orderBy("id");
    expect(trail).toMatchObject([
      { action: "sign-in refused", ...client },
      { action: "signed in", ...client },
    ]);
    const requests = portal.lines.filter(({ message }) => message === "request");
    expect(requests).toMatchObject([
      { status: 401, ...client },
      { status: 200, ...client },
    ]);
    const all = JSON.stringify([portal.lines, trail]);
    expect(all).not.toContain("203.0.113.77");
    expect(all).not.toContain("Pixel");
  });

  test("record once an hour that a manager saw a PIN", async () => {
    for (let i = 0; i < 3; i++) {
      const answer = await manager.get(`/api/psychics/${luna.id}/profile`);
      expect(answer.body.pin).toBe("4711");
    }
    // Act as another process, which does not know the rows that this one wrote.
    portal.services.db = { ...portal.services.db };
    const otherProcess = browserOf(portal.app);
    await otherProcess.get(`/api/psychics/${luna.id}/profile`).set("Cookie", manager.cookie);
    const trail = await shownPins();
    expect(trail[0]).toMatchObject({
      actor_id: managerAccount.id,
      address: expect.stringMatching(/^10\.\d+\.\d+\.0\/24$/),
    });
    // A new hour may have begun during the test.
    const counted = await sql()("audit_hours").where({ about: String(luna.id) });
    expect(trail).toHaveLength(counted.length);
    expect(counted.reduce((sum, { times }) => sum + times, 0)).toBeLessThan(4);
    expect(JSON.stringify(await sql()("audit_trail"))).not.toContain("4711");
  });

  test("record that a refused save showed a PIN, but not that its owner saw it", async () => {
    const ownBrowser = await portal.signIn(luna.username, password);
    expect((await ownBrowser.get(`/api/psychics/${luna.id}/profile`)).body.pin).toBe("4711");
    expect(await shownPins()).toEqual([]);
    const stale = await manager
      .put(`/api/psychics/${luna.id}/profile`, { profile: { city: "Utica" } })
      .set("If-Match", '"profile-0-0"');
    expect(stale.body.current.pin).toBe("4711");
    expect(await shownPins()).toHaveLength(1);
  });
});

describe("npm run audit (C14)", () => {
  const run = async (...args: string[]) => {
    const script = { script: "server/commands/audit.ts", args };
    const env = { DATABASE_URL: portal.databaseUrl };
    const { code, output, errors } = await (await spawnPortal({ ...script, env })).ended;
    return { code, lines: output.trim().split("\n"), errors };
  };

  test("lists the trail newest first, filtered by user, action and time", async () => {
    await manager.put(`/api/psychics/${luna.id}/auto_email`, { autoEmail: false });
    const all = await run(`--user=${luna.username.toUpperCase()}`);
    expect(all).toMatchObject({ code: 0, errors: "" });
    expect(all.lines).toHaveLength(2);
    expect(all.lines[0]).toMatch(
      new RegExp(
        `^\\d{4}-[\\d-]+T[\\d:.]+Z {2}${managerAccount.username} {2}automated emails changed {2}` +
          `${luna.username} {2}10\\.[\\d.]+/24 {2}.*{"new":false,"old":true}$`,
      ),
    );
    expect(all.lines[1]).toBe("1 lines");
    const none = await run(`--user=${luna.id}`, "--action=signed in");
    expect(none.lines).toEqual(["0 lines"]);
    const byManager = await run(`--user=${managerAccount.id}`, "--since=1h", "--limit=1");
    expect(byManager.lines).toHaveLength(2);
    expect((await run("--user=nobody-of-ours")).errors).toContain("No user has this username");
    expect((await run("--since=yesterday")).errors).toContain("Usage: npm run audit");
  });

  test("counts actions that share one row an hour", async () => {
    const ownBrowser = await portal.signIn(luna.username, password);
    for (let i = 0; i < 3; i++) expect((await ownBrowser.get("/api/contacts")).status).toBe(403);
    const lines = await listTrail(sql(), {
      person: { id: luna.id, as: "either" },
      ...{ actions: ["refused"], limit: 9 },
    });
    expect(lines.reduce((sum, { times }) => sum + times, 0)).toBe(3);
  });
});
