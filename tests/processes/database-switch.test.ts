import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { connect } from "#server/db/connection.ts";
import { expectUnavailable, timed } from "../server/fixtures/timed-answer.ts";
import { connectTo } from "../support/database.ts";
import { DatabaseProxy } from "../support/database-proxy.ts";
import { patient } from "../support/patience.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import { sentReading, signatureHeaders } from "../support/platform-events.ts";
import {
  dataFolder,
  endProcesses,
  Page,
  type PortalProcess,
  productionSecrets,
  spawnPortal,
  startPortal,
} from "../support/portal-process.ts";
import { setStandbys, standbyName, untilSynchronous } from "../support/standby.ts";
import { openTwoDatabases } from "../support/two-databases.ts";

// One process, which reaches its database through a proxy.
let servers: Awaited<ReturnType<typeof openTwoDatabases>>;
let proxy: DatabaseProxy;
let portal: PortalProcess;
let manager: Page;
let psychic: Account;

beforeAll(async () => {
  servers = await openTwoDatabases();
  proxy = new DatabaseProxy(servers.primary.port);
  const url = new URL(servers.primary.url);
  url.port = String(await proxy.open());
  const { sql, close } = connect(servers.primary.url, { onError: () => {}, poolSize: 1 });
  psychic = await makePsychic(sql);
  const { username } = await makeManager(sql);
  await close();
  portal = await startPortal({ env: { DATABASE_URL: url.href } });
  manager = new Page(portal.base);
  await manager.signIn(username, password);
});
afterAll(async () => {
  portal.kill("SIGKILL");
  await portal.ended;
  proxy.close();
  await servers.close();
  await endProcesses();
});
afterEach(() => {
  expect(portal.errors()).toBe("");
});

const read = () => manager.get(`/api/psychics/${psychic.id}/readings`);
const write = () =>
  manager.send("POST", `/api/psychics/${psychic.id}/problem`, { details: randomUUID() });
const ingest = (type: string, data: object) => {
  const event = { type, timestamp: new Date().toISOString(), data };
  const signature = signatureHeaders(productionSecrets.INGEST_SECRET, JSON.stringify(event));
  return manager.send("POST", "/api/ingest/events", event, signature);
};
const record = () =>
  ingest("readings.recorded", {
    readings: [sentReading({ connection_id: randomUUID(), user_id: psychic.id })],
  });
const update = () =>
  ingest("customers.updated", {
    customers: [{ customer_id: 7, username: "fay", redeemable_minutes: 1, blocked: false }],
  });
/** More requests than the pools have connections, so that every connection is used. */
const burst = () =>
  Promise.all(
    Array.from({ length: 15 }, () =>
      [read, write, record, update].map((ask) => timed(ask())),
    ).flat(),
  );
const expectServing = () =>
  expect
    .poll(async () => (await burst()).every(({ status }) => status < 300), {
      timeout: patient(60_000),
    })
    .toBe(true);

test("a proxy that leads to a replica: reads and writes are 503, until it leads to the primary", async () => {
  await expectServing();
  proxy.switchTo(servers.replica.port);
  proxy.cut();
  for (let round = 0; round < 2; round += 1) {
    for (const answer of await burst()) expectUnavailable(answer, 2);
  }
  expectUnavailable(await timed(manager.get("/api/health/ready")), 2);
  proxy.switchTo(servers.primary.port);
  await expectServing();
});

test("a primary that turns read-only under open connections: a write is 503", async () => {
  const owner = await connectTo(servers.primary.url);
  const setReadOnly = async (value: string) => {
    await owner.query(`alter system set default_transaction_read_only = ${value}`);
    await owner.query("select pg_reload_conf()");
  };
  await setReadOnly("on");
  await expect
    .poll(async () => (await write()).status, { timeout: patient(60_000), interval: 20 })
    .toBe(503);
  expectUnavailable(await timed(write()), 2);
  await owner.query("set default_transaction_read_only = off");
  await setReadOnly("off");
  await owner.end();
  await expectServing();
});

test("connections that get no answer any more are closed, and new ones serve", async () => {
  await expectServing();
  proxy.silence();
  for (const { status, seconds } of await burst()) {
    expect([200, 204, 503]).toContain(status);
    expect(seconds).toBeLessThan(patient(8));
  }
  await expectServing();
});

test.each(["server/main.ts", "server/commands/audit.ts"])(
  "%s does not start on a replica, and says why in one line",
  async (script) => {
    const process = await spawnPortal({
      env: { DATABASE_URL: servers.replica.url, DATA_DIR: await dataFolder() },
      script,
    });
    const { code, errors } = await process.ended;
    expect(code).toBe(1);
    expect(errors).toBe(
      "The database of DATABASE_URL is a replica, which accepts no changes: give the primary's address\n",
    );
  },
);

test("while a synchronous replica is gone, a write is 503; it succeeds once the primary waits for no replica", async () => {
  await setStandbys(servers.primary.url, standbyName);
  await untilSynchronous(servers.primary.url);
  await expectServing();
  await servers.replica.kill();
  expectUnavailable(await timed(write()), 8);
  expect((await read()).status).toBe(200);
  await setStandbys(servers.primary.url, "");
  await expectServing();
});
