import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { SentReading } from "../support/recount.ts";
import { withClient } from "./data.ts";
import { lastDay } from "./dataset.ts";
import { load, requestBytes } from "./load.ts";
import { interleave, type Line, rate } from "./report.ts";
import { ingestKey, type Servers } from "./servers.ts";

type Pair = Pick<SentReading, "user_id" | "customer_id" | "customer_username">;

const senders = 8;
/** When the history ends. Never in the future, and later than every pair's first call. */
const evening = Date.parse(`${lastDay}T03:00:00Z`);
let number = 0;

export async function knownPairs(databaseUrl: string): Promise<Pair[]> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<Pair>(
      `select p.psychic_id as user_id, p.customer_id::int, c.username as customer_username
         from psychic_customers p join customers c on c.id = p.customer_id
        where p.first_call_at is not null
        order by hashint8(p.psychic_id::bigint * 1000003 + p.customer_id) limit 50000`,
    ),
  );
  return rows;
}

function reading(pair: Pair, id: string, minutes: number): SentReading {
  return {
    connection_id: id,
    ...pair,
    conn_type: minutes % 5 === 0 ? "Chat" : "Call",
    started_at: new Date(evening + (number % 3_600_000)).toISOString(),
    minutes,
    free_minutes: 0,
    paid_minutes: minutes,
    rate: 3.99,
    revenue: (minutes * 399) / 100,
    result: "Completed",
    has_recording: true,
  };
}

/** A request with an event, signed as the platform does. */
function eventRequest(readings: SentReading[]): Buffer {
  const id = `msg_bench_${process.pid}_${number++}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const body = JSON.stringify({
    type: "readings.recorded",
    timestamp: new Date().toISOString(),
    data: { readings },
  });
  const signature = createHmac("sha256", ingestKey).update(`${id}.${timestamp}.${body}`);
  return requestBytes(
    "POST",
    "/api/ingest/events",
    {
      "Content-Type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature.digest("base64")}`,
    },
    body,
  );
}

/** Sends events with eight connections. @returns events per second. */
export async function send(port: number, requests: Buffer[]): Promise<number> {
  const { perSecond, statuses } = await load(port, {
    connections: senders,
    count: requests.length,
    next: (place) => requests[place] as Buffer,
  });
  if (statuses.get(200) !== requests.length) throw new Error(`not all 200: ${[...statuses]}`);
  return perSecond;
}

/** The readings in an event, the events in a measurement, and how the bare server stores them. */
export const eventSizes = [
  { size: 1, count: 2_000, against: "insert" },
  { size: 100, count: 160, against: "insert" },
  { size: 1_000, count: 32, against: "COPY" },
] as const;

/** Events with new readings of known customers. */
export const newEvents = (pairs: Pair[], size: number, count: number): Buffer[] =>
  Array.from({ length: count }, () =>
    eventRequest(
      Array.from({ length: size }, () => {
        const pair = pairs[(number * 7919) % pairs.length] as Pair;
        return reading(pair, `B${process.pid}-${number++}`, 1 + (number % 40));
      }),
    ),
  );

/** Removes the readings that a bench has sent. */
export async function removeSent(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `delete from readings where connection_id ~ '^[BO]' and started_at >= $1::timestamptz`,
      [new Date(evening).toISOString()],
    );
    await client.query("truncate statistics_changes, platform_events");
    await client.query("vacuum analyze readings, reading_ids");
  });
}

/** Eight senders send new readings of known customers, in events of 1, 100 and 1,000. */
export async function ingestion(
  servers: Servers,
  databaseUrl: string,
  name: string,
  rounds: number,
): Promise<{ lines: Line[]; notes: string[] }> {
  const pairs = await knownPairs(databaseUrl);
  const lines: Line[] = [];
  for (const { size, count, against } of eventSizes) {
    const result = await interleave(
      rounds,
      () => send(servers.portal, newEvents(pairs, size, count)),
      () => send(servers.bare, newEvents(pairs, size, count)),
    );
    lines.push({
      name: `ingestion by ${size}, ${name} (bare: ${against})`,
      ...result,
      portal: `${rate(result.portal * size)} readings`,
      bare: `${rate(result.bare * size)} readings`,
      target: { least: 0.8 },
    });
  }
  return { lines, notes: [await overlapping(servers, databaseUrl, pairs)] };
}

/**
 * Eight senders send the same readings at the same time, in different orders and with corrections.
 */
async function overlapping(servers: Servers, databaseUrl: string, pairs: Pair[]) {
  const before = await deadlocks(databaseUrl);
  const count = 48;
  const events = Array.from({ length: count }, (_, event) =>
    eventRequest(
      Array.from({ length: 500 }, (_, place) => {
        const one = (event * 131 + place * 17) % 2_000;
        const pair = pairs[one % pairs.length] as Pair;
        return reading(pair, `O${process.pid}-${one}`, 1 + ((one + event) % 40));
      }),
    ),
  );
  const perSecond = await send(servers.portal, events);
  const met = (await deadlocks(databaseUrl)) - before;
  return (
    `${count} events of 500 overlapping readings by ${senders} senders: all applied, ` +
    `${met} deadlocks (target 0), ${rate(perSecond * 500)} readings`
  );
}

async function deadlocks(databaseUrl: string): Promise<number> {
  await pause(2_000);
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ deadlocks: number }>(
      "select deadlocks::float8 from pg_stat_database where datname = current_database()",
    ),
  );
  return rows[0]?.deadlocks ?? 0;
}
