import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { advisoryLocks } from "#server/db/advisory-locks.ts";
import { connect } from "#server/db/connection.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { openKillableDatabase } from "../server/fixtures/killable-database.ts";
import { expectUnavailable, timed } from "../server/fixtures/timed-answer.ts";
import { connectTo } from "../support/database.ts";
import { patient } from "../support/patience.ts";
import { type Account, makePsychic, password } from "../support/people.ts";
import { sentReading, signatureHeaders } from "../support/platform-events.ts";
import {
  dataFolder,
  endProcesses,
  Page,
  type PortalProcess,
  productionSecrets,
  startPortal,
} from "../support/portal-process.ts";

// A process may start slowly on a busy machine.
const noop = () => {};
const silentLog = { debug: noop, info: noop, warn: noop, error: noop, flush: noop };

// A portal process on a PostgreSQL that the tests kill and start again.
let database: Awaited<ReturnType<typeof openKillableDatabase>>;
let portalFolder: string;
let portal: PortalProcess;
let psychic: Account;
let signedIn: Page;

beforeAll(async () => {
  database = await openKillableDatabase();
  portalFolder = await dataFolder();
  portal = await startPortal({ env: { DATABASE_URL: database.url(), DATA_DIR: portalFolder } });
  const { sql, close } = connect(database.url(), { onError: () => {}, poolSize: 1 });
  psychic = await makePsychic(sql);
  await close();
  signedIn = new Page(portal.base);
  await signedIn.signIn(psychic.username, password);
});
afterAll(async () => {
  portal.kill("SIGKILL");
  await portal.ended;
  await database.close();
  await endProcesses();
});
// One process lives through all these tests, and prints no error.
afterEach(() => {
  expect(portal.errors()).toBe("");
});

async function withUsersLocked<T>(work: () => Promise<T>): Promise<T> {
  const holder = await connectTo(database.url());
  await holder.query("begin; lock table users in access exclusive mode");
  return work().finally(() => holder.end());
}

const email = () => ({ email: psychic.email });
const visitor = () => new Page(portal.base);
const credentials = () => ({ username: psychic.username, password });

function sendEvent(id: string, customer: number) {
  const reading = sentReading({
    ...{ connection_id: `away-${customer}`, user_id: psychic.id, customer_id: customer },
  });
  const body = {
    type: "readings.recorded",
    timestamp: new Date().toISOString(),
    data: { readings: [reading] },
  };
  const signature = signatureHeaders(productionSecrets.INGEST_SECRET, JSON.stringify(body), { id });
  return visitor().send("POST", "/api/ingest/events", body, signature);
}

/** Every kind of request that needs the database. */
const askEverything = () =>
  Promise.all([
    timed(signedIn.get("/api/sessions/0")),
    timed(signedIn.get(`/api/psychics/${psychic.id}/status`)),
    timed(signedIn.get(`/api/psychics/${psychic.id}/readings`)),
    timed(signedIn.send("DELETE", "/api/sessions/0")),
    timed(signedIn.send("PUT", "/api/profile/password", { old: password, password })),
    timed(visitor().send("POST", "/api/sessions", credentials())),
    timed(visitor().send("POST", "/api/profile/forgot_password", email())),
    timed(visitor().get(`/api/profile/authorize_password/${randomUUID()}`)),
    timed(sendEvent(randomUUID(), 1)),
  ]);

/** The complete letters. The portal writes a letter to a temporary file and then renames it. */
const letters = async () =>
  (await readdir(join(portalFolder, "mail")).catch((): string[] => [])).filter((name) =>
    name.endsWith(".eml"),
  );

async function expectServing(): Promise<void> {
  const began = performance.now();
  await expect
    .poll(async () => (await signedIn.get("/api/sessions/0")).status, {
      timeout: patient(60_000),
      interval: 50,
    })
    .toBe(200);
  expect((performance.now() - began) / 1000).toBeLessThan(patient(5));
  expect((await visitor().get("/api/health/ready")).status).toBe(200);
  // A burst uses every connection of every pool.
  const burst = () =>
    Promise.all(Array.from({ length: 40 }, () => signedIn.get(`/api/psychics/${psychic.id}`)));
  await expect
    .poll(async () => (await burst()).every(({ status }) => status === 200), {
      timeout: patient(60_000),
    })
    .toBe(true);
}

