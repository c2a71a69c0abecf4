import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { observeDatabase } from "#server/database-metrics.ts";
import { oneRow } from "#server/db/one-row.ts";
import { type AnyJob, createJobs, type Jobs } from "#server/jobs/jobs.ts";
import { sendProblemMail } from "#server/jobs/send-problem-mail.ts";
import { prune } from "#server/pruners.ts";
import { clockArguments } from "../support/clock.ts";
import { openMailReceiver } from "../support/mail-receiver.ts";
import { patient } from "../support/patience.ts";
import { makePsychic } from "../support/people.ts";
import { dataFolder, endProcesses, startPortal } from "../support/portal-process.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let folder: string;
beforeAll(async () => {
  portal = await openTestApp();
  folder = await dataFolder();
});
afterAll(async () => {
  await endProcesses();
  await portal.close();
});

const sql = () => portal.services.db.sql;

/** Runs `npm run failed-jobs` with options. */
const command = (...options: string[]) =>
  promisify(execFile)(
    process.execPath,
    [
      ...clockArguments,
      join(import.meta.dirname, "../../server/commands/failed-jobs.ts"),
      ...options,
    ],
    { env: { ...process.env, DATABASE_URL: portal.databaseUrl, DATA_DIR: folder } },
  );

/** The lines that `npm run failed-jobs` prints. */
async function listLines(): Promise<string[]> {
  const { stdout } = await command();
  return stdout.trimEnd().split("\n");
}

async function givenUpCount(job: string): Promise<number> {
  const { values } = await portal.services.metrics.jobs.get();
  const found = values.find(({ labels }) => labels.job === job && labels.outcome === "given_up");
  return found?.value ?? 0;
}

/** Runs the queue's own maintenance now. Otherwise it runs at intervals. */
async function maintainQueue(queue: string): Promise<void> {
  const longAgo = { monitor_on: null, monitor_claim_on: null, maintain_on: null };
  await sql()("pgboss.queue").where({ name: queue }).update(longAgo);
  const boss = new PgBoss({
    connectionString: portal.databaseUrl,
    supervise: false,
    migrate: false,
  });
  await boss.start();
  await boss.supervise(queue);
  await boss.stop();
}

async function withWorker(jobs: AnyJob[], work: (jobs: Jobs) => Promise<void>): Promise<void> {
  const queue = createJobs(portal.databaseUrl, portal.services.log);
  await queue.start(portal.services, jobs);
  await work(queue).finally(() => queue.stop());
}

const failingJob: AnyJob = {
  name: "send-recovery-mail",
  retries: 0,
  storedFor: 3600,
  privateData: true,
  handle: (_, { email }) => Promise.reject(new TypeError(`no letter to ${email}`)),
};

test("a job that failed for good is counted once, and listed after its queue deleted it", async () => {
  expect(await listLines()).toEqual(["Failed jobs: 0"]);
  await withWorker([failingJob], async (queue) => {
    await queue.send("send-recovery-mail", { email: "canary@people.example", brand: "cos" });
    await expect
      .poll(() => givenUpCount("send-recovery-mail"), { timeout: patient(60_000) })
      .toBe(1);
  });
  const queuedNames = () =>
    sql()("pgboss.job").whereIn("name", ["send-recovery-mail", "failed"]).pluck("name");
  expect((await queuedNames()).sort()).toEqual(["failed", "send-recovery-mail"]);
  await sql()("pgboss.job").update({ completed_on: sql().raw("now() - interval '61 minutes'") });
  for (const queue of ["send-recovery-mail", "failed"]) await maintainQueue(queue);
  expect(await queuedNames()).toEqual([]);

  const [line, count, ...more] = await listLines();
  expect([count, more]).toEqual(["Failed jobs: 1", []]);
  expect(line).toMatch(/^20\S+Z {2}send-recovery-mail {2}[0-9a-f-]{36} {2}TypeError$/);
  expect(JSON.stringify(await sql()("failed_jobs"))).not.toContain("canary");

  await prune.handle(portal.services, {}, "job");
  expect(await listLines()).toHaveLength(2);
  await sql()("failed_jobs").update({ failed_at: new Date(Date.now() - 91 * 86_400_000) });
  await prune.handle(portal.services, {}, "job");
  expect(await listLines()).toEqual(["Failed jobs: 0"]);
});

test("a job that was killed on its last attempt is listed, too", async () => {
  const mailServer = await openMailReceiver({ hangs: true });
  const { email } = await makePsychic(sql());
  const killed = await startPortal({
    env: { DATABASE_URL: portal.databaseUrl, SMTP_URL: mailServer.url },
  });
  await portal.services.jobs.send("send-recovery-mail", { email, brand: "cos" });
  await expect.poll(() => mailServer.underWay(), { timeout: patient(60_000) }).toBe(1);
  killed.kill("SIGKILL");
  await killed.ended;
  await mailServer.close();
  // This makes the killed attempt the last one, begun ten minutes ago.
  const last = {
    retry_count: sql().ref("retry_limit"),
    started_on: new Date(Date.now() - 601_000),
  };
  // The killed portal may have begun another job, too.
  const killedJob = sql()("pgboss.job").where({ name: "send-recovery-mail", state: "active" });
  expect(await killedJob.update(last)).toBe(1);
  await maintainQueue("send-recovery-mail");
  // The command lists the job before a portal has recorded it.
  const [line] = await listLines();
  expect(line).toMatch(/ {2}send-recovery-mail {2}\S{36} {2}job timed out$/);
  await withWorker([], async () => {
    await expect
      .poll(() => givenUpCount("send-recovery-mail"), { timeout: patient(60_000) })
      .toBe(2);
  });
  expect(await listLines()).toEqual([line, "Failed jobs: 1"]);
});

