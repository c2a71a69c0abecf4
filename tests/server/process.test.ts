import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { createServer as createSilentServer, connect as dial } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connect } from "#server/db/connection.ts";
import { freePort } from "#server/db/embedded/free-port.ts";
import { processState } from "#server/db/embedded/process-state.ts";
import { stopTimes } from "#server/stop.ts";
import { Balancer } from "../support/balancer.ts";
import {
  connectTo,
  createTestDatabase,
  type TestDatabase,
  withDatabase,
} from "../support/database.ts";
import { patient } from "../support/patience.ts";
import { makePsychic, password } from "../support/people.ts";
import {
  dataFolder,
  endProcesses,
  Page,
  type PortalProcess,
  secrets,
  spawnPortal,
  startPortal,
} from "../support/portal-process.ts";

vi.setConfig({ testTimeout: patient(240_000), hookTimeout: patient(240_000) });

// On a busy machine a process takes its time to start.

// Real processes of server/main.ts, as an installation in production has them.
let database: TestDatabase;
let observer: pg.Client;
let psychic: Awaited<ReturnType<typeof makePsychic>>;
let portal: PortalProcess;
let metricsPort: number;
let slowHeaders: Promise<Cut>;
let slowBody: Promise<Cut>;

beforeAll(async () => {
  database = await createTestDatabase();
  observer = await connectTo(database.url);
  const { sql, close } = connect(database.url, { onError: () => {}, poolSize: 1 });
  psychic = await makePsychic(sql);
  await close();
  metricsPort = await freePort();
  portal = await start({ METRICS_PORT: String(metricsPort) });
  // They take half a minute: the other tests run meanwhile.
  slowHeaders = untilCut(portal, "GET /api/health/live HTTP/1.1\r\nHost: portal\r\n");
  slowBody = untilCut(portal, `${headOf("POST", "/api/sessions", 500)}{"username":`);
});
afterAll(async () => {
  await endProcesses();
  await observer.end();
  await database.drop();
});

const start = (env: Record<string, string | undefined> = {}) =>
  startPortal({ env: { DATABASE_URL: database.url, ...env } });

/** How many connections there are to a database, but for the observer's. */
async function connectionsTo({ url }: TestDatabase): Promise<number> {
  const { rows } = await observer.query(
    "select count(*)::int as n from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()",
    [new URL(url).pathname.slice(1)],
  );
  return rows[0].n;
}

/** How many of them wait for a lock of this kind. */
async function waitingFor(kind: string, { url }: TestDatabase): Promise<number> {
  const { rows } = await observer.query(
    "select count(*)::int as n from pg_stat_activity where datname = $1 and wait_event_type = 'Lock' and wait_event = $2",
    [new URL(url).pathname.slice(1), kind],
  );
  return rows[0].n;
}

interface Cut {
  status: string;
  seconds: number;
}

/** What becomes of a client that never says the rest. */
async function untilCut({ port }: PortalProcess, beginning: string): Promise<Cut> {
  const began = performance.now();
  const socket = dial(port, "127.0.0.1");
  socket.write(beginning);
  const answer = await text(socket);
  return { status: answer.slice(0, 12), seconds: (performance.now() - began) / 1000 };
}

