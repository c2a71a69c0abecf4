// Measures how soon 25 managers see each of 50 changes a second on a floor of 1,500 psychics, and
// what that costs one process of the portal with the settings of production:
//
//   node scripts/launch.mjs run tests/bench/floor.ts [SECONDS, default 60]
//
// It prints the times from the commit of a change to its event, and the part of a core that the
// process used: with the boards open and nothing changing, with the changes, and, for comparison,
// with the same changes while each board asks for the whole floor every second instead. The aims
// are a 99th percentile of 1 s and 5% of a core. It gates nothing: run it on a quiet machine.
import { setTimeout as pause } from "node:timers/promises";
import type { Knex } from "knex";
import { connect } from "#server/db/connection.ts";
import { freePort } from "#server/db/embedded/free-port.ts";
import type { FloorChanges } from "#shared/floor.ts";
import { EventReader } from "../support/event-reader.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { Page, type PortalProcess } from "../support/portal-process.ts";
import { withPortal } from "./bench-portal.ts";

const seconds = Number(process.argv[2] ?? 60);
const [boards, psychics, changesPerSecond] = [25, 1500, 50];
/** Milliseconds between two changes. */
const step = 1000 / changesPerSecond;
const codes = ["A", "B", "U", "B"] as const;

/** @returns the psychics' ids, and the managers' usernames. */
async function makePeople(sql: Knex): Promise<{ ids: number[]; managers: string[] }> {
  const managers = await Promise.all(Array.from({ length: boards }, () => makeManager(sql)));
  const ids: number[] = [];
  while (ids.length < psychics) {
    const some = Array.from({ length: 50 }, () =>
      makePsychic(sql, { manager_id: managers[0]?.id ?? 0 }),
    );
    ids.push(...(await Promise.all(some)).map(({ id }) => id));
  }
  await sql("availability").insert(
    ids.map((psychic_id) => ({ psychic_id, code: "U" as const, at: new Date() })),
  );
  await sql("schedule_segments").insert(
    ids.flatMap((psychic_id) =>
      [1, 2, 3, 4, 5, 6, 7].map((day) => ({
        ...{ psychic_id, day, number: 1, status: "A" as const },
        ...{ starts: "18:00", ends: "02:00" },
      })),
    ),
  );
  return { ids, managers: managers.map(({ username }) => username) };
}

/** Changes the availability of one psychic after another. @returns when each change was committed. */
async function change(sql: Knex, ids: readonly number[]): Promise<Map<string, number>> {
  const committed = new Map<string, number>();
  const began = performance.now();
  const count = seconds * changesPerSecond;
  for (let place = 0; place < count; place++) {
    await pause(Math.max(0, began + place * step - performance.now()));
    const id = ids[place % ids.length] ?? 0;
    const at = new Date();
    const code = codes[Math.floor(place / ids.length) % codes.length] ?? "A";
    await sql("availability").where({ psychic_id: id }).update({ code, at, set_by: "platform" });
    committed.set(`${id} ${code}`, performance.now());
  }
  return committed;
}

/** Reads a board's events, and notes when each psychic's code arrived. */
async function watch(reader: EventReader, seen: Map<string, number>): Promise<void> {
  try {
    for (;;) {
      const { psychics: changed } = (await reader.next("floor")).data as FloorChanges;
      const arrived = performance.now();
      for (const { user_id, code } of changed) {
        const key = `${user_id} ${code}`;
        if (!seen.has(key)) seen.set(key, arrived);
      }
    }
  } catch {
    // The bench has closed the stream.
  }
}

async function cpuOf(metricsPort: number): Promise<number> {
  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}`)).text();
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(figures)?.[1]);
}

/** The percentage of a core that the portal uses while `work` runs. */
async function shareDuring(metricsPort: number, work: () => Promise<unknown>): Promise<number> {
  const [cpu, began] = [await cpuOf(metricsPort), performance.now()];
  await work();
  return ((await cpuOf(metricsPort)) - cpu) / ((performance.now() - began) / 100_000);
}

async function pollAll(pages: readonly Page[], until: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = until.then(() => {
    isOver = true;
  });
  const polls = pages.map(async (page) => {
    while (!isOver) {
      await page.get("/api/floor");
      await Promise.race([pause(1_000), over]);
    }
  });
  await Promise.all([over, ...polls]);
}

async function measure(portal: PortalProcess, databaseUrl: string, metricsPort: number) {
  const { sql, close } = connect(databaseUrl, { onError: () => {}, poolSize: 4 });
  const { ids, managers } = await makePeople(sql);
  const pages = managers.map(() => new Page(portal.base));
  for (const [place, page] of pages.entries()) await page.signIn(managers[place] ?? "", password);
  const url = `${portal.base}/api/floor/changes`;
  const readers = await Promise.all(pages.map(({ cookie = "" }) => EventReader.open(url, cookie)));
  const seen = readers.map(() => new Map<string, number>());
  // Each board begins with the whole floor, which is not a change.
  await Promise.all(readers.map((reader) => reader.next("floor")));
  readers.forEach((reader, place) => {
    void watch(reader, seen[place] ?? new Map());
  });

  const still = await shareDuring(metricsPort, () => pause(seconds * 500));
  let committed = new Map<string, number>();
  const live = await shareDuring(metricsPort, async () => {
    committed = await change(sql, ids);
    await pause(1_000);
  });
  for (const reader of readers) reader.close();
  const polled = await shareDuring(metricsPort, () =>
    pollAll(pages, change(sql, ids.toReversed())),
  );

  const times = seen.flatMap((board) =>
    [...committed].map(([key, at]) => (board.get(key) ?? Number.POSITIVE_INFINITY) - at),
  );
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)]?.toFixed(0);
  console.log(
    `${committed.size} changes on ${boards} boards: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`,
  );
  console.log(
    `the portal's share of a core: ${still.toFixed(1)}% without changes, ${live.toFixed(1)}% with them; ` +
      `${polled.toFixed(1)}% if the boards ask every second (${(polled / live).toFixed(1)} times as much)`,
  );
  await close();
}

const metricsPort = await freePort();
await withPortal({ env: { METRICS_PORT: String(metricsPort) } }, (portal, databaseUrl) =>
  measure(portal, databaseUrl, metricsPort),
);
