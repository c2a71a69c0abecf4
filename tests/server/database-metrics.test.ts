import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { observeDatabase } from "#server/database-metrics.ts";
import { connect } from "#server/db/connection.ts";
import { metricsLimits, metricsTimeout } from "#server/db/timeouts.ts";
import { createMetrics } from "#server/metrics.ts";
import type { Services } from "#server/services.ts";
import { patient } from "../support/patience.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

/** A new process's metrics, from the database at this address. */
function observe(url: string, more: Partial<Services> = {}) {
  const metrics = createMetrics();
  const { pool, close } = connect(url, {
    ...{ poolSize: 1, limits: metricsLimits, queryTimeout: metricsTimeout, onError: () => {} },
  });
  observeDatabase({ ...portal.services, metrics, ...more }, pool);
  return { read: () => metrics.registry.metrics(), close };
}

test("a database that accepts connections and never answers does not hold up the scrape", async () => {
  const server = createServer(() => {}).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { read, close } = observe(`postgres://portal@127.0.0.1:${port}/portal`);
  for (let scrape = 1; scrape <= 2; scrape += 1) {
    const began = performance.now();
    const text = await read();
    expect((performance.now() - began) / 1000).toBeLessThan(patient(2));
    expect(text).toMatch(/^database_metrics_read 0$/m);
    expect(text).not.toMatch(/^(queue_waiting|letters|statistics_refreshed_\w+)\b.* \d/m);
    expect(text).toMatch(/^database_connections\{/m);
  }
  await close();
  server.close();
});

test("counts the failed jobs of a day by name, until they are retried", async () => {
  const { sql } = portal.services.db;
  const [now, longAgo] = [new Date(), new Date(Date.now() - 25 * 3_600_000)];
  const rows = [
    { job: "prune", failed_at: now },
    { job: "prune", failed_at: now },
    { job: "remind", failed_at: longAgo },
    { job: "notify", failed_at: now, retried_at: now },
  ];
  await sql("failed_jobs").insert(rows.map((row) => ({ id: randomUUID(), ...row })));
  const { read, close } = observe(portal.databaseUrl);
  expect((await read()).match(/^failed_jobs.*$/gm)).toEqual(['failed_jobs{job="prune"} 2']);
  await sql("failed_jobs").update({ retried_at: now });
  expect((await read()).match(/^failed_jobs.*$/gm)).toEqual(null);
  await close();
});

test("reads when the last event came, and the platform's queue only if there is a platform", async () => {
  const { sql } = portal.services.db;
  const without = observe(portal.databaseUrl, { platform: null });
  const before = await without.read();
  expect(before).toMatch(/^database_metrics_read 1$/m);
  // Before the first event there is no time that an alert could be about.
  expect(before).not.toMatch(/^platform_event_received_timestamp_seconds \d/m);
  expect(before).not.toContain('queue="platform"');
  await sql("platform_events").insert({
    ...{ id: "one", type: "login.started", received_at: "2026-03-04 17:00:00+00" },
  });
  expect(await without.read()).toMatch(/^platform_event_received_timestamp_seconds 1772643600$/m);
  await without.close();

  const platform = { send: () => Promise.reject(new Error("not called")) };
  const withOne = observe(portal.databaseUrl, { platform });
  expect(await withOne.read()).toMatch(/^queue_oldest_seconds\{queue="platform"\} 0$/m);
  await withOne.close();
});
