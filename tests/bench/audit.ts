// Measures how long a page of the audit trail takes on a large trail and on a small one, in turns:
//
//   node scripts/launch.mjs run tests/bench/audit.ts [ENTRIES, default 10000000] [ROUNDS, default 5]
//
// "portal" is the large trail, "bare" one of 10,000 entries. Each has its own database and process,
// with the settings of production. The entries are spread over two years; one user did most of them,
// and one account has most of them. The bench also says how long the job takes that makes the
// indexes after an upgrade. Ten million entries take about ten minutes and 6 GB of disk. It gates
// nothing: run it on a quiet machine.
//
// BENCH_DATABASE_URL is a PostgreSQL database whose user may create databases. Without it, the
// embedded PostgreSQL runs in .data/bench.
import { connect } from "#server/db/connection.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { addedIndexes, addIndexes } from "#server/db/partitions/add-indexes.ts";
import { makeMonths } from "#server/db/partitions/keep-months.ts";
import { addMonths, monthOf } from "#server/db/partitions/months.ts";
import { partitionedTable } from "#server/db/partitions/partitioned-tables.ts";
import { connectTo, withDatabase } from "../support/database.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { endProcesses, Page, startPortal } from "../support/portal-process.ts";
import { median } from "./load.ts";
import { interleave, type Line, table, time } from "./report.ts";

const [large = 10_000_000, rounds = 5] = process.argv.slice(2).map(Number);
const small = 10_000;
/** Milliseconds. */
const limit = 100;
const requestsPerRound = 20;
const say = (line: string) => console.log(line);

interface People {
  owner: string;
  busy: number;
  account: number;
  rare: number;
}

async function makePeople(url: string): Promise<People> {
  const db = connect(url, { onError: () => {} });
  const owner = await makeManager(db.sql, { staff_role: "owner" });
  const [account, rare] = [await makePsychic(db.sql), await makePsychic(db.sql)];
  await db.close();
  return { owner: owner.username, busy: account.managerId, account: account.id, rare: rare.id };
}

/** Fills two years, and makes the indexes as the job does after an upgrade. */
async function fill(url: string, entries: number, { busy, account, rare }: People) {
  const client = await connectTo(url);
  const now = new Date();
  const months = Array.from({ length: 24 }, (_, count) => addMonths(monthOf(now), -count));
  await makeMonths(client, partitionedTable("audit_trail"), months, now);
  await client.query(`drop index ${addedIndexes.map(({ name }) => `audit_trail_${name}`).join()}`);
  await client.query(
    `insert into audit_trail (at, actor_id, subject_id, action, address, browser, detail)
     select now() - n * (interval '700 days' / $1::int),
            case when n % 100000 = 7 then $4 when n % 4 = 0 then 1000 + n % 5000 else $2::int end,
            case when n % 100000 = 7 then $4 when n % 4 = 0 then 1000 + n % 5000 else $3::int end,
            case when n % 500000 = 9 then 'SSN corrected' when n % 2 = 0 then 'signed in'
                 else 'availability changed' end,
            '203.0.113.0/24', 'Chrome on Android', '{"old": "A", "new": "U"}'
       from generate_series(1, $1::int) n`,
    [entries, busy, account, rare],
  );
  const began = performance.now();
  await addIndexes(client, Number.POSITIVE_INFINITY);
  say(
    `the indexes of ${entries.toLocaleString("en-US")} entries: ${time(performance.now() - began)}`,
  );
  await client.query("vacuum analyze audit_trail");
  await client.end();
}

/** A portal on a trail of this size, and the function that measures one of its pages. */
async function openSide(server: string, entries: number) {
  const name = `portal_audit_${entries}`;
  const admin = await connectTo(server);
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name}`);
  const url = withDatabase(server, name);
  await migrate(url);
  const people = await makePeople(url);
  await fill(url, entries, people);
  const portal = await startPortal({ env: { DATABASE_URL: url } });
  const page = new Page(portal.base);
  await page.signIn(people.owner, password);
  const ask = async (path: string): Promise<number> => {
    const began = performance.now();
    const answer = await fetch(`${portal.base}/api${path}`, {
      headers: { Cookie: page.cookie ?? "" },
    });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return performance.now() - began;
  };
  return {
    async measure(pathOf: (people: People) => string): Promise<number> {
      const times: number[] = [];
      for (let turn = 0; turn < requestsPerRound; turn++) times.push(await ask(pathOf(people)));
      return median(times);
    },
    async close() {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}

const year = Date.now() - 365 * 86_400_000;
const long = `start_date=${new Date(year).toISOString().slice(0, 10)}&end_date=${new Date().toISOString().slice(0, 10)}`;
const pages: [name: string, pathOf: (people: People) => string][] = [
  ["the newest entries", () => "/audit"],
  ["entries of a year ago", () => `/audit?before=${year * 1_000}-1`],
  ["a busy person", ({ busy }) => `/audit?person=${busy}`],
  ["a rare person, a year", ({ rare }) => `/audit?person=${rare}&${long}`],
  ["a rare action, a year", () => `/audit?kind=SSN+corrected&${long}`],
  ["a group of actions", () => "/audit?kind=sign-in"],
  ["a rare action of a busy person", ({ busy }) => `/audit?person=${busy}&kind=SSN+corrected`],
  ["a group that a busy person never did", ({ busy }) => `/audit?person=${busy}&kind=listing`],
  ["a busy account's history", ({ account }) => `/psychics/${account}/history`],
];

const given = process.env.BENCH_DATABASE_URL;
const server = given
  ? { url: given, stop: async () => {} }
  : await startEmbedded({ dataDir: ".data/bench" });
try {
  const [one, other] = [await openSide(server.url, large), await openSide(server.url, small)];
  const lines: Line[] = [];
  for (const [name, pathOf] of pages) {
    const result = await interleave(
      rounds,
      () => one.measure(pathOf),
      () => other.measure(pathOf),
    );
    lines.push({ ...result, name, portal: time(result.portal), bare: time(result.bare) });
    lines.push({
      name: `${name} (bare: the limit)`,
      ...{ portal: time(result.portal), bare: time(limit), ratio: result.portal / limit },
      target: { most: 1 },
    });
  }
  say(table(lines));
  await endProcesses();
  await one.close();
  await other.close();
} finally {
  await endProcesses();
  await server.stop();
}
