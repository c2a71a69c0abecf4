import { setTimeout as pause } from "node:timers/promises";
import { createJobs } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { patient } from "../support/patience.ts";
import { emptyPanels } from "./dashboard.ts";
import type { Load } from "./load.ts";
import type { Prometheus } from "./prometheus.ts";
import type { Stage } from "./stage.ts";

/** A restart takes this long, with the notice to the balancer (s). */
const roomForRestart = 60;

/** The load must cause each metric in `doneByLoad` once more within this time (ms). */
const doneWithin = patient(30_000);

/** The load must go on causing these: without work, silence would prove nothing. */
const doneByLoad = [
  'http_answers_total{class="2xx"}',
  'platform_events_total{type="readings.recorded",outcome="applied"}',
  'platform_deliveries_total{outcome="delivered"}',
  'jobs_total{exported_job="send-recovery-mail",outcome="done"}',
  'notifications_total{channel="push",outcome="taken"}',
];

/**
 * Watches a portal without a fault, whose processes have just started. If there is time, one of them
 * is replaced, and the jobs of a day run.
 * @returns what is wrong.
 */
export async function beHealthy(run: {
  stage: Stage;
  load: Load;
  prometheus: Prometheus;
  seconds: number;
  note: (what: string) => void;
}): Promise<string[]> {
  const { stage, load, prometheus, seconds, note } = run;
  const began = performance.now();
  await pause((seconds / 4) * 1000);
  // While a process is replaced, nothing sends its requests to another one.
  let replacing = 0;
  if (seconds >= 2 * roomForRestart) {
    const before = load.counts().failures;
    await stage.processes.second.stop("SIGTERM");
    await stage.processes.second.start();
    replacing = load.counts().failures - before;
    await sendDailyJobs(stage.primary.url);
    note("a process was replaced, and the jobs of a day were sent");
  }
  await pause(seconds * 1000 - (performance.now() - began));
  const idle = await withoutWork(prometheus);
  const failures = load.counts().failures - replacing;
  const lasted = (performance.now() - began) / 1000;
  // Include the time before the load, because a start must cause no alert either.
  const fired = await prometheus.firedWithin(lasted + roomForRestart);
  note(`${lasted.toFixed(0)} s without a fault: ${fired.join(", ") || "no alert"}`);
  const broken = (await prometheus.rules()).filter(({ health }) => health !== "ok");
  return [
    ...(failures > 0 ? [`${failures} actions of the load failed without a fault`] : []),
    ...idle.map((metric) => `At the end the load no longer causes ${metric}`),
    ...(await emptyPanels(prometheus)),
    ...fired.map((alert) => `${alert} rang without a fault`),
    ...broken.map(({ name, lastError }) => `${name} cannot be evaluated: ${lastError}`),
  ];
}

/** Waits until the load has done everything once more. @returns what it no longer does. */
async function withoutWork(prometheus: Prometheus): Promise<string[]> {
  const deadline = performance.now() + doneWithin;
  const counts = () => Promise.all(doneByLoad.map((metric) => prometheus.value(`sum(${metric})`)));
  const before = await counts();
  while (true) {
    await pause(1_000);
    const now = await counts();
    const idle = doneByLoad.filter((_, place) => !((now[place] ?? 0) > (before[place] ?? 0)));
    if (idle.length === 0 || performance.now() > deadline) return idle;
  }
}

async function sendDailyJobs(url: string): Promise<void> {
  const noop = () => {};
  const log = { debug: noop, info: noop, warn: noop, error: noop, flush: noop };
  const jobs = createJobs(url, log);
  await jobs.start({} as Services, [], { work: false });
  await jobs.send("refresh-statistics", {});
  await jobs.send("prune", {});
  await jobs.stop();
}
