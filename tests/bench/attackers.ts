// Measures whether a psychic's status poll stays quick while strangers and one account send the
// worst possible requests (A1 to A4: one small request must not stop the process):
//
//   node scripts/launch.mjs run tests/bench/attackers.ts [SECONDS, default 60]
//
// 20 attackers send requests to one process with the settings of production: texts on which a
// careless pattern takes seconds, in fields, headers and queries; bodies that are half-sent or
// arrive byte by byte; wrong signatures. All requests stay on this machine. It prints the poll's
// median, 99th percentile and longest time, without and with the attack. It gates nothing: run it
// on a quiet machine.
//
// BENCH_DATABASE_URL is a PostgreSQL database whose user may create databases. Without it, the
// embedded PostgreSQL runs in .data/bench.
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { connect } from "#server/db/connection.ts";
import { freePort } from "#server/db/embedded/free-port.ts";
import { makePsychic, password } from "../support/people.ts";
import { Page, type PortalProcess } from "../support/portal-process.ts";
import { attack, type Tally } from "./attacks.ts";
import { withPortal } from "./bench-portal.ts";

const seconds = Number(process.argv[2] ?? 60);
const attackers = 20;
/** The highest acceptable 99th percentile (ms). */
const aim = 150;

async function psychicsPage(portal: PortalProcess, databaseUrl: string) {
  const { sql, close } = connect(databaseUrl, { onError: () => {}, poolSize: 1 });
  const { id, username } = await makePsychic(sql);
  await close();
  const page = new Page(portal.base);
  await page.signIn(username, password);
  return { id, cookie: page.cookie ?? "" };
}

/** The times of the polls since the last report. */
async function timesOf(poller: Worker): Promise<number[]> {
  poller.postMessage("report");
  const [times] = await once(poller, "message");
  return times;
}

function report(name: string, times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
  const [median, slow, longest] = [at(0.5), at(0.99), at(1)].map((time) => time.toFixed(1));
  console.log(
    `${name}: ${sorted.length} polls, p50 ${median} ms, p99 ${slow} ms, longest ${longest} ms`,
  );
  return at(0.99);
}

/** The CPU seconds that the process has used so far, and its memory now in megabytes. */
async function usedBy(metricsPort: number): Promise<{ cpu: number; memory: number }> {
  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}`)).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(figures)?.[1]);
  return {
    cpu: figure("process_cpu_seconds_total"),
    memory: figure("process_resident_memory_bytes") / 1e6,
  };
}

async function measure(portal: PortalProcess, databaseUrl: string, metricsPort: number) {
  const polled = await psychicsPage(portal, databaseUrl);
  const accomplice = await psychicsPage(portal, databaseUrl);
  const poller = new Worker(join(import.meta.dirname, "poll.ts"), {
    workerData: {
      url: `${portal.base}/api/psychics/${polled.id}/status`,
      headers: { Cookie: polled.cookie },
    },
  });
  const failed = new Promise<never>((_, reject) => poller.once("error", reject));
  try {
    // In the first seconds the process still compiles its code.
    await Promise.race([pause(2_000), failed]);
    await timesOf(poller);
    await Promise.race([pause(5_000), failed]);
    report("in peace", await timesOf(poller));

    const tally: Tally = new Map();
    const before = await usedBy(metricsPort);
    const target = { port: portal.port, origin: portal.base, accomplice };
    const until = performance.now() + seconds * 1000;
    const attacks = Array.from({ length: attackers }, (_, place) =>
      attack(target, place, until, tally),
    );
    await Promise.race([pause(seconds * 1000), failed]);
    const slow = report(`${attackers} attackers`, await timesOf(poller));
    const { cpu, memory } = await usedBy(metricsPort);
    await Promise.all(attacks);
    const count = [...tally.values()].reduce((sum, some) => sum + some, 0);
    const outcomes = [...tally].sort(([a], [b]) => (a < b ? -1 : 1));
    console.log(outcomes.map(([outcome, count]) => `${outcome}: ${count}`).join(", "));
    const milliseconds = ((cpu - before.cpu) * 1000) / count;
    console.log(
      `the portal: ${milliseconds.toFixed(1)} ms of CPU an attack (polls included), ${memory.toFixed(0)} MB`,
    );
    console.log(`p99 ${slow < aim ? "is below" : "IS NOT BELOW"} the aim of ${aim} ms`);
  } finally {
    await poller.terminate();
  }
}

const metricsPort = await freePort();
await withPortal({ env: { METRICS_PORT: String(metricsPort) } }, (portal, databaseUrl) =>
  measure(portal, databaseUrl, metricsPort),
);
