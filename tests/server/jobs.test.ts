import { expect, test } from "vitest";
import { type AnyJob, createJobs } from "#server/jobs/jobs.ts";
import { patient } from "../support/patience.ts";
import { openTestApp } from "../support/test-app.ts";

test("the jobs of one queue run one after another, without pauses", async () => {
  const portal = await openTestApp();
  const { services } = portal;
  const done = new Set<string>();
  let tries = 0;
  let running = 0;
  let mostAtOnce = 0;
  const removing: AnyJob = {
    name: "remove-picture",
    async handle(_, { name }) {
      tries++;
      mostAtOnce = Math.max(mostAtOnce, ++running);
      await services.db.sql.raw("select 1");
      running--;
      // The queue retries a failed job later and does not delay the others.
      if (name === "0") throw new Error("fails");
      done.add(name);
    },
  };
  await services.db.sql.transaction(async (trx) => {
    for (let n = 0; n < 200; n++) await services.jobs.send("remove-picture", { name: `${n}` }, trx);
  });
  const jobs = createJobs(portal.databaseUrl, services.log);
  const began = performance.now();
  await jobs.start(services, [removing]);
  // One job every two seconds would take over six minutes.
  await expect.poll(() => done.size, { timeout: patient(60_000), interval: 20 }).toBe(199);
  console.log(`200 jobs took ${((performance.now() - began) / 1000).toFixed(1)} s`);
  expect([tries, mostAtOnce]).toEqual([200, 1]);
  await jobs.stop();
  await portal.close();
});

test("sending to a locked queue fails after the usual lock timeout", async () => {
  const portal = await openTestApp();
  const { sql } = portal.services.db;
  const holder = await sql.transaction();
  await holder.raw("lock table pgboss.job in access exclusive mode");
  const began = performance.now();
  await expect(portal.services.jobs.send("prune", {})).rejects.toThrow("lock timeout");
  expect((performance.now() - began) / 1000).toBeLessThan(patient(4));
  await holder.rollback();
  await portal.services.jobs.send("prune", {});
  await portal.close();
});
