import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendInvitationMail } from "#server/jobs/send-invitation-mail.ts";
import { clockArguments } from "../support/clock.ts";
import { makePsychic } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

const day = 86_400_000;

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await sql()("invitations").delete();
  await sql()("users").where({ role: "psychic" }).update({ password_hash: "used up" });
  await sql()("pgboss.job").where({ name: "send-invitation-mail" }).delete();
  portal.letters.length = 0;
});

const sql = () => portal.services.db.sql;
const makeImported = (psychic = {}) => makePsychic(sql(), { password_hash: null, psychic });

const run = (...args: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [...clockArguments, join(import.meta.dirname, "../../server/commands/invite.ts"), ...args],
      { env: { ...process.env, DATABASE_URL: portal.databaseUrl, DATA_DIR: portal.webFolder } },
      (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
    );
  });

type Data = { userId: number; letter: number };
/** Does the jobs in the queue, each twice. */
async function sendLetters(): Promise<void> {
  const jobs: { id: string; data: Data }[] = await sql()("pgboss.job")
    .where({ name: "send-invitation-mail" })
    .select("id", "data");
  for (const { id, data } of [...jobs, ...jobs]) {
    await sendInvitationMail.handle(portal.services, data, id);
  }
}
const recipients = () => portal.letters.map(({ to }) => to).sort();
const linkIn = (text = "") => /recover_password\/(\S+)/.exec(text)?.[1] ?? "";

test("invites in waves: one letter each, with a link that lives for days and sets a password", async () => {
  const psychics = [await makeImported(), await makeImported(), await makeImported()];
  const [first, second, third] = psychics as [(typeof psychics)[0], ...typeof psychics];
  expect((await run("--wave=2", "--dry-run")).output).toContain("2 psychics would be invited");
  expect(await sql()("invitations")).toEqual([]);

  expect((await run("--wave=2")).output).toContain("2 psychics are invited");
  await sendLetters();
  expect(recipients()).toEqual([first.email, second?.email].sort());
  const letter = portal.letters.find(({ to }) => to === first.email);
  expect(letter?.from).toBe(portal.services.brands.named("cos").sender);
  // C13: the letter has no name of a person.
  expect(letter?.text).not.toContain("Robin");
  expect(letter?.text).toContain("within 14 days");

  await portal.advance(13 * day);
  const browser = portal.visit();
  const opened = await browser.get(`/api/profile/authorize_password/${linkIn(letter?.text)}`);
  expect(opened.status).toBe(204);
  const body = { password: "chosen-at-last" };
  expect((await browser.put("/api/profile/password_unchecked", body)).status).toBe(204);
  expect(
    (await portal.visit().post("/api/sessions", { username: first.username, ...body })).status,
  ).toBe(200);

  const { output } = await run("--list");
  expect(output).toMatch(new RegExp(`${first.username}  has a password`));
  expect(output).toMatch(new RegExp(`${second?.username}  no password`));
  expect(output).toContain("2 invited, 1 of them have a password; 1 not invited yet");

  // Two days later the second psychic's link has expired. The third psychic never had a letter.
  await portal.advance(2 * day);
  portal.letters.length = 0;
  const again = await run(
    "--again",
    "--days=3",
    first.username,
    `${second?.username}`,
    `${third?.username}`,
  );
  expect(again.output).toContain(`${first.username} gets no letter: has a password`);
  await sendLetters();
  expect(recipients()).toEqual([second?.email, third?.email].sort());
  const link = linkIn(portal.letters[0]?.text);
  await portal.advance(3 * day);
  expect((await portal.visit().get(`/api/profile/authorize_password/${link}`)).status).toBe(404);
});

test("writes to nobody who is shut out, has signed in before or was invited", async () => {
  const blacklisted = await makeImported({ account_status: "Blacklist" });
  const inactive = await makeImported({ account_status: "Inactive" });
  const returned = await makeImported();
  await sql()("logins").insert({
    user_id: returned.id,
    source: "portal",
    session_key: "11111111-2222-4333-8444-555555555555",
    started_at: new Date(),
    last_action_at: new Date(),
  });
  const invited = await makeImported();
  expect((await run(invited.username)).code).toBe(0);
  const all = [blacklisted, inactive, returned, invited];
  const { code, output } = await run(...all.map(({ username }) => username.toUpperCase()));
  expect(code).toBe(0);
  for (const reason of ["may not sign in", "has signed in before", "was invited at"]) {
    expect(output).toContain(`gets no letter: ${reason}`);
  }
  expect(output).toContain("0 psychics are invited");
  expect((await run("--wave=100")).output).toContain("0 psychics are invited");

  // The account was closed after the invitation, so the queued letter is not sent.
  await sql()("psychics").where({ user_id: invited.id }).update({ account_status: "Inactive" });
  await sendLetters();
  expect(recipients()).toEqual([]);
});

test("two waves at a time write to nobody twice", async () => {
  for (let i = 0; i < 6; i++) await makeImported();
  await Promise.all([run("--wave=6"), run("--wave=6")]);
  await sendLetters();
  expect(recipients()).toHaveLength(6);
  expect(new Set(recipients()).size).toBe(6);
});

test("reads usernames from a file, and says in one line what is wrong", async () => {
  const { username } = await makeImported();
  const file = join(portal.webFolder, "psychics.csv");
  await writeFile(file, `email,username\na@people.example,${username}\n`);
  expect((await run(`--file=${file}`, "--dry-run")).output).toContain(
    "1 psychics would be invited",
  );
  // An export puts an apostrophe before a name that a spreadsheet would run.
  const odd = await makePsychic(sql(), { username: "-luna", password_hash: null });
  await writeFile(file, `defused,username\n,'${odd.username}\n`);
  expect((await run(`--file=${file}`, "--dry-run")).output).toContain(
    "1 psychics would be invited",
  );
  for (const [content, reason] of [
    ["email\na@people.example", 'The column "username" is missing'],
    ["email,username\na@people.example,", "line 2: username is empty"],
    ["", "has no header"],
    [`username\n${username}\nnobody`, "No psychic has the username nobody"],
  ] as const) {
    await writeFile(file, content);
    const { code, output } = await run(`--file=${file}`);
    expect([code, output]).toEqual([1, expect.stringContaining(reason)]);
    expect(output.trim().split("\n")).toHaveLength(1);
  }
  expect((await run("--file=none.csv")).output).toBe("There is no file none.csv\n");
  for (const args of [[], ["--wave=0"], ["--wave=1", username], ["--wave=1", "--days=61"]]) {
    const { code, output } = await run(...args);
    expect([code, output]).toEqual([1, expect.stringMatching(/^Usage: /)]);
  }
  expect(await sql()("invitations")).toEqual([]);
});
