import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { oneRow } from "#server/db/one-row.ts";
import { makeLink } from "#server/features/sessions/passwords.ts";
import { sendRecoveryMail } from "#server/jobs/send-recovery-mail.ts";
import { clockArguments } from "../support/clock.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

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
const statusOf = async (session: SignedIn) => (await session.get("/api/sessions/0")).status;
const epochOf = async (id: number) =>
  (await oneRow(sql()("users").where({ id }).first("session_epoch"))).session_epoch;
const signIn = async (text: string) =>
  (await portal.visit().post("/api/sessions", { username: manager.username, password: text }))
    .status;

describe("an update of a user in SQL", () => {
  test.each([
    ["a new password", { password_hash: "another" }],
    ["no password", { password_hash: null }],
    ["a new role", { role: "psychic" }],
  ] as const)("%s ends every session", async (_, change) => {
    const other = await portal.signIn(manager.username, password);
    await sql()("users").where({ id: manager.id }).update(change);
    expect([await statusOf(browser), await statusOf(other)]).toEqual([401, 401]);
  });

  test("a new name, or the same role and password again, ends no session", async () => {
    const { role, password_hash } = await oneRow(sql()("users").where({ id: manager.id }).first());
    await sql()("users")
      .where({ id: manager.id })
      .update({ role, password_hash, first: "Another", email: "other@people.example" });
    expect(await statusOf(browser)).toBe(200);
  });

  test("a password change raises the session epoch once and keeps only the session that made it", async () => {
    const psychic = await makePsychic(sql());
    const psychicsSession = await portal.signIn(psychic.username, password);
    const ownChange = { old: password, password: "changed-1" };
    expect((await psychicsSession.put("/api/profile/password", ownChange)).status).toBe(204);
    expect([await epochOf(psychic.id), await statusOf(psychicsSession)]).toEqual([1, 200]);
    const managersChange = { id: psychic.id, password: "given-one" };
    expect((await browser.put("/api/profile/agent_password", managersChange)).status).toBe(204);
    expect([await epochOf(psychic.id), await statusOf(psychicsSession)]).toEqual([2, 401]);
  });
});

/** Runs `npm run manager`. */
const run = (args: string[], newPassword?: string) =>
  promisify(execFile)(
    process.execPath,
    [...clockArguments, join(import.meta.dirname, "../../server/commands/manager.ts"), ...args],
    {
      env: {
        ...process.env,
        DATABASE_URL: portal.databaseUrl,
        DATA_DIR: portal.webFolder,
        ...(newPassword && { MANAGER_PASSWORD: newPassword }),
      },
    },
  );
const auditActions = () =>
  sql()("audit_trail").where({ subject_id: manager.id, actor_id: null }).pluck("action");

