import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { createMetrics } from "#server/metrics.ts";

test("the metrics say how long the event loop was blocked (A4)", async () => {
  const { registry } = createMetrics();
  // A timer of 10 ms measures the delay. Each pause lets it fire, before and after the blocked time.
  await pause(30);
  const until = performance.now() + 200;
  while (performance.now() < until);
  await pause(30);
  const metrics = await registry.metrics();
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(metrics)?.[1]);
  expect(metric("nodejs_eventloop_lag_max_seconds")).toBeGreaterThan(0.15);
  expect(metric("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0.15);
  expect(metric("nodejs_eventloop_lag_p50_seconds")).toBeGreaterThan(0);
});
