import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { makeReading } from "#seeds/builders/reading.ts";
import { connect, type Database } from "#server/db/connection.ts";
import { freePort } from "#server/db/embedded/free-port.ts";
import { requestLimits } from "#server/db/timeouts.ts";
import { refreshStatistics } from "#server/features/statistics/refresh.ts";
import { readState, sumsOfPsychic } from "#server/features/statistics/statistics.ts";
import { connectTo } from "../support/database.ts";
import { DatabaseProxy } from "../support/database-proxy.ts";
import { patient } from "../support/patience.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import { endProcesses, Page, type PortalProcess, startPortal } from "../support/portal-process.ts";
import { promote } from "../support/standby.ts";
import { openTwoDatabases } from "../support/two-databases.ts";

let servers: Awaited<ReturnType<typeof openTwoDatabases>>;
let portal: PortalProcess;
let metricsPort: number;
let db: Database;
/** The portal reaches the replica through this proxy. */
let proxy: DatabaseProxy;
/** A connection to the replica. */
let replica: pg.Client;
let psychic: Account;
/** The page of a manager who only reads. */
let reader: Page;

beforeAll(async () => {
  servers = await openTwoDatabases();
  db = connect(servers.primary.url, { onError: () => {}, poolSize: 2 });
  replica = await connectTo(servers.replica.url);
  psychic = await makePsychic(db.sql);
  metricsPort = await freePort();
  proxy = new DatabaseProxy(servers.replica.port);
  const readUrl = new URL(servers.replica.url);
  readUrl.port = String(await proxy.open());
  portal = await startPortal({
    env: {
      DATABASE_URL: servers.primary.url,
      DATABASE_READ_URL: readUrl.href,
      METRICS_PORT: String(metricsPort),
    },
  });
  reader = await signedIn();
});
afterAll(async () => {
  await db.close();
  await replica.end().catch(() => {});
  portal.kill("SIGKILL");
  await portal.ended;
  proxy.close();
  await servers.close();
  await endProcesses();
});

async function signedIn(): Promise<Page> {
  const manager = await makeManager(db.sql);
  const page = new Page(portal.base);
  await page.signIn(manager.username, password);
  return page;
}

