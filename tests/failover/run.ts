// `npm run test:failover` kills the primary database under load, promotes its synchronous replica and
// switches a TCP proxy to it. It then compares what was acknowledged with what is stored. `.ci/run`
// uses --short; --seed repeats a run's random choices.
import { setTimeout as pause } from "node:timers/promises";
import { chanceOf } from "../support/chance.ts";
import { patient } from "../support/patience.ts";
import { readOptions } from "../support/run-options.ts";
import { promote } from "../support/standby.ts";
import { comparisonOf } from "./ledger.ts";
import { Load } from "./load.ts";
import { closeStage, openStage, queuePickUp, untilListening } from "./stage.ts";

const { values } = readOptions("Usage: npm run test:failover -- [--short] [--seed=NUMBER]", {
  options: { short: { type: "boolean", default: false }, seed: { type: "string" } },
});
const size = values.short
  ? { advisors: 60, managers: 4, before: 5, away: 2, after: 12 }
  : { advisors: 300, managers: 10, before: 30, away: 3, after: 40 };
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
/** Seconds after the switch: the portal serves again, in each process. */
const servedWithin = patient(10);
/** Seconds: longer than the queue's pause before it listens again. */
const listensWithin = 40;
/** Seconds for everything, several times what a run takes: a run that hangs has failed. */
const endsWithin = patient(600);
/** Seconds for the servers to stop. */
const closesWithin = 60;

const say = (line: string) => process.stdout.write(`${line}\n`);
const began = performance.now();
const now = () => (performance.now() - began) / 1000;
const note = (what: string) => say(`${now().toFixed(1).padStart(7)} s  ${what}`);

say(`Seed ${seed}, ${size.advisors} psychics, ${size.managers} managers`);
const hangs = pause(endsWithin * 1000).then((): never => {
  throw new Error(`Not finished after ${endsWithin} s`);
});
const isGood = await Promise.race([failOver(), hangs]).catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  return false;
});
say(isGood ? "\nNothing lost, nothing twice, no restart" : "\nFAILED");
await Promise.race([closeStage(), pause(closesWithin * 1000)]);
// Clients of a run that hangs would go on forever. The servers stop when this process ends.
process.exit(isGood ? 0 : 1);

/** @returns whether everything is as it must be. */
async function failOver(): Promise<boolean> {
  const stage = await openStage(size);
  note("primary, synchronous replica, proxy and two processes run; everybody is signed in");
  const load = new Load(stage, chanceOf(seed));
  load.start();
  await pause(size.before * 1000);
  const before = load.counts();
  note(
    `load: ${before.polls} polls, ${before.lists} lists, ${before.saves} saves, ${before.events} events`,
  );

  const killed = performance.now();
  await stage.primary.kill();
  note("primary killed");
  await pause(size.away * 1000);
  await promote(stage.replica.url);
  await stage.acceptAlone();
  note("replica promoted; it no longer waits for a replica of its own");
  stage.proxy.switchTo(stage.replica.port);
  const switched = performance.now();
  note("proxy switched");

  const served = await Promise.all(
    stage.processes.map((process) => load.untilServed(process, switched)),
  );
  const seconds = served.map((at) => (at - switched) / 1000);
  note(`served again after the switch: ${seconds.map((one) => `${one.toFixed(2)} s`).join(", ")}`);
  await pause(size.after * 1000);
  await load.stop();
  note("load ended, everything unacknowledged was sent again");

  const listening = await untilListening(stage, listensWithin * 1000);
  const pickUp = await queuePickUp(stage);
  const comparison = await comparisonOf(stage, load);
  const { failures, slowest } = load;
  const late = failures.filter(({ at }) => at > switched + servedWithin * 1000);
  const early = failures.filter(({ at }) => at < killed);
  const wrong = failures.filter(({ isUnavailable }) => !isUnavailable);
  const errors = stage.processes.map((process) => process.errors()).join("");

  const checks: [string, string | number, boolean][] = [
    [
      "readings acknowledged",
      comparison.readings.acknowledged,
      comparison.readings.acknowledged > 0,
    ],
    ["  lost or changed", comparison.readings.lost, comparison.readings.lost === 0],
    ["saves acknowledged", comparison.saves.acknowledged, comparison.saves.acknowledged > 0],
    ["  lost", comparison.saves.lost, comparison.saves.lost === 0],
    ["  doubled", comparison.saves.doubled, comparison.saves.doubled === 0],
    ["days that statistics count wrongly", comparison.derived.days, comparison.derived.days === 0],
    [
      "pairs of psychic and customer, wrong",
      comparison.derived.pairs,
      comparison.derived.pairs === 0,
    ],
    ["acknowledged < 1 s before the kill", load.justBefore(killed), true],
    ["failed before the kill: a busy machine", early.length, true],
    ["sent again after a failure", load.repeats, load.repeats > 0],
    [
      "served again, slowest process (s)",
      Math.max(...seconds).toFixed(2),
      seconds.every((one) => one <= servedWithin),
    ],
    [
      "answers 503 with Retry-After",
      failures.length - wrong.length,
      failures.length > wrong.length,
    ],
    ["other failures", wrong[0] ? `${wrong.length}: ${wrong[0].what}` : 0, wrong.length === 0],
    [
      `failures later than ${servedWithin} s`,
      late[0] ? `${late.length}: ${late[0].what}` : 0,
      late.length === 0,
    ],
    ["slowest answer (s)", (slowest / 1000).toFixed(2), true],
    ["processes that listen to the queue", listening, listening === stage.processes.length],
    ["a job begins after (s)", pickUp.toFixed(2), true],
    ["processes that ended", stage.ended(), stage.ended() === 0],
    ["error output", errors || "none", errors === ""],
  ];
  say("");
  for (const [what, value, isRight] of checks) {
    say(`${what.padEnd(40)}${String(value).padStart(12)}${isRight ? "" : "  WRONG"}`);
  }
  return checks.every(([, , isRight]) => isRight);
}