test("letters are retried for 3 days, recovery letters for as long as their link works (B5)", async () => {
  const rows: {
    name: string;
    retry_limit: number;
    retry_delay: number;
    retry_delay_max: number;
  }[] = await sql()("pgboss.queue").whereLike("name", "send-%");
  const hours = new Map(
    rows.map(({ name, retry_limit, retry_delay, retry_delay_max }) => {
      expect(retry_delay_max).toBeLessThanOrEqual(3600);
      let seconds = 0;
      // This is the queue's formula with its shortest delays.
      for (let retry = 0; retry < retry_limit; retry++) {
        seconds += Math.min(retry_delay_max, retry_delay * 2 ** Math.min(16, retry + 1) * 0.5);
      }
      return [name, seconds / 3600];
    }),
  );
  expect(hours.size).toBe(9);
  for (const [name, time] of hours) {
    const expectedHours = name === "send-recovery-mail" ? 1 : 72;
    expect(time, name).toBeGreaterThanOrEqual(expectedHours);
    expect(time, name).toBeLessThan(expectedHours + 1.1);
  }
});

describe("npm run failed-jobs -- retry (B5)", () => {
  /** Makes the job that mails a problem to support fail for good. */
  async function failLetter(): Promise<{ id: string; problemId: number }> {
    const { id: userId } = await makePsychic(sql());
    const problem = await oneRow(
      sql()("problems")
        .insert({ user_id: userId, category: "Phone", details: "It rings twice." })
        .returning("id"),
    );
    const failingMail: AnyJob = {
      name: "send-problem-mail",
      retries: 0,
      handle: () => Promise.reject(new Error("the mail server is away")),
    };
    const before = await givenUpCount("send-problem-mail");
    await withWorker([failingMail], async (queue) => {
      await queue.send("send-problem-mail", { problemId: problem.id, to: "support" });
      await expect
        .poll(() => givenUpCount("send-problem-mail"), { timeout: patient(60_000) })
        .toBe(before + 1);
    });
    const failed = await oneRow(
      sql()("failed_jobs")
        .whereRaw("data ->> 'problemId' = ?", [String(problem.id)])
        .first("id"),
    );
    return { id: failed.id, problemId: problem.id };
  }
  const completedJobs = () =>
    sql()("pgboss.job").where({ name: "send-problem-mail", state: "completed" });

  test("retries one job or all, and sends no letter twice", async () => {
    await sql()("failed_jobs").update({ retried_at: new Date() });
    const [first, second] = [await failLetter(), await failLetter()];
    await sql()("sent_ledger").insert({
      ...{ event: `problem:${second.problemId}`, recipient: "support", channel: "mail" },
    });
    observeDatabase(portal.services, portal.services.db.pool);
    const gauge = async () =>
      (await portal.services.metrics.registry.metrics()).match(/^letters\{.*$/gm);
    const letters = (waiting: number, failed: number) => [
      `letters{state="waiting"} ${waiting}`,
      'letters{state="retrying"} 0',
      `letters{state="failed"} ${failed}`,
    ];
    expect(await gauge()).toEqual(letters(0, 2));
    expect((await command("retry", first.id)).stdout).toBe(
      "Jobs to retry: 1. A running portal does them\n",
    );
    expect(await gauge()).toEqual(letters(1, 1));
    expect((await command("retry", "all")).stdout).toMatch(/^Jobs to retry: 1\./);
    expect(await listLines()).toEqual(["Failed jobs: 0"]);
    portal.letters.length = 0;
    await withWorker([sendProblemMail], async () => {
      await expect.poll(() => completedJobs(), { timeout: patient(60_000) }).toHaveLength(2);
    });
    expect(portal.letters).toMatchObject([{ subject: expect.stringMatching(/^Problem: Phone/) }]);
    expect((await command("retry", "all")).stdout).toMatch(/^Jobs to retry: 0\./);
  });

  test("names a job that it cannot retry or does not know", async () => {
    await withWorker([failingJob], async (queue) => {
      const before = await givenUpCount("send-recovery-mail");
      await queue.send("send-recovery-mail", { email: "canary@people.example", brand: "cos" });
      await expect
        .poll(() => givenUpCount("send-recovery-mail"), { timeout: patient(60_000) })
        .toBe(before + 1);
    });
    const [line = "", ...others] = await listLines();
    const [, , id = ""] = line.split("  ");
    expect((await command("retry", id)).stderr).toContain(
      `${id} cannot be retried: its data was not stored\n`,
    );
    expect(await listLines()).toEqual([line, ...others]);
    const unknownId = "00000000-0000-4000-8000-000000000000";
    await expect(command("retry", unknownId)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`No such failed job: ${unknownId}\n`),
    });
    for (const options of [["retry"], ["retry", "7"], ["again"]]) {
      await expect(command(...options)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^Usage: npm run failed-jobs/m),
      });
    }
  });
});
