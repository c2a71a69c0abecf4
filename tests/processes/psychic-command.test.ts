import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { oneRow } from "#server/db/one-row.ts";
import { clockArguments } from "../support/clock.ts";
import { makePsychic, password } from "../support/people.ts";
import { openTestApp, type TestApp, testKeys } from "../support/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const sql = () => portal.services.db.sql;

/** Runs `npm run psychic`. */
function run(args: string[], stdin = "") {
  const running = promisify(execFile)(
    process.execPath,
    [...clockArguments, join(import.meta.dirname, "../../server/commands/psychic.ts"), ...args],
    {
      env: {
        ...process.env,
        DATABASE_URL: portal.databaseUrl,
        DATA_DIR: portal.webFolder,
        DATA_KEYS: testKeys,
      },
    },
  );
  running.child.stdin?.end(stdin);
  return running;
}

const rowOf = (id: number) => sql()("psychics").where({ user_id: id }).first();
const auditEntries = (id: number) => sql()("audit_trail").where({ subject_id: id, actor_id: null });

describe("npm run psychic (L8)", () => {
  test("corrects the pay day", async () => {
    const { id, username } = await makePsychic(sql());
    const own = await portal.signIn(username, password);
    const { stdout } = await run(["pay-day", username.toUpperCase(), "4"]);
    expect(stdout).toContain(`The pay day of ${username} is now 4`);
    expect((await own.get("/api/sessions/0")).body.pay_day).toBe(4);
    expect(await auditEntries(id)).toMatchObject([
      { action: "pay day corrected", detail: { old: 1, new: 4 } },
    ]);
  });

  test("corrects the SSN, stores it sealed and prints it nowhere", async () => {
    const { id, username } = await makePsychic(sql());
    const { stdout, stderr } = await run(["ssn", username], "987-65-4321\n");
    expect(`${stdout}${stderr}`).not.toMatch(/987.?65.?4321/);
    const { vault } = portal.services;
    const row = await oneRow(rowOf(id));
    const context = { table: "psychics", column: "ssn_sealed", userId: id };
    expect(vault.open(row.ssn_sealed as Buffer, context)).toBe("987654321");
    expect(row.ssn_index).toEqual(vault.index("ssn", "987654321"));
    expect(row.requires_approval).toBe(false);
    const entry = await oneRow(auditEntries(id));
    expect(entry.action).toBe("SSN corrected");
    expect(JSON.stringify(entry)).not.toContain("987654321");
  });

  test("looks for linked accounts again, as sign-up does (D5)", async () => {
    const ssn_index = portal.services.vault.index("ssn", "111223333");
    const raven = await makePsychic(sql(), { psychic: { account_status: "Blacklist" } });
    await sql()("psychics").where({ user_id: raven.id }).update({ ssn_index });
    const { id, username } = await makePsychic(sql(), { psychic: { account_status: "Pending" } });
    const own = await portal.signIn(username, password);
    const versionShown = async () => (await own.get(`/api/psychics/${id}/profile`)).headers.etag;
    const before = await versionShown();
    const linked = await run(["ssn", username], "111223333\n");
    // The new version refuses approvals from screens that were loaded before the link.
    expect(await versionShown()).not.toBe(before);
    expect(linked.stdout).toContain(`Linked with these blacklisted accounts: ${raven.username}`);
    expect((await oneRow(rowOf(id))).requires_approval).toBe(true);
    // Correcting the SSN removes the link.
    await run(["ssn", username], "111223334\n");
    expect((await oneRow(rowOf(id))).requires_approval).toBe(false);
    // The command does not undo a manager's decision about another link.
    await sql()("users").where({ id }).update({ email: raven.email });
    const emailLinked = await run(["ssn", username], "111223335\n");
    expect(emailLinked.stdout).toContain("The account still requires no approval");
    expect((await oneRow(rowOf(id))).requires_approval).toBe(false);
  });

  test("a wrong argument prints its reason and changes nothing", async () => {
    const { id, username } = await makePsychic(sql());
    for (const [args, stdin, message] of [
      [["pay-day", username, "8"], "", /^Usage: npm run psychic /],
      [["pay-day", username], "", /^Usage: /],
      [["ssn", username, "987654321"], "", /^Usage: /],
      [["ssn"], "", /^Usage: /],
      [["ssn", "nobody at all"], "987654321\n", /No psychic has this username\n$/],
      [["ssn", username], "98765432\n", /SSN is invalid\n$/],
    ] as const) {
      await expect(run([...args], stdin)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(message),
      });
    }
    expect(await rowOf(id)).toMatchObject({ ssn_sealed: null });
    expect(await auditEntries(id)).toEqual([]);
  });
});