describe.each([
  ["killed", "SIGKILL"],
  ["shut down", "SIGINT"],
] as const)("PostgreSQL %s", (state, signal) => {
  test("the portal answers 503 within two seconds, and serves again once PostgreSQL is back", async () => {
    const port = database.port();
    await database.kill(signal);
    for (let round = 0; round < 3; round++) {
      for (const answer of await askEverything()) expectUnavailable(answer, 2);
    }
    expectUnavailable(await timed(visitor().get("/api/health/ready")), 2);
    expect((await visitor().get("/api/health/live")).status).toBe(200);
    // Public pages and 401 answers need no database.
    expect((await visitor().get("/cos")).status).toBe(200);
    expect((await visitor().get("/api/sessions/0")).status).toBe(401);

    await database.start();
    expect(database.port()).toBe(port);
    await expectServing();
    // Writes and the queue work again: the letter arrives.
    const before = await letters();
    const began = performance.now();
    expect((await visitor().send("POST", "/api/profile/forgot_password", email())).status).toBe(
      204,
    );
    await expect
      .poll(async () => (await letters()).length, { timeout: patient(35_000) })
      .toBe(before.length + 1);
    console.log(`${state}: the letter took ${((performance.now() - began) / 1000).toFixed(1)} s`);
    const [name = ""] = (await letters()).filter((one) => !before.includes(one));
    expect(name).toMatch(/\.eml$/);
    expect(await readFile(join(portalFolder, "mail", name), "utf8")).toContain(psychic.email);
  });
});

