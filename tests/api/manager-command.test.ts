import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { oneRow } from "#server/db/one-row.ts";
import { makeLink } from "#server/features/sessions/passwords.ts";
import { sendRecoveryMail } from "#server/jobs/send-recovery-mail.ts";
import { clockArguments } from "../support/clock.ts";
import { patient } from "../support/patience.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

vi.setConfig({ testTimeout: patient(60_000) });

let portal: TestApp;
let manager: Account;
let browser: SignedIn;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(async () => {
  manager = await makeManager(sql());
  browser = await portal.signIn(manager.username, password);
});

const sql = () => portal.services.db.sql;
const statusOf = async (who: SignedIn) => (await who.get("/api/sessions/0")).status;
const epochOf = async (id: number) =>
  (await oneRow(sql()("users").where({ id }).first("session_epoch"))).session_epoch;
const signIn = async (given: string) =>
  (await portal.visit().post("/api/sessions", { username: manager.username, password: given }))
    .status;

describe("what SQL changes of a user", () => {
  test.each([
    ["a password", { password_hash: "another" }],
    ["no password", { password_hash: null }],
    ["a role", { role: "psychic" }],
  ] as const)("%s ends every session", async (_, change) => {
    const other = await portal.signIn(manager.username, password);
    await sql()("users").where({ id: manager.id }).update(change);
    expect([await statusOf(browser), await statusOf(other)]).toEqual([401, 401]);
  });

  test("and nothing else does: neither a name nor the same role and password again", async () => {
    const { role, password_hash } = await oneRow(sql()("users").where({ id: manager.id }).first());
    await sql()("users")
      .where({ id: manager.id })
      .update({ role, password_hash, first: "Another", email: "other@people.example" });
    expect(await statusOf(browser)).toBe(200);
  });

  test("and what raises the epoch itself raises it once, and keeps its own session", async () => {
    const psychic = await makePsychic(sql());
    const own = await portal.signIn(psychic.username, password);
    const changed = { old: password, password: "changed-1" };
    expect((await own.put("/api/profile/password", changed)).status).toBe(204);
    expect([await epochOf(psychic.id), await statusOf(own)]).toEqual([1, 200]);
    const given = { id: psychic.id, password: "given-one" };
    expect((await browser.put("/api/profile/agent_password", given)).status).toBe(204);
    expect([await epochOf(psychic.id), await statusOf(own)]).toEqual([2, 401]);
  });
});

/** Runs `npm run manager`. */
const run = (args: string[], given?: string) =>
  promisify(execFile)(
    process.execPath,
    [...clockArguments, join(import.meta.dirname, "../../server/commands/manager.ts"), ...args],
    {
      env: {
        ...process.env,
        DATABASE_URL: portal.databaseUrl,
        DATA_DIR: portal.webFolder,
        ...(given && { MANAGER_PASSWORD: given }),
      },
    },
  );
const auditOf = () =>
  sql()("audit_trail").where({ subject_id: manager.id, actor_id: null }).pluck("action");

