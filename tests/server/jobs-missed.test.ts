import { expect, test, vi } from "vitest";
import { createJobs, type Job } from "#server/jobs/jobs.ts";
import { refreshStatisticsJob } from "#server/jobs/refresh-statistics.ts";
import { prune } from "#server/pruners.ts";
import { patient } from "../support/patience.ts";
import { openTestApp } from "../support/test-app.ts";

vi.setConfig({ testTimeout: patient(240_000), hookTimeout: patient(240_000) });

test("a time that passed while nothing ran is made up for once, at the next start (C10)", async () => {
  expect([refreshStatisticsJob.missed, prune.missed]).toEqual(["once", "once"]);
  const portal = await openTestApp();
  const { services } = portal;
  const ran: string[] = [];
  // Once a day, at an hour that is not now.
  const hour = (new Date().getUTCHours() + 6) % 24;
  const cron = `0 ${hour} * * *`;
  const made: Job<"prune"> = {
    ...{ name: "prune", cron, missed: "once" },
    handle: async () => void ran.push("prune"),
  };
  const lost: Job<"remind"> = {
    ...{ name: "remind", cron },
    handle: async () => void ran.push("remind"),
  };
  const first = createJobs(portal.databaseUrl, services.log);
  await first.start(services, [made, lost]);
  await first.stop();
  await services.db.sql.raw(`
    update pgboss.schedule set created_on = now() - interval '9 days';
    update pgboss.version set cron_on = now() - interval '3 days';
  `);
  const second = createJobs(portal.databaseUrl, services.log);
  await second.start(services, [made, lost]);
  await expect.poll(() => ran, { timeout: patient(30_000), interval: 50 }).toEqual(["prune"]);
  await second.stop();
  expect(ran).toEqual(["prune"]);
  await portal.close();
});
