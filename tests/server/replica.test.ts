import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { makeReading } from "#seeds/builders/reading.ts";
import { connect, type Database } from "#server/db/connection.ts";
import { freePort } from "#server/db/embedded/free-port.ts";
import { connectTo } from "../support/database.ts";
import { patient } from "../support/patience.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import { endProcesses, Page, type PortalProcess, startPortal } from "../support/portal-process.ts";
import { promote } from "../support/standby.ts";
import { openTwoDatabases } from "../support/two-databases.ts";

vi.setConfig({ testTimeout: patient(120_000), hookTimeout: patient(240_000) });

let servers: Awaited<ReturnType<typeof openTwoDatabases>>;
let portal: PortalProcess;
let metricsPort: number;
let db: Database;
/** A session on the replica. */
let replica: pg.Client;
let psychic: Account;
/** The manager only reads. */
let reader: Page;

beforeAll(async () => {
  servers = await openTwoDatabases();
  db = connect(servers.primary.url, { onError: () => {}, poolSize: 2 });
  replica = await connectTo(servers.replica.url);
  psychic = await makePsychic(db.sql);
  metricsPort = await freePort();
  portal = await startPortal({
    env: {
      DATABASE_URL: servers.primary.url,
      DATABASE_READ_URL: servers.replica.url,
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
  expect.poll(() => metric("used"), { timeout: patient(20_000), interval: 100 }).toBe(used);
const range = "start_date=2026-03-01&end_date=2026-03-31";
const countOn = async (page: Page, list: string, id = psychic.id) => {
  const { status, text } = await page.get(`/api/psychics/${id}/${list}?${range}`);
  expect(status).toBe(200);
  return JSON.parse(text).total;
};
const pause = () => replica.query("select pg_wal_replay_pause()");
const resume = () => replica.query("select pg_wal_replay_resume()");

describe("a replica that follows", () => {
  beforeEach(() => expectUsed(1));

  test.each(["readings", "customers", "customers/psychic"])(
    "answers the list of %s, until it is ten seconds behind (L11)",
    async (list) => {
      const before = await countOn(reader, list);
      await pause();
      await makeReading(db.sql, { user_id: psychic.id, connection_id: list.replace("/", "-") });
      expect(await countOn(reader, list)).toBe(before);
      await expect
        .poll(() => countOn(reader, list), { timeout: patient(30_000), interval: 250 })
        .toBe(before + 1);
      expect(await metric("used")).toBe(0);
      expect(await metric("lag_seconds")).toBeGreaterThan(10);
      await resume();
      await expectUsed(1);
      expect(await metric("lag_seconds")).toBeLessThan(patient(10));
      expect(await countOn(reader, list)).toBe(before + 1);
    },
  );

  test("is not read by a browser that has just changed something (D49)", async () => {
    const writer = await signedIn();
    const before = await countOn(reader, "readings");
    await pause();
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
    await resume();
  });

  test("does not decide that something is missing", async () => {
    await pause();
    const { id } = await makePsychic(db.sql);
    expect(await countOn(reader, "readings", id)).toBe(0);
    await resume();
  });
});

describe("the measured lag", () => {
  /** A minute later by this process's clock, on which nothing was written. */
  const later = (now: number) => vi.spyOn(performance, "now").mockReturnValue(now + 60_000);

  test("of an idle primary is none, although its last transaction is old", async () => {
    const watched = connect(servers.primary.url, {
      onError: () => {},
      readUrl: servers.replica.url,
    });
    await watched.replica?.measure();
    const spy = later(performance.now());
    expect(watched.replica?.isUsed()).toBe(false);
    await watched.replica?.measure();
    expect([watched.replica?.lag(), watched.replica?.isUsed()]).toEqual([0, true]);
    spy.mockRestore();
    await watched.close();
  });

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

test("a server of another cluster, the primary itself and a dead address are never read", async () => {
  const deadUrl = new URL(servers.replica.url);
  deadUrl.port = "1";
  for (const readUrl of [servers.primary.url, deadUrl.href]) {
    const watched = connect(servers.primary.url, { onError: () => {}, readUrl });
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