test("PostgreSQL killed under load: waiting requests end, and a repeated event is applied once", async () => {
  const holder = await connectTo(database.url());
  await holder.query(
    `begin; lock table users, platform_events in access exclusive mode;
     select pg_advisory_xact_lock(${advisoryLocks.statisticsRefresh})`,
  );
  const jobs = createJobs(database.url(), silentLog);
  await jobs.start({} as Services, [], { work: false });
  await jobs.send("refresh-statistics", {});
  await jobs.stop();
  // Within its transaction the holder would always see the same pg_stat_activity.
  const observer = await connectTo(database.url());
  const locks = `select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const waiting = async () => (await observer.query(locks)).rows[0].n;
  // A worker that lost its database polls every two seconds.
  await expect.poll(waiting, { interval: 10, timeout: patient(60_000) }).toBe(1);
  const event = randomUUID();
  const sendAll = () => [
    signedIn.get("/api/sessions/0"),
    visitor().send("POST", "/api/sessions", credentials()),
    sendEvent(event, 2),
  ];
  let hanging = sendAll();
  // On a busy machine the first may time out before the last one waits: then send all again.
  await vi.waitFor(
    async () => {
      if ((await waiting()) === 4) return;
      const ended = await Promise.race([Promise.all(hanging), waiting()]);
      if (Array.isArray(ended)) hanging = sendAll();
      throw new Error("not all wait");
    },
    { interval: 10, timeout: patient(60_000) },
  );
  const began = performance.now();
  await database.kill("SIGKILL");
  for (const { status, headers } of await Promise.all(hanging)) {
    expect(status).toBe(503);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  // Without the kill, each request would take two seconds, the limit for a lock. One that got lost
  // would take five or more.
  expect((performance.now() - began) / 1000).toBeLessThan(patient(4));
  for (const client of [holder, observer]) await client.end().catch(() => {});
  await database.start();
  await expectServing();
  const outcomes = [await sendEvent(event, 2), await sendEvent(event, 2)];
  expect(outcomes.map(({ text }) => JSON.parse(text))).toEqual([
    { applied: 1, duplicate: false },
    { applied: 0, duplicate: true },
  ]);
});

describe("a statement that takes too long", () => {
  test("because of a lock is 503 after two seconds", async () => {
    const answer = await withUsersLocked(() => timed(signedIn.get("/api/sessions/0")));
    expectUnavailable(answer, 3.5);
    expect(answer.seconds).toBeGreaterThan(1.9);
    expect((await signedIn.get("/api/sessions/0")).status).toBe(200);
  });

  test("because it is slow is 503 after five seconds", async () => {
    const owner = await connectTo(database.url());
    await owner.query(`
      create function slow_insert() returns trigger language plpgsql as
        $$ begin perform pg_sleep(60); return new; end $$;
      create trigger slow_insert before insert on logins for each row execute function slow_insert()`);
    const answer = await timed(visitor().send("POST", "/api/sessions", credentials()));
    expectUnavailable(answer, 6.5);
    expect(answer.seconds).toBeGreaterThan(4.9);
    await owner.query("drop trigger slow_insert on logins");
    await owner.end();
    expect((await visitor().send("POST", "/api/sessions", credentials())).status).toBe(200);
  });
});

describe("200 requests at once", () => {
  const sendAll = (ask: (page: Page) => Promise<{ status: number; headers: Headers }>) => {
    const pages = Array.from({ length: 200 }, () => {
      const page = visitor();
      page.cookie = signedIn.cookie;
      return page;
    });
    return Promise.all(pages.map((page) => timed(ask(page))));
  };

  test("on twenty connections: most are 200, the others 503", async () => {
    const answers = await sendAll((page) => page.get(`/api/psychics/${psychic.id}`));
    for (const { status, headers, seconds } of answers) {
      if (status !== 200) expect([status, Number(headers.get("retry-after"))]).toEqual([503, 5]);
      expect(seconds).toBeLessThan(patient(10));
    }
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(100);
  });

  test("while every connection waits for a lock: all are 503, and none hangs", async () => {
    const answers = await withUsersLocked(() => sendAll((page) => page.get("/api/sessions/0")));
    for (const answer of answers) expectUnavailable(answer, 10);
    expect((await signedIn.get("/api/sessions/0")).status).toBe(200);
  });

  test("with passwords to check: each is 401 or 503", async () => {
    const answers = await sendAll((page) =>
      page.send("POST", "/api/sessions", { username: randomUUID(), password }),
    );
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 503]));
    for (const { status, headers } of answers) {
      if (status === 503) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    // At least the two being checked and the fifty in the queue.
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(52);
  });
});

// A frozen server accepts connections and closes none, so only a timeout detects it.
test.runIf(process.platform === "linux")(
  "PostgreSQL frozen: the portal answers 503, too",
  async () => {
    await signedIn.get("/api/sessions/0");
    // Opens the pools' connections first, because connecting has a timeout of its own.
    await Promise.all(Array.from({ length: 40 }, () => visitor().get("/api/health/ready")));
    const frozen = database.processes();
    for (const pid of frozen) process.kill(pid, "SIGSTOP");
    const answers = await Promise.all([
      ...Array.from({ length: 60 }, () => timed(signedIn.get("/api/sessions/0"))),
      timed(visitor().send("POST", "/api/sessions", credentials())),
      timed(visitor().send("POST", "/api/profile/forgot_password", email())),
      timed(visitor().get("/api/health/ready")),
    ]).finally(() => {
      for (const pid of frozen) process.kill(pid, "SIGCONT");
    });
    for (const answer of answers) expectUnavailable(answer, 4);
    expect((await visitor().get("/api/health/live")).status).toBe(200);
    await expectServing();
  },
);

test("SIGTERM ends the process even while PostgreSQL is away", async () => {
  await database.kill("SIGKILL");
  const began = performance.now();
  const { code, signal, errors } = await portal.stop();
  expect({ code, signal, errors }).toEqual({ code: 0, signal: null, errors: "" });
  expect((performance.now() - began) / 1000).toBeLessThan(patient(15));
});
