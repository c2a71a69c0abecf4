import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { addDays } from "#shared/rules/new-york.ts";
import { withClient } from "./data.ts";
import { lastDay, psychics } from "./dataset.ts";
import { load, median, requestBytes } from "./load.ts";
import { interleave, type Line, rate, time } from "./report.ts";
import { expectSameBytes, type Servers, signIn } from "./servers.ts";

/** This week is over, so none of its readings is in the future. */
const week = { start: addDays(lastDay, -9), end: addDays(lastDay, -3) };
const range = `start_date=${week.start}&end_date=${week.end}`;
const until = (days: number) => `start_date=${addDays(week.end, 1 - days)}&end_date=${week.end}`;
export const ranges = {
  "a week": range,
  "365 days": until(365),
  "ten years": until(3_650),
};
const connections = 16;

export async function perSecond(port: number, count: number, requests: Buffer[]): Promise<number> {
  const done = await load(port, {
    connections,
    count,
    next: (place) => requests[place % requests.length] as Buffer,
  });
  if (done.statuses.get(200) !== count) throw new Error(`not all 200: ${[...done.statuses]}`);
  return done.perSecond;
}

/** The request that every signed-in psychic sends every 3 seconds. */
export async function statusPoll(
  servers: Servers,
  databaseUrl: string,
  rounds: number,
): Promise<{ lines: Line[]; notes: string[] }> {
  const requests: Buffer[] = [];
  for (let number = 1; number <= 12; number++) {
    const cookie = await signIn(servers, `psychic${number}`);
    const path = `/api/psychics/${number + 1}/status`;
    await expectSameBytes(servers, path, cookie);
    requests.push(requestBytes("GET", path, { Cookie: cookie }));
  }
  const result = await interleave(
    rounds,
    () => perSecond(servers.portal, 6_000, requests),
    () => perSecond(servers.bare, 6_000, requests),
  );
  const before = await rowsWritten(databaseUrl);
  await perSecond(servers.portal, 6_000, requests);
  const written = (await rowsWritten(databaseUrl)) - before;
  return {
    lines: [
      {
        name: "status poll",
        ...result,
        portal: rate(result.portal),
        bare: rate(result.bare),
        target: { least: 0.65 },
        aim: 0.8,
      },
    ],
    notes: [`rows written by 6,000 status polls: ${written} (target 0)`],
  };
}

/**
 * How many rows of the portal's own tables were inserted, updated and deleted so far. The job
 * queue's tables do not count.
 */
async function rowsWritten(databaseUrl: string): Promise<number> {
  // A connection may report its last counts only after it has been idle for 10 s.
  await pause(11_000);
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ written: number }>(
      `select sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 as written
         from pg_stat_user_tables where schemaname = 'public'`,
    ),
  );
  return rows[0]?.written ?? 0;
}

/** Requests of a week's readings of one psychic after another, by a manager. */
export async function readingsRequests(servers: Servers): Promise<Buffer[]> {
  const cookie = await signIn(servers, "psychic0");
  const paths = Array.from(
    { length: 500 },
    (_, place) => `/api/psychics/${2 + ((place * 37) % psychics)}/readings?${range}`,
  );
  for (const path of paths.slice(0, 20)) await expectSameBytes(servers, path, cookie);
  return paths.map((path) => requestBytes("GET", path, { Cookie: cookie }));
}

/** A manager opens a week's readings of one psychic after another. */
export async function weeksReadings(
  servers: Servers,
  name: string,
  rounds: number,
): Promise<Line[]> {
  const requests = await readingsRequests(servers);
  const result = await interleave(
    rounds,
    () => perSecond(servers.portal, 3_000, requests),
    () => perSecond(servers.bare, 3_000, requests),
  );
  return [
    {
      name: `a week's readings, ${name}`,
      ...result,
      portal: rate(result.portal),
      bare: rate(result.bare),
      target: { least: 0.75 },
      aim: 0.85,
    },
  ];
}

/** The median time of everybody's statistics that are not cached (ms). */
export async function coldTime(
  client: pg.Client,
  port: number,
  request: Buffer,
  turns = 8,
): Promise<number> {
  const times = [];
  for (let turn = 0; turn < turns; turn++) {
    // Makes the cached result outdated, as a rename does.
    await client.query("update statistics_state set names = names + 1");
    times.push((await load(port, { connections: 1, count: 1, next: () => request })).median);
  }
  return median(times);
}

/** Everybody's statistics of a week: computed, from the cache, and as a 304 for a known ETag. */
export async function weeksStatistics(
  servers: Servers,
  databaseUrl: string,
  name: string,
  rounds: number,
): Promise<{ lines: Line[]; bytes: number }> {
  const cookie = await signIn(servers, "psychic0");
  const path = `/api/statistics?${range}`;
  const bytes = await expectSameBytes(servers, path, cookie);
  const request = requestBytes("GET", path, { Cookie: cookie });
  const computed = await withClient(databaseUrl, (client) =>
    interleave(
      rounds,
      () => coldTime(client, servers.portal, request),
      () => coldTime(client, servers.bare, request),
    ),
  );

  const { headers } = await fetch(`http://127.0.0.1:${servers.portal}${path}`, {
    headers: { Cookie: cookie, "Accept-Encoding": "identity" },
  });
  const known = requestBytes("GET", path, {
    Cookie: cookie,
    "If-None-Match": headers.get("etag") ?? "",
  });
  const median300 = async (next: Buffer, status: number) => {
    const times = [];
    for (let round = 0; round <= rounds; round++) {
      const done = await load(servers.portal, { connections: 1, count: 300, next: () => next });
      if (done.statuses.get(status) !== 300) throw new Error(`not all ${status}`);
      if (round > 0) times.push(done.median);
    }
    return median(times);
  };
  const cached = await median300(request, 200);
  const unchanged = await median300(known, 304);
  const line = (what: string, milliseconds: number, most: number): Line => ({
    name: `a week's statistics, ${name}: ${what}`,
    portal: time(milliseconds),
    bare: time(computed.bare),
    ratio: milliseconds / computed.bare,
    target: { most },
  });
  return {
    lines: [
      { ...line("cold", computed.portal, 1.1), spread: computed.spread },
      line("cached", cached, 0.1),
      line("304", unchanged, 0.1),
    ],
    bytes,
  };
}