function headOf(method: string, path: string, length: number): string {
  return [
    `${method} ${path} HTTP/1.1`,
    "Host: portal",
    "Sec-Fetch-Site: same-origin",
    "Content-Type: application/json",
    `Content-Length: ${length}`,
    "\r\n",
  ].join("\r\n");
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = dial(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

describe("a start", () => {
  test("prints the address alone, and logs to the standard output", async () => {
    const [address, ...lines] = portal.output().trimEnd().split("\n");
    expect(address).toBe(`The portal is at ${portal.base}`);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: 30 });
    expect(portal.errors()).toBe("");
  });

  test("answers that it lives, that it is ready, and a page", async () => {
    const page = new Page(portal.base);
    for (const path of ["/api/health/live", "/api/health/ready"]) {
      const { status, text: body } = await page.get(path);
      expect([path, status, body]).toEqual([path, 200, '{"status":"ok"}']);
    }
    const { status, headers, text: html } = await page.get("/login");
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(html).toContain("</html>");
  });

  test("has Prometheus figures on their own port alone", async () => {
    await new Page(portal.base).get("/api/psychics/busy?search=canary-in-a-query");
    const figures = await new Page(`http://127.0.0.1:${metricsPort}`).get("/metrics");
    expect(figures.status).toBe(200);
    expect(figures.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(figures.text).toMatch(
      /^http_request_seconds_count\{method="GET",route="\/psychics\/busy",status="401"\} 1$/m,
    );
    expect(figures.text).toMatch(/^process_resident_memory_bytes \d/m);
    expect(figures.text).toMatch(/^queue_waiting\{queue="(refresh-statistics|platform)"\} \d/m);
    expect(figures.text).toMatch(/^queue_oldest_seconds\{queue="notifications"\} \d/m);
    expect(figures.text).toMatch(
      /^database_connections\{pool="(web|jobs)-knex",state="waiting"\} 0$/m,
    );
    expect(figures.text).not.toContain("canary");
    for (const path of ["/metrics", "/api/metrics"]) {
      expect((await new Page(portal.base).get(path)).text).not.toContain("http_request_seconds");
    }
  });

  test("says when the statistics were refreshed, whichever process did (C10)", async () => {
    await observer.query("update statistics_state set refreshed_at = '2026-03-04 17:00:00+00'");
    const { text: figures } = await new Page(`http://127.0.0.1:${metricsPort}`).get("/metrics");
    expect(figures).toMatch(/^statistics_refreshed_timestamp_seconds 1772643600$/m);
  });

  test("outside production makes its secrets once, and sessions outlive a restart", async () => {
    const DATA_DIR = await dataFolder();
    const own = Object.fromEntries(Object.keys(secrets).map((name) => [name, undefined]));
    const env = { NODE_ENV: undefined, DATA_DIR, ...own };
    const first = await start(env);
    const page = new Page(first.base);
    await page.signIn(psychic.username, password);
    expect((await first.stop()).code).toBe(0);
    expect(first.output()).not.toContain("manager-demo");
    expect(first.errors()).toBe("");
    expect((await stat(join(DATA_DIR, "secrets.json"))).mode & 0o777).toBe(0o600);

    const second = await start({ ...env, PORT: String(first.port) });
    expect((await page.get("/api/sessions/0")).status).toBe(200);
    expect((await second.stop()).code).toBe(0);
  });
});

describe("a start that cannot be says why in one line:", () => {
  let other: TestDatabase;
  let taken: ReturnType<typeof createSilentServer>;
  let takenPort: string;
  beforeAll(async () => {
    other = await createTestDatabase();
    // It takes connections and says nothing.
    taken = createSilentServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    takenPort = String((taken.address() as { port: number }).port);
  });
  afterAll(async () => {
    taken.close();
    await other.drop();
  });

  const withPassword = (url: string, word: string) =>
    Object.assign(new URL(url), { password: word }).href;
  const cases: Record<string, { env: () => Record<string, string | undefined>; says: RegExp }> = {
    "the port is in use": {
      env: () => ({ PORT: takenPort, PUBLIC_URL: "http://portal.test" }),
      says: /^Port \d+ is in use. Choose another with PORT=…$/,
    },
    "the metrics port is in use": {
      env: () => ({ METRICS_PORT: takenPort }),
      says: /^Port \d+ is in use/,
    },
    "a port that is none": {
      env: () => ({ PORT: "http", PUBLIC_URL: "http://portal.test" }),
      says: /^PORT /,
    },
    ...Object.fromEntries(
      Object.keys(secrets).map((name) => [
        `no ${name} in production`,
        {
          env: () => ({ [name]: undefined }),
          says: new RegExp(`^${name} is required in production$`),
        },
      ]),
    ),
    "an empty secret, as compose files leave them": {
      env: () => ({ SESSION_SECRET: "" }),
      says: /^SESSION_SECRET is required in production$/,
    },
    "a short SESSION_SECRET": {
      env: () => ({ SESSION_SECRET: "secret-canary" }),
      says: /^SESSION_SECRET must have at least 32 characters$/,
    },
    "DATA_KEYS that are none": {
      env: () => ({ DATA_KEYS: "k1:canary" }),
      says: /^DATA_KEYS must be id:base64 of 32 bytes, or several, comma-separated$/,
    },
    "DATA_KEYS with two keys of one name": {
      env: () => {
        const [one, other] = [7, 8].map(
          (byte) => `k1:${Buffer.alloc(32, byte).toString("base64")}`,
        );
        return { DATA_KEYS: `${one},${other}` };
      },
      says: /^DATA_KEYS must not give two keys the same id$/,
    },
    "an INGEST_SECRET that is none": {
      env: () => ({ INGEST_SECRET: "canary" }),
      says: /^INGEST_SECRET must be whsec_…, or two of them with a space between$/,
    },
    "VAPID keys that are no pair": {
      env: () => ({ VAPID_PRIVATE_KEY: "AQ".padEnd(43, "A") }),
      says: /^VAPID_PUBLIC_KEY is not the public key of VAPID_PRIVATE_KEY$/,
    },
    "https addresses and no trusted proxy, with which nobody could sign in": {
      env: () => ({ PUBLIC_URL: "https://portal.test", TRUST_PROXY: "0" }),
      says: /^TRUST_PROXY must be 1 or more with an https PUBLIC_URL: /,
    },
    "no PUBLIC_URL in production (C11)": {
      env: () => ({ PUBLIC_URL: undefined }),
      says: /^PUBLIC_URL is required in production$/,
    },
    "no SMTP_URL in production (C11)": {
      env: () => ({ SMTP_URL: undefined }),
      says: /^SMTP_URL is required in production \("files" keeps letters in DATA_DIR\)$/,
    },
    "a mail server without TLS (C11)": {
      env: () => ({ SMTP_URL: "smtp://user:canary@mail.test" }),
      says: /^SMTP_URL must be smtps:\/\/… or smtp:\/\/…\?requireTLS=true, because /,
    },
    "a mail server of another kind": {
      env: () => ({ SMTP_URL: "http://mail.test/canary" }),
      says: /^SMTP_URL must be smtps:\/\/user:password@host, or "files"$/,
    },
    "an IMAGE_BASE that names more than a folder": {
      env: () => ({ IMAGE_BASE: "https://cdn.test/pictures?key=canary" }),
      says: /^IMAGE_BASE must have only a host and a folder$/,
    },
    "a database that is not there": {
      env: () => ({ DATABASE_URL: "postgres://portal:canary@127.0.0.1:1/portal" }),
      says: /^The database of DATABASE_URL does not answer \(ECONNREFUSED\)$/,
    },
    "a database that never answers": {
      env: () => ({ DATABASE_URL: `postgres://portal:canary@127.0.0.1:${takenPort}/portal` }),
      says: /^The database of DATABASE_URL does not answer \(timeout expired\)$/,
    },
    "a wrong password": {
      env: () => ({ DATABASE_URL: withPassword(other.url, "canary") }),
      says: /DATABASE_URL .*\(28P01\)$/,
    },
    "no such database": {
      env: () => ({ DATABASE_URL: withDatabase(other.url, "canary") }),
      says: /DATABASE_URL .*\(3D000\)$/,
    },
    "a DATABASE_URL that is none": {
      env: () => ({ DATABASE_URL: "postgres://portal:canary@[half" }),
      says: /^DATABASE_URL /,
    },
  };

  test.concurrent.each(Object.entries(cases))("%s", async (_, { env, says }) => {
    const failed = await spawnPortal({ env: { DATABASE_URL: other.url, ...env() } });
    const { code, errors, output } = await failed.ended;
    expect(errors.trimEnd()).toMatch(says);
    expect(errors.trimEnd()).not.toContain("\n");
    expect(`${errors}${output}`).not.toContain("canary");
    expect(output).not.toContain("The portal is at");
    expect(code).toBe(1);
    expect(processState(failed.pid)).toBeNull();
  });

  test("and nothing of them is left in the database", async () => {
    await expect.poll(() => connectionsTo(other), { timeout: patient(5_000) }).toBe(0);
  });
});

describe("SIGTERM", () => {
  let mine: TestDatabase;
  beforeAll(async () => {
    mine = await createTestDatabase();
  });
  afterAll(() => mine.drop());

  test("drains: not ready, still serving, then what is under way ends well", async () => {
    const { sql, close } = connect(mine.url, { onError: () => {}, poolSize: 1 });
    const someone = await makePsychic(sql);
    await close();
    const leaving = await start({ DATABASE_URL: mine.url, METRICS_PORT: String(await freePort()) });
    const page = new Page(leaving.base);
    await page.signIn(someone.username, password);

    // Under way: half of its body is there, and the answer will hang on a lock in the database.
    const body = JSON.stringify({ username: someone.username, password });
    const slow = dial(leaving.port, "127.0.0.1");
    const answer = text(slow);
    slow.write(headOf("POST", "/api/sessions", body.length) + body.slice(0, 10));
    // A connection that its client keeps alive and forgets.
    const idle = new Agent({ keepAlive: true });
    await readThrough(idle, leaving);

    const asked = performance.now();
    leaving.kill("SIGTERM");
    await expect
      .poll(async () => (await page.get("/api/health/ready")).status, { timeout: patient(3_000) })
      .toBe(503);
    const notReady = await page.get("/api/health/ready");
    expect(Number(notReady.headers.get("retry-after"))).toBeGreaterThan(0);
    // A second signal is no second stop.
    leaving.kill("SIGTERM");
    leaving.kill("SIGINT");
    expect((await page.get("/api/health/live")).status).toBe(200);
    const served = await page.get("/api/sessions/0");
    expect([served.status, served.headers.get("connection")]).toEqual([200, "close"]);

    await expect
      .poll(() => isListening(leaving.port), { timeout: patient(10_000), interval: 20 })
      .toBe(false);
    expect((performance.now() - asked) / 1000).toBeGreaterThan(4);
    const lock = await connectTo(mine.url);
    await lock.query("begin; lock table users in access exclusive mode");
    slow.write(body.slice(10));
    await expect.poll(() => waitingFor("relation", mine)).toBe(1);
    await lock.query("commit");
    await lock.end();
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*"user_id"/s);

    const { code, signal, errors } = await leaving.ended;
    expect({ code, signal, errors }).toEqual({ code: 0, signal: null, errors: "" });
    idle.destroy();
    // The last lines of the log are not lost.
    expect(leaving.lines().at(-1)).toMatchObject({ route: "/sessions", status: 200 });
    expect(leaving.lines().filter(({ msg }) => msg === "stopping")).toHaveLength(1);
    await expect.poll(() => connectionsTo(mine), { timeout: patient(5_000) }).toBe(0);
  });

  test("is given the time that the longest stop takes by what runs the portal", async () => {
    const compose = await readFile(join(import.meta.dirname, "../../compose.yaml"), "utf8");
    const [, app = ""] = /^ {2}app:\n((?: {4}.*\n|\n)+)/m.exec(compose) ?? [];
    const [, seconds] = /stop_grace_period: (\d+)s/.exec(app) ?? [];
    const { notice, requests, release } = stopTimes;
    expect(Number(seconds) * 1000).toBeGreaterThan(notice + requests + release);
  });

  test("in the middle of a start ends it", async () => {
    const lock = await connectTo(mine.url);
    // Migrating waits for this.
    await lock.query("select pg_advisory_lock(7263001)");
    const starting = await spawnPortal({ env: { DATABASE_URL: mine.url } });
    await expect.poll(() => waitingFor("advisory", mine), { timeout: patient(30_000) }).toBe(1);
    const { code, errors } = await starting.stop();
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    await lock.end();
    await expect.poll(() => connectionsTo(mine), { timeout: patient(5_000) }).toBe(0);
  });
});

