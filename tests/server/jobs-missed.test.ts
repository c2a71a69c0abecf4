import { expect, test } from "vitest";
import { createJobs, type Job } from "#server/jobs/jobs.ts";
import { refreshStatisticsJob } from "#server/jobs/refresh-statistics.ts";
import { prune } from "#server/pruners.ts";
import { patient } from "../support/patience.ts";
import { openTestApp } from "../support/test-app.ts";

test("a job that was due while no portal ran runs once at the next start (C10)", async () => {
  expect([refreshStatisticsJob.missed, prune.missed]).toEqual(["once", "once"]);
  const portal = await openTestApp();
  const { services } = portal;
  const ran: string[] = [];
  // Once a day, six hours from now.
  const hour = (new Date().getUTCHours() + 6) % 24;
  const cron = `0 ${hour} * * *`;
  const caughtUp: Job<"prune"> = {
    ...{ name: "prune", cron, missed: "once" },
    handle: async () => void ran.push("prune"),
  };
  const skipped: Job<"remind"> = {
    ...{ name: "remind", cron },
    handle: async () => void ran.push("remind"),
  };
  const first = createJobs(portal.databaseUrl, services.log);
  await first.start(services, [caughtUp, skipped]);
  await first.stop();
  await services.db.sql.raw(`
    update pgboss.schedule set created_on = now() - interval '9 days';
    update pgboss.version set cron_on = now() - interval '3 days';
  `);
  const second = createJobs(portal.databaseUrl, services.log);
  await second.start(services, [caughtUp, skipped]);
  await expect.poll(() => ran, { timeout: patient(60_000), interval: 50 }).toEqual(["prune"]);
  await second.stop();
  expect(ran).toEqual(["prune"]);
  await portal.close();
});
