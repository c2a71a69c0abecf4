import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect as dial } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { advisoryLocks } from "#server/db/advisory-locks.ts";
import { connect } from "#server/db/connection.ts";
import { freePort } from "#server/db/embedded/free-port.ts";
import { stopTimes } from "#server/stop.ts";
import { connectionsTo, headOf, isListening } from "../server/fixtures/raw-client.ts";
import { canaryOf } from "../support/canaries.ts";
import { connectTo, createTestDatabase, type TestDatabase } from "../support/database.ts";
import { patient } from "../support/patience.ts";
import { makePsychic, password } from "../support/people.ts";
import {
  endProcesses,
  Page,
  type PortalProcess,
  spawnPortal,
  startPortal,
} from "../support/portal-process.ts";

// Each test starts processes of server/main.ts, as an installation in production does.
let database: TestDatabase;
let observer: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  observer = await connectTo(database.url);
});
afterAll(async () => {
  await endProcesses();
  await observer.end();
  await database.drop();
});

const start = (env: Record<string, string | undefined> = {}) =>
  startPortal({ env: { DATABASE_URL: database.url, ...env } });

/** How many connections of this database wait for a lock of this kind. */
async function waitingFor(kind: string, { url }: TestDatabase): Promise<number> {
  const { rows } = await observer.query(
    "select count(*)::int as n from pg_stat_activity where datname = $1 and wait_event_type = 'Lock' and wait_event = $2",
    [new URL(url).pathname.slice(1), kind],
  );
  return rows[0].n;
}

describe("SIGTERM", () => {
  let ownDatabase: TestDatabase;
  beforeAll(async () => {
    ownDatabase = await createTestDatabase();
  });
  afterAll(() => ownDatabase.drop());

  test("drains: reports not ready, still serves, and finishes open requests", async () => {
    const { sql, close } = connect(ownDatabase.url, { onError: () => {}, poolSize: 1 });
    const someone = await makePsychic(sql);
    await close();
    const leaving = await start({
      DATABASE_URL: ownDatabase.url,
      METRICS_PORT: String(await freePort()),
    });
    const page = new Page(leaving.base);
    await page.signIn(someone.username, password);

    // This request is under way: the beginning of its body has arrived, and its answer will wait
    // for a lock.
    const body = JSON.stringify({ username: someone.username, password });
    const slow = dial(leaving.port, "127.0.0.1");
    const answer = text(slow);
    slow.write(headOf("POST", "/api/sessions", body.length) + body.slice(0, 10));
    // A client keeps this connection alive and does not use it.
    const idle = new Agent({ keepAlive: true });
    await readAnswer(idle, leaving);

    const asked = performance.now();
    leaving.kill("SIGTERM");
    await expect
      .poll(async () => (await page.get("/api/health/ready")).status, { timeout: patient(3_000) })
      .toBe(503);
    const notReady = await page.get("/api/health/ready");
    expect(Number(notReady.headers.get("retry-after"))).toBeGreaterThan(0);
    // A second signal does not start a second stop.
    leaving.kill("SIGTERM");
    leaving.kill("SIGINT");
    expect((await page.get("/api/health/live")).status).toBe(200);
    const served = await page.get("/api/sessions/0");
    expect([served.status, served.headers.get("connection")]).toEqual([200, "close"]);

    await expect
      .poll(() => isListening(leaving.port), { timeout: patient(60_000), interval: 20 })
      .toBe(false);
    expect((performance.now() - asked) / 1000).toBeGreaterThan(4);
    const lock = await connectTo(ownDatabase.url);
    await lock.query("begin; lock table users in access exclusive mode");
    slow.write(body.slice(10));
    await expect.poll(() => waitingFor("relation", ownDatabase)).toBe(1);
    await lock.query("commit");
    await lock.end();
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*"user_id"/s);

    const { code, signal, errors } = await leaving.ended;
    expect({ code, signal, errors }).toEqual({ code: 0, signal: null, errors: "" });
    idle.destroy();
    // The log is complete, up to the last request.
    const requests = leaving.lines().filter(({ route }) => route !== undefined);
    expect(requests.at(-1)).toMatchObject({ route: "/sessions", status: 200 });
    expect(leaving.lines().filter(({ msg }) => msg === "stopping")).toHaveLength(1);
    await expect
      .poll(() => connectionsTo(observer, ownDatabase), { timeout: patient(60_000) })
      .toBe(0);
  });

  test("gets more time from compose.yaml than the longest stop takes", async () => {
    const compose = await readFile(join(import.meta.dirname, "../../compose.yaml"), "utf8");
    const [, app = ""] = /^ {2}app:\n((?: {4}.*\n|\n)+)/m.exec(compose) ?? [];
    const [, seconds] = /stop_grace_period: (\d+)s/.exec(app) ?? [];
    const { notice, requests, release } = stopTimes;
    expect(Number(seconds) * 1000).toBeGreaterThan(notice + requests + release);
  });

  test("during a start ends the process", async () => {
    const lock = await connectTo(ownDatabase.url);
    // Migrations wait for this lock.
    await lock.query("select pg_advisory_lock($1)", [advisoryLocks.migration]);
    const starting = await spawnPortal({ env: { DATABASE_URL: ownDatabase.url } });
    await expect
      .poll(() => waitingFor("advisory", ownDatabase), { timeout: patient(60_000) })
      .toBe(1);
    const { code, errors } = await starting.stop();
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    await lock.end();
    await expect
      .poll(() => connectionsTo(observer, ownDatabase), { timeout: patient(60_000) })
      .toBe(0);
  });
});

async function readAnswer(agent: Agent, { port }: PortalProcess): Promise<void> {
  const sent = request({ agent, port, host: "127.0.0.1", path: "/api/health/live" }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  await text(answer);
}

test("an uncaught error ends the process, and its message is not printed", async () => {
  const CANARY_OF_CRASH = canaryOf("the text of a crash");
  const crashing = await startPortal({
    preload: "tests/support/crash-on-signal.ts",
    env: { DATABASE_URL: database.url, CANARY_OF_CRASH },
  });
  crashing.kill("SIGUSR2");
  const { code, output, errors } = await crashing.ended;
  expect(code).toBe(1);
  expect(errors).toMatch(/^The portal crashed: Error at tests\/support\/[^\n]*\n$/);
  // A line whose writing was under way may come after it.
  expect(crashing.lines()).toContainEqual(expect.objectContaining({ level: 50, msg: "crashed" }));
  expect(`${output}${errors}`).not.toContain(CANARY_OF_CRASH);
});