async function readThrough(agent: Agent, { port }: PortalProcess): Promise<void> {
  const sent = request({ agent, port, host: "127.0.0.1", path: "/api/health/live" }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  await text(answer);
}

test("rolling two processes five times under load fails none of 5,000 requests", async () => {
  const origin = "http://portal.test";
  const balancer = new Balancer();
  const replacement = async () => {
    const coming = await start({ PUBLIC_URL: origin });
    await balancer.add(coming);
    return coming;
  };
  let two = [await replacement(), await replacement()];
  const mine = new Page(two[0]?.base ?? "", origin);
  await mine.signIn(psychic.username, password);
  const Cookie = mine.cookie ?? "";

  let letters = 0;
  const write = (path: string, body: object, address: number) =>
    balancer.send({
      method: "POST",
      path: `/api/${path}`,
      headers: {
        Origin: origin,
        "Content-Type": "application/json",
        "X-Forwarded-For": `10.0.${address >> 8}.${address & 255}`,
      },
      body: JSON.stringify(body),
    });
  const read = (path: string) => balancer.send({ path, headers: { Cookie } });
  const kinds = {
    poll: () => read(`/api/psychics/${psychic.id}/status`),
    session: () => read("/api/sessions/0"),
    psychic: () => read(`/api/psychics/${psychic.id}`),
    page: () => read("/cos"),
    "sign-in": () => write("sessions", { username: psychic.username, password }, 0),
    letter: () => {
      letters += 1;
      const email = `rolling-${letters}@people.example`;
      return write("profile/forgot_password", { email }, letters);
    },
  };
  const rare = ["session", "letter", "psychic", "session", "page", "sign-in"] as const;

  const answers = new Map<string, number>();
  let count = 0;
  let isRolling = true;
  const load = Array.from({ length: 8 }, async () => {
    while (isRolling || count < 5_000) {
      // As on a working day: three of four requests are a phone's poll.
      const kind = rare[(count / 4) % rare.length] ?? "poll";
      count += 1;
      const said = await kinds[kind]().catch((error: Error) => error.message);
      const answer = `${kind} ${said}`;
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
      await pause(10);
    }
  });

  const exits: Promise<unknown>[] = [];
  for (let round = 0; round < 5; round++) {
    for (const leaving of two) {
      // As an orchestrator does: the next one is there before the last one is told to go.
      const coming = await replacement();
      two = [...two.filter((one) => one !== leaving), coming];
      exits.push(leaving.stop().finally(() => balancer.remove(leaving)));
    }
  }
  for (const exit of await Promise.all(exits)) expect(exit).toMatchObject({ code: 0, errors: "" });
  isRolling = false;
  await Promise.all(load);
  for (const one of two) {
    balancer.remove(one);
    one.kill("SIGKILL");
    await one.ended;
  }

  const { rows } = await observer.query(
    "select count(*)::int as n from pgboss.job where name = 'send-recovery-mail'",
  );
  console.log(
    `${count} requests over ${balancer.connections} connections through 10 replacements: ` +
      [...answers].map(([answer, n]) => `${answer}: ${n}`).join(", "),
  );
  expect([...answers.keys()].filter((answer) => !/ 20[04]$/.test(answer))).toEqual([]);
  expect(balancer.requests).toBeGreaterThanOrEqual(5_000);
  expect(balancer.connections).toBeLessThan(balancer.requests / 20);
  // What was answered was done, once.
  expect(rows[0].n).toBe(letters);
});

test("a client that never ends its headers or its body is cut", async () => {
  const headers = await slowHeaders;
  expect(headers.status).toBe("HTTP/1.1 408");
  expect(headers.seconds).toBeGreaterThan(9);
  expect(headers.seconds).toBeLessThan(13);
  const body = await slowBody;
  expect(body.status).toBe("HTTP/1.1 408");
  expect(body.seconds).toBeGreaterThan(29);
  expect(body.seconds).toBeLessThan(33);
});
