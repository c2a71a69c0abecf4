// Compares the portal with a bare node:http and pg server, in one run: npm run bench
//
//   npm run bench -- --sizes=1000000            only one size of database (default 1000000,10000000)
//   npm run bench -- --sizes=1000000,100000000  the sizes of a long history
//   npm run bench -- --only=status,readings     status, readings, statistics, refresh, ingestion,
//                                               drop, growth (the last size against the first)
//   npm run bench -- --rounds=3                 default 5
//   npm run bench -- --rebuild                  measures the count from scratch again
//
// BENCH_DATABASE_URL is a PostgreSQL database whose user may create databases. The bench's
// databases are named after it, and later runs on the same day use them again. Without it, the
// embedded PostgreSQL runs in .data/bench. The first run with 10,000,000 readings takes some
// minutes and 5 GB; one with 100,000,000 takes half an hour and 50 GB.
//
// Both servers are processes of their own on the same database. This process sends the requests,
// and measures the servers in turns. The figures are medians of the rounds; the report also shows
// how the ratio varied between rounds. It gates nothing: run it on a quiet machine.
import { parseArgs } from "node:util";
import { startEmbedded } from "#server/db/embedded.ts";
import { type BenchDatabase, benchDatabase, rebuild } from "./data.ts";
import { droppedMonth, growth } from "./growth.ts";
import { ingestion, removeSent } from "./ingestion.ts";
import { statusPoll, weeksReadings, weeksStatistics } from "./reads.ts";
import { incrementalRefresh } from "./refresh.ts";
import { type Line, table } from "./report.ts";
import { startServers } from "./servers.ts";

const { values: options } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000000,10000000" },
    only: { type: "string", default: "status,readings,statistics,refresh,ingestion,drop,growth" },
    rounds: { type: "string", default: "5" },
    rebuild: { type: "boolean", default: false },
  },
});
const rounds = Number(options.rounds);
const sizes = options.sizes.split(",").map(Number);
const wanted = new Set(options.only.split(","));
const say = (line: string) => console.log(line);

const lines: Line[] = [];
const notes: string[] = [];

function add(more: Line[], said: string[] = []): void {
  lines.push(...more);
  notes.push(...said);
  say(table(more));
}

const nameOf = (readings: number) =>
  readings >= 1_000_000 ? `${readings / 1_000_000}M` : String(readings);

async function reads(database: BenchDatabase, first: boolean): Promise<void> {
  const name = nameOf(database.readings);
  const servers = await startServers(database.url);
  try {
    if (first && wanted.has("status")) {
      const result = await statusPoll(servers, database.url, rounds);
      add(result.lines, result.notes);
    }
    if (wanted.has("readings")) add(await weeksReadings(servers, name, rounds));
    if (wanted.has("statistics")) {
      const result = await weeksStatistics(servers, database.url, name, rounds);
      add(result.lines, [`a week's statistics, ${name}: ${result.bytes} bytes`]);
    }
  } finally {
    await servers.stop();
  }
}

async function writes(database: BenchDatabase): Promise<void> {
  const servers = await startServers(database.url);
  try {
    const result = await ingestion(servers, database.url, nameOf(database.readings), rounds);
    add(result.lines, result.notes);
  } finally {
    await servers.stop();
    await removeSent(database.url);
  }
}

const given = process.env.BENCH_DATABASE_URL;
const server = given
  ? { url: given, stop: async () => {} }
  : await startEmbedded({ dataDir: ".data/bench", log: say });
try {
  const databases = [];
  for (const size of sizes) databases.push(await benchDatabase(server.url, size, say));
  for (const database of databases) {
    if (options.rebuild) database.rebuild = await rebuild(database.url);
    await reads(database, database === databases[0]);
    if (wanted.has("refresh")) {
      add([await incrementalRefresh(database, nameOf(database.readings), rounds)]);
    }
  }
  for (const database of databases) {
    const name = nameOf(database.readings);
    if (wanted.has("ingestion")) await writes(database);
    if (wanted.has("drop")) add(await droppedMonth(database.url, name));
  }
  const [small, large] = [databases[0], databases.at(-1)];
  if (small && large && small !== large && wanted.has("growth")) {
    const names = `${nameOf(large.readings)} against ${nameOf(small.readings)}`;
    add(await growth(small, large, names, rounds));
    for (const { url } of [small, large]) await removeSent(url);
  }
  say(`\n${table(lines)}\n\n${notes.join("\n")}`);
} finally {
  await server.stop();
}
