// Measures whether the time of an answer reveals that a name or an address is known (safety 9):
//
//   node scripts/launch.mjs run tests/bench/sign-in-timing.ts [PAIRS, default 100]
//
// It sends pairs of requests, in alternating order, to one process with the settings of production.
// A pair is a sign-in with an unknown name and one with a known name and a wrong password, or a
// request for a recovery link for an unknown address and one for a known address. It prints the
// medians and their difference. It gates nothing: run it on a quiet machine.
//
// BENCH_DATABASE_URL is a PostgreSQL database whose user may create databases. Without it, the
// embedded PostgreSQL runs in .data/bench.
import { randomBytes, randomUUID } from "node:crypto";
import { hashPassword } from "#server/crypto/passwords.ts";
import { connect } from "#server/db/connection.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { connectTo, withDatabase } from "../support/database.ts";
import { makeManager } from "../support/people.ts";
import { endProcesses, Page, type PortalProcess, startPortal } from "../support/portal-process.ts";

const pairs = Number(process.argv[2] ?? 100);
const known = 20;

interface Times {
  unknown: number[];
  known: number[];
}

/** @param send sends a request of a pair. The first pair has number 0. */
async function inTurns(send: (side: keyof Times, pair: number) => Promise<void>): Promise<Times> {
  const times: Times = { unknown: [], known: [] };
  for (let pair = -5; pair < pairs; pair++) {
    const order = ["unknown", "known"] as const;
    for (const side of pair % 2 ? order : order.toReversed()) {
      const began = performance.now();
      await send(side, pair + 5);
      // The first five pairs only warm everything up.
      if (pair >= 0) times[side].push(performance.now() - began);
    }
  }
  return times;
}

function report(name: string, { unknown, known }: Times): void {
  const at = (times: number[], part: number) =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN;
  const spread = (times: number[]) =>
    `${at(times, 0.5).toFixed(2)} ms (${at(times, 0.1).toFixed(2)} to ${at(times, 0.9).toFixed(2)})`;
  const difference = Math.abs(at(unknown, 0.5) - at(known, 0.5));
  console.log(
    `${name}: unknown ${spread(unknown)}, known ${spread(known)}; ` +
      `the medians differ by ${difference.toFixed(2)} ms (aim: at most 3)`,
  );
}

async function measure(portal: PortalProcess, names: string[]): Promise<void> {
  const expectStatus = async (sent: ReturnType<Page["send"]>, wanted: number) => {
    const { status, text } = await sent;
    if (status !== wanted) throw new Error(`${status} instead of ${wanted}: ${text}`);
  };
  const visitor = () => new Page(portal.base);
  const nameOf = (side: keyof Times, pair: number) =>
    side === "known" ? (names[pair % names.length] ?? "") : randomUUID();

  report(
    "sign-in",
    await inTurns((side, pair) => {
      const body = { username: nameOf(side, pair), password: randomBytes(6).toString("hex") };
      return expectStatus(visitor().send("POST", "/api/sessions", body), 401);
    }),
  );
  report(
    "forgotten password",
    await inTurns((side, pair) => {
      const body = { email: `${nameOf(side, pair)}@people.example` };
      return expectStatus(visitor().send("POST", "/api/profile/forgot_password", body), 204);
    }),
  );
}

const given = process.env.BENCH_DATABASE_URL;
const server = given
  ? { url: given, stop: async () => {} }
  : await startEmbedded({ dataDir: ".data/bench" });
const name = `timing_${randomBytes(5).toString("hex")}`;
const admin = await connectTo(server.url);
try {
  await admin.query(`create database ${name}`);
  const url = withDatabase(server.url, name);
  await migrate(url);
  const { sql, close } = connect(url, { onError: () => {}, poolSize: 1 });
  // Hash at full cost. The tests' own hashes are cheap.
  const password_hash = await hashPassword(randomUUID());
  const names = Array.from({ length: known }, () => randomUUID());
  for (const username of names) await makeManager(sql, { username, password_hash });
  await close();
  // An account has ten tries, from all addresses together.
  if (pairs + 5 > known * 10) throw new Error(`At most ${known * 10 - 5} pairs`);
  await measure(await startPortal({ env: { DATABASE_URL: url } }), names);
} finally {
  await endProcesses();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
  await server.stop();
}