describe("the command", () => {
  test("shuts a manager out at once: no session, no password, no link, until one is set", async () => {
    const link = await makeLink(sql(), manager.id, portal.services.clock());
    const { stdout } = await run(["shut-out", manager.username.toUpperCase()]);
    expect(stdout).toContain(`Manager ${manager.username} is shut out`);
    expect(await statusOf(browser)).toBe(401);
    expect(await signIn(password)).toBe(401);
    const opened = await portal.visit().get(`/api/profile/authorize_password/${link}`);
    expect(opened.status).toBe(404);
    portal.letters.length = 0;
    const asked = { email: manager.email, brand: "cos" };
    await sendRecoveryMail.handle(portal.services, asked, randomUUID());
    expect(portal.letters).toEqual([]);
    const login = await oneRow(sql()("logins").where({ user_id: manager.id }));
    expect(login.ended_at).not.toBeNull();

    await run(["password", manager.username], "let-in-again");
    expect(await signIn("let-in-again")).toBe(200);
    await sendRecoveryMail.handle(portal.services, asked, randomUUID());
    expect(portal.letters).toHaveLength(1);
    expect(await auditOf()).toEqual(expect.arrayContaining(["manager shut out", "password set"]));
  });

  test("corrects a manager's pay day (L8)", async () => {
    const { stdout } = await run(["pay-day", manager.username, "6"]);
    expect(stdout).toContain(`The pay day of ${manager.username} is now 6`);
    expect((await browser.get("/api/sessions/0")).body.pay_day).toBe(6);
    expect(await auditOf()).toContain("pay day corrected");
  });

  test("sets a password, which ends every session of before", async () => {
    const { stdout, stderr } = await run(["password", manager.username], "  set-by-command ");
    expect(`${stdout}${stderr}`).not.toContain("set-by-command");
    expect([await statusOf(browser), await signIn(password)]).toEqual([401, 401]);
    expect(await signIn("set-by-command")).toBe(200);
  });

  test("takes none of the commonest passwords, nor the username (C12)", async () => {
    for (const [given, says] of [
      ["iloveyou", /^Password is too common\n$/],
      [manager.username.toUpperCase(), /^Password must not be the username\n$/],
    ] as const) {
      await expect(run(["password", manager.username], given)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(says),
      });
    }
    expect(await signIn(password)).toBe(200);
  });

  test("shutting out hands the psychics over, and asks to whom (B3)", async () => {
    const mine = [
      await makePsychic(sql(), { manager_id: manager.id }),
      await makePsychic(sql(), { manager_id: manager.id }),
    ];
    const heir = await makeManager(sql());
    const gone = await makeManager(sql(), { password_hash: null });
    // Only a terminal is asked. Without one the command says what is missing and changes nothing.
    for (const [args, says] of [
      [[], /^Who takes over the 2 psychics of .*: add --successor=USERNAME\n$/],
      [["--successor=nobody at all"], /^No manager has this username\n$/],
      [[`--successor=${manager.username}`], /^The successor must be another manager/],
      [[`--successor=${gone.username}`], /is shut out and cannot take over psychics\n$/],
    ] as const) {
      await expect(run(["shut-out", manager.username, ...args])).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(says),
      });
    }
    expect(await signIn(password)).toBe(200);

    const given = ["shut-out", manager.username, `--successor=${heir.username}`];
    expect((await run(given)).stdout).toContain(
      `2 psychics moved from ${manager.username} to ${heir.username}`,
    );
    expect(await signIn(password)).toBe(401);
    for (const { id } of mine) {
      const { manager_id } = await oneRow(sql()("psychics").where({ user_id: id }).first());
      expect(manager_id).toBe(heir.id);
      const [noted] = await sql()("audit_trail").where({ subject_id: id, actor_id: null });
      expect(noted).toMatchObject({
        action: "manager changed",
        detail: { old: manager.id, new: heir.id },
      });
    }
    expect(await auditOf()).toEqual(
      expect.arrayContaining(["manager shut out", "psychics handed over"]),
    );
    // The psychics see their new manager's phone.
    const own = await portal.signIn(mine[0]?.username ?? "", password);
    expect((await own.get("/api/sessions/0")).body.manager_email).toBe(heir.email);
  });

  test("hands psychics over between managers, also from one who was shut out (B3)", async () => {
    const psychic = await makePsychic(sql(), { manager_id: manager.id });
    const heir = await makeManager(sql());
    await sql()("users").where({ id: manager.id }).update({ password_hash: null });
    const { stdout } = await run(["hand-over", manager.username, heir.username]);
    expect(stdout).toBe(`1 psychic moved from ${manager.username} to ${heir.username}\n`);
    const { manager_id } = await oneRow(sql()("psychics").where({ user_id: psychic.id }).first());
    expect(manager_id).toBe(heir.id);
    await expect(run(["hand-over", heir.username, manager.username])).rejects.toMatchObject({
      stderr: `Manager ${manager.username} is shut out and cannot take over psychics\n`,
    });
  });

  test("the last manager of a brand, and of all, can be shut out, and it is said (B3)", async () => {
    const heir = await makeManager(sql(), { brand: "onesun" });
    const psychic = await makePsychic(sql(), { manager_id: heir.id, brand: "onesun" });
    const others = await sql()("users")
      .where({ role: "manager" })
      .whereNotNull("password_hash")
      .whereNotIn("id", [heir.id, manager.id])
      .update({ password_hash: null })
      .returning("id");
    const first = await run(["shut-out", heir.username, `--successor=${manager.username}`]);
    expect(first.stdout).toContain(
      `onesun has no manager who can sign in. Its sign-ups and letters now go to ${manager.username}`,
    );
    const second = await run(["shut-out", manager.username]);
    expect(second.stdout).toContain("No manager can sign in now");
    expect(second.stdout).toContain(`1 psychic stays with ${manager.username}`);
    expect(others.length).toBeGreaterThan(0);
    const { manager_id } = await oneRow(sql()("psychics").where({ user_id: psychic.id }).first());
    expect(manager_id).toBe(manager.id);
  });

  test("says in one line what is wrong, and changes nothing", async () => {
    const psychic = await makePsychic(sql());
    for (const [args, given, says] of [
      [["shut-out", psychic.username], undefined, "No manager has this username\n"],
      [["password", "nobody at all"], "good-enough", "No manager has this username\n"],
      [["password", manager.username], "short", "Password is invalid\n"],
      [["shut-in", manager.username], undefined, /^Usage: npm run manager /],
      [["shut-out"], undefined, /^Usage: /],
      [["pay-day", manager.username, "0"], undefined, /^Usage: /],
      [["shut-out", manager.username, "canary"], undefined, /^Usage: /],
    ] as const) {
      await expect(run([...args], given)).rejects.toMatchObject({
        code: 1,
        stderr: typeof says === "string" ? says : expect.stringMatching(says),
      });
    }
    expect([await statusOf(browser), await signIn(password)]).toEqual([200, 200]);
    expect(await epochOf(psychic.id)).toBe(0);
  });
});
