// `npm run test:upgrade` upgrades a database of ten million readings from the release before the
// partitions, while processes of both releases serve polls, saves and events. It measures the locks,
// and compares every row with what was acknowledged. `.ci/run` uses --short.
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { keepMonths } from "#server/db/partitions/keep-months.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { createLogger } from "#server/log.ts";
import { chanceOf } from "../support/chance.ts";
import { connectTo } from "../support/database.ts";
import { patient } from "../support/patience.ts";
import { readOptions } from "../support/run-options.ts";
import { differences } from "./comparison.ts";
import { Load } from "./load.ts";
import { LockWatch } from "./lock-watch.ts";
import { closeStage, openStage, type Stage } from "./stage.ts";

const { values } = readOptions(
  "Usage: npm run test:upgrade -- [--short] [--seed=NUMBER] [--readings=NUMBER]",
  {
    options: {
      short: { type: "boolean", default: false },
      seed: { type: "string" },
      readings: { type: "string" },
    },
  },
);
const size = values.short
  ? { advisors: 40, managers: 3, readings: 200_000, phase: 4 }
  : { advisors: 300, managers: 10, readings: 10_000_000, phase: 30 };
size.readings = Number(values.readings ?? size.readings);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
/** Milliseconds that a lock of a table may hold others up. */
const lockAtMost = patient(200);
/** Seconds for everything, several times what a run takes: a run that hangs has failed. */
const endsWithin = patient(values.short ? 1_800 : 7_200);
/** Seconds for the servers to stop. */
const closesWithin = 60;

const say = (line: string) => process.stdout.write(`${line}\n`);
const began = performance.now();
const note = (what: string) =>
  say(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${what}`);

say(`Seed ${seed}, ${size.readings} readings, ${size.advisors} psychics`);
const hangs = pause(endsWithin * 1000).then((): never => {
  throw new Error(`Not finished after ${endsWithin} s`);
});
const isGood = await Promise.race([upgrade(), hangs]).catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  return false;
});
say(isGood ? "\nNothing lost, nothing twice, no pause" : "\nFAILED");
await Promise.race([closeStage(), pause(closesWithin * 1000)]);
process.exit(isGood ? 0 : 1);

/** @returns whether everything is as it must be. */
async function upgrade(): Promise<boolean> {
  const stage = await openStage(size, note);
  const load = new Load(stage, chanceOf(seed));
  const client = await connectTo(stage.databaseUrl);
  const locks = await LockWatch.open(stage.databaseUrl);
  load.start();
  await pause(size.phase * 1000);
  const slowest: Record<string, { time: number; what: string }> = { before: load.takeSlowest() };
  note("the earlier release serves alone; the later one starts");

  await stage.startLater();
  note("both releases serve");
  await untilMoved(client);
  note("all tables but logins have partitions; both releases still serve");
  // Readings that were moved to months without a partition have become strays.
  await keepMonths(client, new Date());
  await pause(size.phase * 1000);
  slowest.during = load.takeSlowest();

  await stage.stopEarlier();
  note("the processes of the earlier release have stopped");
  await finishMove(stage, client);
  note("the old tables are gone");
  await keepMonths(client, new Date());
  await pause(size.phase * 1000);
  slowest.after = load.takeSlowest();
  await load.stop();
  await locks.close();
  note("load ended; comparing");
  const wrong = await differences(client, load.acknowledged);
  await client.end();

  const { counts, failures } = load;
  const lines: [string, string | number, boolean][] = [
    ...Object.entries(counts).map(([what, count]): [string, number, boolean] => [
      `${what} acknowledged`,
      count,
      count > 0,
    ]),
    ...Object.entries(wrong).map(([what, count]): [string, number, boolean] => [
      what,
      count,
      count === 0,
    ]),
    ["requests that failed", failures[0] ? `${failures.length}: ${failures[0]}` : 0, !failures[0]],
    ["times that the locks were read", locks.looks, locks.looks > 0],
    [
      "longest wait for a table (ms)",
      `${locks.longestWait.time.toFixed(0)}: ${locks.longestWait.what}`,
      locks.longestWait.time <= lockAtMost,
    ],
    [
      "longest lock of a table (ms)",
      `${locks.longestHeld.time.toFixed(0)}: ${locks.longestHeld.what}`,
      locks.longestHeld.time <= lockAtMost,
    ],
    ...Object.entries(slowest).map(([phase, { time, what }]): [string, string, boolean] => [
      `slowest answer ${phase} (ms)`,
      `${time.toFixed(0)}: ${what}`,
      true,
    ]),
    ["error output", stage.errors() || "none", stage.errors() === ""],
  ];
  say("");
  for (const [what, value, isRight] of lines) {
    say(`${what.padEnd(36)}${String(value)}${isRight ? "" : "  WRONG"}`);
  }
  return lines.every(([, , isRight]) => isRight);
}

/** Waits until every table but `logins`, which the earlier release still uses, has partitions. */
async function untilMoved(client: pg.Client): Promise<void> {
  let told = performance.now();
  for (;;) {
    const { rows } = await client.query<{ name: string; stage: string; copied: string }>(
      "select name, stage, copied from partitioned_tables order by name",
    );
    const left = rows.filter(({ name, stage }) => name !== "logins" && stage !== "done");
    if (rows.length > 0 && left.length === 0) return;
    if (performance.now() - told > 15_000) {
      told = performance.now();
      note(rows.map(({ name, stage, copied }) => `${name} ${stage} ${copied}`).join(", "));
    }
    await pause(100);
  }
}

/** Makes a week pass, after which the job removes what only the earlier release needs. */
async function finishMove({ databaseUrl }: Stage, client: pg.Client): Promise<void> {
  await client.query("update partitioned_tables set changed_at = changed_at - interval '8 days'");
  const jobs = createJobs(databaseUrl, createLogger("error"));
  await jobs.open();
  await jobs.send("move-rows", {});
  await jobs.stop();
  while ((await client.query("select from partitioned_tables limit 1")).rowCount) await pause(100);
}