describe("npm run manager", () => {
  test("shuts a manager out: session, password and link fail until a new password is set", async () => {
    const link = await makeLink(sql(), manager.id, portal.services.clock());
    await sql()("invitations").insert({
      user_id: manager.id,
      invited_at: new Date(),
      link_days: 7,
    });
    const { stdout } = await run(["shut-out", manager.username.toUpperCase()]);
    expect(stdout).toContain(`Manager ${manager.username} is shut out`);
    expect(await sql()("invitations").where({ user_id: manager.id })).toEqual([]);
    expect(await statusOf(browser)).toBe(401);
    expect(await signIn(password)).toBe(401);
    const opened = await portal.visit().get(`/api/profile/authorize_password/${link}`);
    expect(opened.status).toBe(404);
    portal.letters.length = 0;
    const recovery = { email: manager.email, brand: "cos" };
    await sendRecoveryMail.handle(portal.services, recovery, randomUUID());
    expect(portal.letters).toEqual([]);
    const login = await oneRow(sql()("logins").where({ user_id: manager.id }));
    expect(login.ended_at).not.toBeNull();

    await run(["password", manager.username], "let-in-again");
    expect(await signIn("let-in-again")).toBe(200);
    await sendRecoveryMail.handle(portal.services, recovery, randomUUID());
    expect(portal.letters).toHaveLength(1);
    expect(await auditActions()).toEqual(
      expect.arrayContaining(["manager shut out", "password set"]),
    );
  });

  test("corrects a manager's pay day (L8)", async () => {
    const { stdout } = await run(["pay-day", manager.username, "6"]);
    expect(stdout).toContain(`The pay day of ${manager.username} is now 6`);
    expect((await browser.get("/api/sessions/0")).body.pay_day).toBe(6);
    expect(await auditActions()).toContain("pay day corrected");
  });

  test("sets a password and ends every earlier session", async () => {
    const { stdout, stderr } = await run(["password", manager.username], "  set-by-command ");
    expect(`${stdout}${stderr}`).not.toContain("set-by-command");
    expect([await statusOf(browser), await signIn(password)]).toEqual([401, 401]);
    expect(await signIn("set-by-command")).toBe(200);
  });

  test("resets the sign-in of an owner who has lost the code app", async () => {
    await browser.post("/api/code_app");
    await sql()("code_apps")
      .where({ user_id: manager.id })
      .update({ secret_sealed: Buffer.from("any"), confirmed_at: new Date() });
    expect(await signIn(password)).toBe(409);
    expect((await run(["reset-sign-in", manager.username])).stdout).toContain(
      "signs in with only the password now",
    );
    expect(await statusOf(browser)).toBe(401);
    expect(await signIn(password)).toBe(200);
  });

  test("refuses a common password and the username (C12)", async () => {
    for (const [newPassword, message] of [
      ["iloveyou", /^Password is too common\n$/],
      [manager.username.toUpperCase(), /^Password must not be the username\n$/],
    ] as const) {
      await expect(run(["password", manager.username], newPassword)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(message),
      });
    }
    expect(await signIn(password)).toBe(200);
  });

  test("shutting out a manager who has psychics needs a successor, who gets them (B3)", async () => {
    const psychics = [
      await makePsychic(sql(), { manager_id: manager.id }),
      await makePsychic(sql(), { manager_id: manager.id }),
    ];
    const successor = await makeManager(sql());
    const shutOut = await makeManager(sql(), { password_hash: null });
    // Without a terminal the command cannot ask for the successor, so it fails.
    for (const [args, message] of [
      [[], /^Who takes over the 2 psychics of .*: add --successor=USERNAME\n$/],
      [["--successor=nobody at all"], /^No manager has this username\n$/],
      [[`--successor=${manager.username}`], /^The successor must be another manager/],
      [
        [`--successor=${shutOut.username}`],
        /cannot take over psychics: shut out, or a role without psychics\n$/,
      ],
    ] as const) {
      await expect(run(["shut-out", manager.username, ...args])).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(message),
      });
    }
    expect(await signIn(password)).toBe(200);

    const args = ["shut-out", manager.username, `--successor=${successor.username}`];
    expect((await run(args)).stdout).toContain(
      `2 psychics moved from ${manager.username} to ${successor.username}`,
    );
    expect(await signIn(password)).toBe(401);
    for (const { id } of psychics) {
      const { manager_id } = await oneRow(sql()("psychics").where({ user_id: id }).first());
      expect(manager_id).toBe(successor.id);
      const [entry] = await sql()("audit_trail").where({ subject_id: id, actor_id: null });
      expect(entry).toMatchObject({
        action: "manager changed",
        detail: { old: manager.id, new: successor.id },
      });
    }
    expect(await auditActions()).toEqual(
      expect.arrayContaining(["manager shut out", "psychics handed over"]),
    );
    // The psychics see their new manager's e-mail address.
    const psychicsSession = await portal.signIn(psychics[0]?.username ?? "", password);
    expect((await psychicsSession.get("/api/sessions/0")).body.manager_email).toBe(successor.email);
  });

  test("hands psychics over from a shut-out manager, but not to a shut-out one (B3)", async () => {
    const psychic = await makePsychic(sql(), { manager_id: manager.id });
    const successor = await makeManager(sql());
    await sql()("users").where({ id: manager.id }).update({ password_hash: null });
    const { stdout } = await run(["hand-over", manager.username, successor.username]);
    expect(stdout).toBe(`1 psychic moved from ${manager.username} to ${successor.username}\n`);
    const { manager_id } = await oneRow(sql()("psychics").where({ user_id: psychic.id }).first());
    expect(manager_id).toBe(successor.id);
    await expect(run(["hand-over", successor.username, manager.username])).rejects.toMatchObject({
      stderr: `Manager ${manager.username} cannot take over psychics: shut out, or a role without psychics\n`,
    });
  });

  test("shutting out the last manager of a brand, or of all brands, prints a warning (B3)", async () => {
    const successor = await makeManager(sql(), { brand: "onesun" });
    const psychic = await makePsychic(sql(), { manager_id: successor.id, brand: "onesun" });
    const otherManagers = await sql()("users")
      .where({ role: "manager" })
      .whereNotNull("password_hash")
      .whereNotIn("id", [successor.id, manager.id])
      .update({ password_hash: null })
      .returning("id");
    const first = await run(["shut-out", successor.username, `--successor=${manager.username}`]);
    expect(first.stdout).toContain(
      `onesun has no manager who can sign in. Its sign-ups and letters now go to ${manager.username}`,
    );
    const second = await run(["shut-out", manager.username]);
    expect(second.stdout).toContain("No manager can sign in now");
    expect(second.stdout).toContain(`1 psychic stays with ${manager.username}`);
    expect(otherManagers.length).toBeGreaterThan(0);
    const { manager_id } = await oneRow(sql()("psychics").where({ user_id: psychic.id }).first());
    expect(manager_id).toBe(manager.id);
  });

  test("a wrong argument prints its reason and changes nothing", async () => {
    const psychic = await makePsychic(sql());
    for (const [args, newPassword, message] of [
      [["shut-out", psychic.username], undefined, "No manager has this username\n"],
      [["password", "nobody at all"], "good-enough", "No manager has this username\n"],
      [["password", manager.username], "short", "Password is invalid\n"],
      [["shut-in", manager.username], undefined, /^Usage: npm run manager /],
      [["shut-out"], undefined, /^Usage: /],
      [["pay-day", manager.username, "0"], undefined, /^Usage: /],
      [["shut-out", manager.username, "canary"], undefined, /^Usage: /],
    ] as const) {
      await expect(run([...args], newPassword)).rejects.toMatchObject({
        code: 1,
        stderr: typeof message === "string" ? message : expect.stringMatching(message),
      });
    }
    expect([await statusOf(browser), await signIn(password)]).toEqual([200, 200]);
    expect(await epochOf(psychic.id)).toBe(0);
  });
});
