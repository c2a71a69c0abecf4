import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { createMetrics } from "#server/metrics.ts";

test("the figures say how long the event loop was held up (A4)", async () => {
  const { registry } = createMetrics();
  // The delay is measured by a timer of 10 ms, which fires before these do, however busy the machine
  // is: once before the loop is held up and once after.
  await pause(30);
  const until = performance.now() + 200;
  while (performance.now() < until);
  await pause(30);
  const figures = await registry.metrics();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(figures)?.[1]);
  expect(figure("nodejs_eventloop_lag_max_seconds")).toBeGreaterThan(0.15);
  expect(figure("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0.15);
  expect(figure("nodejs_eventloop_lag_p50_seconds")).toBeGreaterThan(0);
});
