// `npm run test:alerts` runs real processes of the portal under a small load, with a real Prometheus
// that has the shipped rules. It expects silence, causes each fault, and expects its alert within two
// minutes and its end afterwards. `.ci/run` uses --short; --healthy=SECONDS only
// watches for silence.
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findPrometheus } from "#scripts/prometheus.ts";
import { patient } from "../support/patience.ts";
import { dataFolder } from "../support/portal-process.ts";
import { readOptions } from "../support/run-options.ts";
import { type Fault, faults } from "./faults.ts";
import { beHealthy } from "./healthy.ts";
import { Load } from "./load.ts";
import { checkFiles, startPrometheus } from "./prometheus.ts";
import { Proof } from "./proof.ts";
import { readRules } from "./rules.ts";
import { closeStage, openStage } from "./stage.ts";

const { values } = readOptions("Usage: npm run test:alerts -- [--short] [--healthy=SECONDS]", {
  options: { short: { type: "boolean", default: false }, healthy: { type: "string" } },
});
const chosen = values.healthy ? [] : faults.filter(({ isShort }) => isShort || !values.short);
/** Seconds without a fault, in which no alert may ring. */
const healthyFor = Number(values.healthy ?? (values.short ? 20 : 120));
/** Seconds for everything: a run that hangs has failed. */
const endsWithin = healthyFor + patient(values.short ? 400 : 2_400);
/** Seconds for the servers to stop. */
const closesWithin = 60;

const say = (line: string) => process.stdout.write(`${line}\n`);
const began = performance.now();
const note = (what: string) =>
  say(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${what}`);

async function proveAlerts(): Promise<string[]> {
  const programs = await findPrometheus();
  await checkFiles(programs);
  note("promtool finds no mistake in the rules, and they pass its cases");
  const stage = await openStage();
  const { processes } = stage;
  const targets = Object.values(processes).map(({ name, metrics }) => [name, metrics]);
  const folder = join(await dataFolder(), "prometheus");
  const prometheus = await startPrometheus(programs, folder, Object.fromEntries(targets));
  stopPrometheus = prometheus.stop;
  note("a primary, its replica, a separate database, three processes and Prometheus run");
  const load = new Load(stage);
  load.start();
  const problems = await beHealthy({ stage, load, prometheus, seconds: healthyFor, note });
  const shipped = readRules().map(({ alert }) => alert);
  const loaded = (await prometheus.rules()).map(({ name }) => name);
  for (const each of [shipped, loaded]) each.sort();
  if (loaded.join() !== shipped.join()) {
    problems.push(`Prometheus has other rules than deploy/alerts.yml: ${loaded.join(", ")}`);
  }
  const proof = new Proof({ stage, load, prometheus, note });
  for (const group of [1, 2, 3]) await proof.cause(inGroup(chosen, group, values.short));
  problems.push(...(await proof.end()));
  for (const line of proof.table()) say(line);
  const { answers, failures } = load.counts();
  note(`load: ${answers} actions, of which ${failures} failed`);
  const slowest = await prometheus.value(
    'max(max_over_time(scrape_duration_seconds{instance="third"}[2h]))',
  );
  note(`slowest scrape of the process whose database was frozen: ${slowest.toFixed(2)} s`);
  if (slowest > patient(2.5)) problems.push(`A scrape took ${slowest.toFixed(2)} s`);
  await load.stop();
  return problems;
}

/** The short run causes all its faults at once. */
const inGroup = (all: readonly Fault[], group: number, isShort: boolean) =>
  isShort ? all.filter(() => group === 1) : all.filter((fault) => fault.group === group);

let stopPrometheus: () => Promise<void> = async () => {};
let closing: Promise<unknown> | undefined;
function close(): Promise<unknown> {
  closing ??= Promise.allSettled([stopPrometheus(), closeStage()]);
  return closing;
}
// A stopped process and a mounted disk must not stay.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => close().finally(() => process.exit(130)));
}

const hangs = pause(endsWithin * 1000).then(() => [`Not finished after ${endsWithin} s`]);
const problems = await Promise.race([proveAlerts(), hangs]).catch((error: Error) => [
  error.stack ?? error.message,
]);
for (const problem of problems) process.stderr.write(`${problem}\n`);
const proven = values.healthy
  ? "No alert rang"
  : "Every alert rang and ended, and none without a fault";
say(problems.length === 0 ? `\n${proven}` : "\nFAILED");
await Promise.race([close(), pause(closesWithin * 1000)]);
process.exit(problems.length === 0 ? 0 : 1);