const metric = async (name: string) => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}`)).text();
  return Number(new RegExp(`^database_replica_${name} (.*)$`, "m").exec(text)?.[1]);
};
const expectUsed = (used: 0 | 1) =>
  expect.poll(() => metric("used"), { timeout: patient(60_000), interval: 100 }).toBe(used);
const range = "start_date=2026-03-01&end_date=2026-03-31";
const countOn = async (page: Page, list: string, id = psychic.id) => {
  const { status, text } = await page.get(`/api/psychics/${id}/${list}?${range}`);
  expect(status).toBe(200);
  return JSON.parse(text).total;
};
/** The replica receives changes and does not show them. */
async function whilePaused(work: () => Promise<void>): Promise<void> {
  await replica.query("select pg_wal_replay_pause()");
  try {
    await work();
  } finally {
    await replica.query("select pg_wal_replay_resume()");
  }
}
/** Connects to both servers, as the portal does if it has a replica. */
const connectBoth = (options: { readUrl?: string; poolSize?: number } = {}) =>
  connect(servers.primary.url, {
    onError: () => {},
    limits: requestLimits,
    readUrl: servers.replica.url,
    ...options,
  });
const expectFollowing = (watched: Database) =>
  expect
    .poll(
      async () => {
        await watched.replica?.measure();
        return watched.replica?.isUsed();
      },
      { timeout: patient(60_000), interval: 100 },
    )
    .toBe(true);

describe("a replica that follows", () => {
  beforeEach(() => {
    proxy.switchTo(servers.replica.port);
    return expectUsed(1);
  });

  test("answers lists, until it is ten seconds behind (L11)", async () => {
    const lists = ["readings", "customers", "customers/psychic"];
    const counts = () => Promise.all(lists.map((list) => countOn(reader, list)));
    const before = await counts();
    const after = before.map((count) => count + 1);
    await whilePaused(async () => {
      await makeReading(db.sql, { user_id: psychic.id, connection_id: "one-more" });
      expect(await counts()).toEqual(before);
      await expect.poll(counts, { timeout: patient(60_000), interval: 250 }).toEqual(after);
      expect(await metric("used")).toBe(0);
      expect(await metric("lag_seconds")).toBeGreaterThan(10);
    });
    await expectUsed(1);
    expect(await metric("lag_seconds")).toBeLessThan(patient(10));
    expect(await counts()).toEqual(after);
  });

  test("is not read for a browser that has just changed something (D49)", async () => {
    const writer = await signedIn();
    const before = await countOn(reader, "readings");
    await whilePaused(async () => {
      const changed = await writer.send("POST", `/api/psychics/${psychic.id}/status`, {
        code: "U",
      });
      const cookie = changed.headers.getSetCookie().find((one) => one.startsWith("changed="));
      expect(cookie).toMatch(
        /^changed=1; Max-Age=15; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
      );
      await makeReading(db.sql, { user_id: psychic.id, connection_id: "own-change" });
      writer.cookie += "; changed=1";
      expect(await countOn(writer, "readings")).toBe(before + 1);
      expect(await countOn(reader, "readings")).toBe(before);
    });
  });

  test("shows statistics with the old name, except to the browser that changed it (D49)", async () => {
    const { id, username } = await makePsychic(db.sql);
    await makeReading(db.sql, { user_id: id, connection_id: "renamed" });
    await db.sql("statistics_changes").insert({ psychic_id: id, day: "2026-03-04" });
    await refreshStatistics(db.pool, new Date());
    const nameOn = async (page: Page) => {
      const { statistics } = JSON.parse((await page.get(`/api/statistics?${range}`)).text);
      return statistics.find((row: { agent_user_id: number }) => row.agent_user_id === id)
        ?.user_name;
    };
    await expect.poll(() => nameOn(reader), { timeout: patient(60_000) }).toBe(username);
    const writer = await signedIn();
    writer.cookie += "; changed=1";
    await whilePaused(async () => {
      await db.sql("users").where({ id }).update({ username: "renamed" });
      expect(await nameOn(writer)).toBe("renamed");
      expect(await nameOn(reader)).toBe(username);
      expect(await nameOn(writer)).toBe("renamed");
    });
  });

  test("does not decide that something is missing", () =>
    whilePaused(async () => {
      const { id } = await makePsychic(db.sql);
      expect(await countOn(reader, "readings", id)).toBe(0);
      expect((await reader.get(`/api/psychics/${id}/statistics`)).status).toBe(200);
    }));

  test.each(["refuses connections", "falls silent"])(
    "leaves the answer to the primary if it %s between two measurements",
    async (fault) => {
      const before = await countOn(reader, "readings");
      if (fault === "falls silent") proxy.silence();
      else {
        proxy.switchTo(1);
        proxy.cut();
      }
      expect(await countOn(reader, "readings")).toBe(before);
    },
  );

  test("stays in use when a query fails for another reason (L11)", async () => {
    const watched = connectBoth();
    await expectFollowing(watched);
    const state = await readState(watched);
    expect(state.onPrimary).toBe(false);
    await expect(sumsOfPsychic(watched, state, "none" as never, [])).rejects.toMatchObject({
      code: "22P02",
    });
    expect(watched.replica?.isUsed()).toBe(true);
    await watched.close();
  });
});

describe("the measured lag", () => {
  /** A minute without writes, by this process's clock. */
  const later = (now: number) => vi.spyOn(performance, "now").mockReturnValue(now + 60_000);

  test("of an idle primary is none, although its last transaction is old", async () => {
    const watched = connectBoth();
    await expectFollowing(watched);
    const spy = later(performance.now());
    expect(watched.replica?.isUsed()).toBe(false);
    await watched.replica?.measure();
    expect([watched.replica?.lag(), watched.replica?.isUsed()]).toEqual([0, true]);
    spy.mockRestore();
    await watched.close();
  });

  test("is measured while requests use all connections", async () => {
    const watched = connectBoth({ poolSize: 1 });
    await expectFollowing(watched);
    const used = [await watched.pool.connect(), await watched.replica?.pool.connect()];
    const spy = later(performance.now());
    await watched.replica?.measure();
    expect(watched.replica?.isUsed()).toBe(true);
    spy.mockRestore();
    for (const client of used) client?.release();
    await watched.close();
  });

  test("is unknown to a new process, which does not read the replica before it knows", () =>
    whilePaused(async () => {
      await makeReading(db.sql, { user_id: psychic.id, connection_id: "before-the-start" });
      const watched = connectBoth();
      await watched.replica?.measure();
      expect(watched.replica?.lag()).toBe(Number.POSITIVE_INFINITY);
      expect(watched.replica?.isUsed()).toBe(false);
      await watched.close();
    }));

  test("grows for a replica that has lost its primary, even while nothing is written", async () => {
    await expectUsed(1);
    const { rows } = await replica.query("show primary_conninfo");
    await replica.query("alter system set primary_conninfo = ''");
    await replica.query("select pg_reload_conf()");
    await expectUsed(0);
    await replica.query(`alter system set primary_conninfo = '${rows[0].primary_conninfo}'`);
    await replica.query("select pg_reload_conf()");
    await expectUsed(1);
  });
});

test("the primary itself and a dead address are never read", async () => {
  const deadUrl = new URL(servers.replica.url);
  deadUrl.port = "1";
  for (const readUrl of [servers.primary.url, deadUrl.href]) {
    const watched = connectBoth({ readUrl });
    await watched.replica?.measure();
    expect(watched.replica?.isUsed()).toBe(false);
    await watched.close();
  }
});

test("while the replica is gone, and after it was promoted, the primary answers", async () => {
  await expectUsed(1);
  const before = await countOn(reader, "readings");
  await promote(servers.replica.url);
  await makeReading(db.sql, { user_id: psychic.id, connection_id: "after-promotion" });
  await expectUsed(0);
  expect(await countOn(reader, "readings")).toBe(before + 1);
  await servers.replica.kill();
  expect(await countOn(reader, "readings")).toBe(before + 1);
  expect(await metric("used")).toBe(0);
  expect(portal.errors()).toBe("");
});
