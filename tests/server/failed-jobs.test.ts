import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type AnyJob, createJobs, type Jobs } from "../../server/jobs/jobs.ts";
import { prune } from "../../server/jobs/prune.ts";
import { openMailReceiver } from "../support/mail-receiver.ts";
import { makePsychic } from "../support/people.ts";
import { dataFolder, endProcesses, startPortal } from "../support/portal-process.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

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

/** What `npm run failed-jobs` prints, line by line. */
async function listed(): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, "../../server/commands/failed-jobs.ts")],
    { env: { ...process.env, DATABASE_URL: portal.databaseUrl, DATA_DIR: folder } },
  );
  return stdout.trimEnd().split("\n");
}

async function givenUp(job: string): Promise<number> {
  const { values } = await portal.services.metrics.jobs.get();
  const found = values.find(({ labels }) => labels.job === job && labels.outcome === "given_up");
  return found?.value ?? 0;
}

/** The queue's own housekeeping, which comes by itself when its times have passed. */
async function keepHouse(queue: string): Promise<void> {
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

async function working(jobs: AnyJob[], work: (jobs: Jobs) => Promise<void>): Promise<void> {
  const queue = createJobs(portal.databaseUrl, portal.services.log);
  await queue.start(portal.services, jobs);
  await work(queue).finally(() => queue.stop());
}

const failing: AnyJob = {
  name: "send-recovery-mail",
  retries: 0,
  keepFor: 3600,
  handle: (_, { email }) => Promise.reject(new TypeError(`no letter to ${email}`)),
};

test("what failed for good is counted once, and listed when its queue has long forgotten it", async () => {
  expect(await listed()).toEqual(["0 jobs failed for good"]);
  await working([failing], async (queue) => {
    await queue.send("send-recovery-mail", { email: "canary@people.example", brand: "cos" });
    await expect.poll(() => givenUp("send-recovery-mail"), { timeout: 20_000 }).toBe(1);
  });
  const ofQueue = () =>
    sql()("pgboss.job").whereIn("name", ["send-recovery-mail", "failed"]).pluck("name");
  expect((await ofQueue()).sort()).toEqual(["failed", "send-recovery-mail"]);
  await sql()("pgboss.job").update({ completed_on: sql().raw("now() - interval '61 minutes'") });
  for (const queue of ["send-recovery-mail", "failed"]) await keepHouse(queue);
  expect(await ofQueue()).toEqual([]);

  const [line, count, ...more] = await listed();
  expect([count, more]).toEqual(["1 jobs failed for good", []]);
  expect(line).toMatch(/^20\S+Z {2}send-recovery-mail {2}[0-9a-f-]{36} {2}TypeError$/);
  expect(JSON.stringify(await sql()("failed_jobs"))).not.toContain("canary");

  await prune.handle(portal.services, {}, "job");
  expect(await listed()).toHaveLength(2);
  await sql()("failed_jobs").update({ failed_at: new Date(Date.now() - 91 * 86_400_000) });
  await prune.handle(portal.services, {}, "job");
  expect(await listed()).toEqual(["0 jobs failed for good"]);
});

test("a job that was killed on its last try is one of them", async () => {
  const post = await openMailReceiver({ hangs: true });
  const { email } = await makePsychic(sql());
  const killed = await startPortal({
    env: { DATABASE_URL: portal.databaseUrl, SMTP_URL: post.url },
  });
  await portal.services.jobs.send("send-recovery-mail", { email, brand: "cos" });
  await expect.poll(() => post.underWay(), { timeout: 15_000 }).toBe(1);
  killed.kill("SIGKILL");
  await killed.ended;
  await post.close();
  // As if it had been the last try, ten minutes ago.
  const last = {
    retry_count: sql().ref("retry_limit"),
    started_on: new Date(Date.now() - 601_000),
  };
  expect(await sql()("pgboss.job").where({ state: "active" }).update(last)).toBe(1);
  await keepHouse("send-recovery-mail");
  // Also while no portal runs that would note it.
  const [line] = await listed();
  expect(line).toMatch(/ {2}send-recovery-mail {2}\S{36} {2}job timed out$/);
  await working([], async () => {
    await expect.poll(() => givenUp("send-recovery-mail"), { timeout: 20_000 }).toBe(2);
  });
  expect(await listed()).toEqual([line, "1 jobs failed for good"]);
});
