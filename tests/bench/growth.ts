import { setTimeout as pause } from "node:timers/promises";
import { dropOldMonths } from "#server/db/partitions/drop-months.ts";
import { addMonths, boundsOf, monthOf, partitionOf } from "#server/db/partitions/months.ts";
import { partitionedTable } from "#server/db/partitions/partitioned-tables.ts";
import { lives } from "#server/retention.ts";
import { connectTo } from "../support/database.ts";
import { type BenchDatabase, withClient } from "./data.ts";
import { lastDay } from "./dataset.ts";
import { eventSizes, knownPairs, newEvents, send } from "./ingestion.ts";
import { requestBytes } from "./load.ts";
import { coldTime, perSecond, ranges, readingsRequests } from "./reads.ts";
import { refreshOnce } from "./refresh.ts";
import { interleave, type Line, rate, time } from "./report.ts";
import { signIn, startServers } from "./servers.ts";

/** A database, its portal, and what the requests to it need. */
async function openSide(database: BenchDatabase) {
  const servers = await startServers(database.url);
  const cookie = await signIn(servers, "psychic0");
  const client = await connectTo(database.url);
  return {
    url: database.url,
    port: servers.portal,
    readings: await readingsRequests(servers),
    pairs: await knownPairs(database.url),
    cold: (range: string, turns: number) =>
      coldTime(
        client,
        servers.portal,
        requestBytes("GET", `/api/statistics?${range}`, { Cookie: cookie }),
        turns,
      ),
    async close() {
      await client.end();
      await servers.stop();
    },
  };
}

/**
 * Measures the portal in turns on a large database and on a small one, and compares the two. In the
 * printed lines "portal" is the one on the large database, "bare" the one on the small database.
 */
export async function growth(
  small: BenchDatabase,
  large: BenchDatabase,
  names: string,
  rounds: number,
): Promise<Line[]> {
  const [one, other] = [await openSide(large), await openSide(small)];
  const lines: Line[] = [];
  const compare = async (
    what: string,
    target: Line["target"],
    unit: typeof rate,
    measure: (side: typeof one, round: number) => Promise<number>,
  ) => {
    let turn = 0;
    const result = await interleave(
      rounds,
      () => measure(one, turn++ >> 1),
      () => measure(other, turn++ >> 1),
    );
    const [portal, bare] = [unit(result.portal), unit(result.bare)];
    lines.push({ name: `${what}: ${names}`, ...result, portal, bare, target });
    return result.portal;
  };
  try {
    await compare("a week's readings", { least: 0.77 }, rate, ({ port, readings }) =>
      perSecond(port, 3_000, readings),
    );
    await compare("statistics of a week, cold", undefined, time, ({ cold }) =>
      cold(ranges["a week"], 8),
    );
    await compare("statistics of 365 days, cold", { most: 1.5 }, time, ({ cold }) =>
      cold(ranges["365 days"], 4),
    );
    const years = await compare("statistics of ten years, cold", undefined, time, ({ cold }) =>
      cold(ranges["ten years"], 4),
    );
    lines.push({
      name: "statistics of ten years (bare: 500 ms)",
      ...{ portal: time(years), bare: "500 ms", ratio: years / 500, target: { most: 1 } },
    });
    await compare("refresh of 1,000 psychic-days", { most: 1.3 }, time, async ({ url }, round) => {
      const { milliseconds, changed } = await refreshOnce(url, round);
      return (milliseconds * 1_000) / changed;
    });
    for (const { size, count } of eventSizes) {
      await compare(`ingestion by ${size}`, { least: 0.9 }, rate, ({ port, pairs }) =>
        send(port, newEvents(pairs, size, count)),
      );
    }
  } finally {
    await one.close();
    await other.close();
  }
  return lines;
}

/** Entries of the month that is dropped. */
const entries = 1_000_000;

/** Drops a month of the audit trail, as the nightly job does, while it is read and written. */
export async function droppedMonth(databaseUrl: string, name: string): Promise<Line[]> {
  const [client, reader] = [await connectTo(databaseUrl), await connectTo(databaseUrl)];
  const end = new Date(Date.parse(`${lastDay}T12:00:00Z`) - lives.auditTrail.days * 86_400_000);
  const month = addMonths(monthOf(end), -2);
  try {
    const { from, to } = await boundsOf(client, "audit_trail", month);
    await client.query(
      `create table ${partitionOf("audit_trail", month)} partition of audit_trail
         for values from (${from}) to (${to})`,
    );
    await client.query(
      `insert into audit_trail (at, actor_id, action, subject_id)
       select $1::timestamptz + n * interval '2 seconds', 1, 'bench', 1 + n % 5000
         from generate_series(1, $2::int) n`,
      [`${month}-02T12:00:00Z`, entries],
    );
    await client.query("checkpoint");
    let isDropped = false;
    let longest = 0;
    let statements = 0;
    const use = async () => {
      for (; !isDropped; statements++) {
        const began = performance.now();
        await reader.query("select from audit_trail where subject_id = 7 order by at desc limit 1");
        await reader.query(
          "insert into audit_trail (actor_id, action, subject_id) values (1, 'bench', 7)",
        );
        longest = Math.max(longest, performance.now() - began);
        await pause(2);
      }
    };
    const used = use();
    const began = performance.now();
    await dropOldMonths(client, partitionedTable("audit_trail"), new Date());
    const milliseconds = performance.now() - began;
    isDropped = true;
    await used;
    const most = (what: string, took: number, limit: number): Line => ({
      name: `${what}, ${name} (bare: the limit)`,
      ...{ portal: time(took), bare: time(limit), ratio: took / limit, target: { most: 1 } },
    });
    return [
      most(`dropping a month of ${entries.toLocaleString("en-US")} entries`, milliseconds, 1_000),
      most(`the slowest of ${statements} statements meanwhile`, longest, 200),
    ];
  } finally {
    await client.end();
    await reader.end();
    await withClient(databaseUrl, (owner) =>
      owner.query(`drop table if exists ${partitionOf("audit_trail", month)}`),
    );
  }
}
