import { once } from "node:events";
import { stat } from "node:fs/promises";
import { createServer as createSilentServer } from "node:net";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect } from "#server/db/connection.ts";
import { freePort } from "#server/db/embedded/free-port.ts";
import { processState } from "#server/db/embedded/process-state.ts";
import { type Cut, connectionsTo, headOf, untilCut } from "../server/fixtures/raw-client.ts";
import {
  connectTo,
  createTestDatabase,
  type TestDatabase,
  withDatabase,
} from "../support/database.ts";
import { patient } from "../support/patience.ts";
import type { Account } from "../support/people.ts";
import { makePsychic, password } from "../support/people.ts";
import {
  dataFolder,
  endProcesses,
  Page,
  type PortalProcess,
  productionSecrets,
  spawnPortal,
  startPortal,
} from "../support/portal-process.ts";

// Each test starts processes of server/main.ts, as an installation in production does.
let database: TestDatabase;
let observer: pg.Client;
let psychic: Account;
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
  // The portal cuts these two after 10 and 30 seconds, while the other tests run.
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

describe("a start", () => {
  test("prints only the address, and logs to the standard output", async () => {
    const [address, ...lines] = portal.output().trimEnd().split("\n");
    expect(address).toBe(`The portal is at ${portal.base}`);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: 30 });
    expect(portal.errors()).toBe("");
  });

  test("answers the health checks and a page", async () => {
    const page = new Page(portal.base);
    for (const path of ["/api/health/live", "/api/health/ready"]) {
      const { status, text: body } = await page.get(path);
      expect([path, status, body]).toEqual([path, 200, '{"status":"ok"}']);
    }
    const { status, headers, text: html } = await page.get("/login");
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(html).toContain("</html>");
  });

  test("has Prometheus metrics only on their own port", async () => {
    await new Page(portal.base).get("/api/psychics/busy?search=canary-in-a-query");
    const metrics = await new Page(`http://127.0.0.1:${metricsPort}`).get("/metrics");
    expect(metrics.status).toBe(200);
    expect(metrics.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(metrics.text).toMatch(
      /^http_request_seconds_count\{method="GET",route="\/psychics\/busy",status="401"\} 1$/m,
    );
    expect(metrics.text).toMatch(/^process_resident_memory_bytes \d/m);
    expect(metrics.text).toMatch(/^queue_waiting\{queue="refresh-statistics"\} \d/m);
    expect(metrics.text).toMatch(/^queue_oldest_seconds\{queue="notifications"\} \d/m);
    expect(metrics.text).toMatch(
      /^database_connections\{pool="(web|jobs)-knex",state="waiting"\} 0$/m,
    );
    // The health checks of the test before this one do not count.
    expect(metrics.text).toMatch(/^http_answers_total\{class="4xx"\} 1$/m);
    expect(metrics.text).toMatch(/^http_answers_total\{class="5xx"\} 0$/m);
    expect(metrics.text).toMatch(/^database_metrics_read 1$/m);
    expect(metrics.text).toMatch(/^file_store_writable 1$/m);
    // Without a platform, deliveries rest, so no gauge may say that they are late.
    expect(metrics.text).not.toContain('queue="platform"');
    expect(metrics.text).not.toContain("canary");
    for (const path of ["/metrics", "/api/metrics"]) {
      expect((await new Page(portal.base).get(path)).text).not.toContain("http_request_seconds");
    }
  });

  test("reports when any process last refreshed the statistics (C10)", async () => {
    await observer.query("update statistics_state set refreshed_at = '2026-03-04 17:00:00+00'");
    const { text: metrics } = await new Page(`http://127.0.0.1:${metricsPort}`).get("/metrics");
    expect(metrics).toMatch(/^statistics_refreshed_timestamp_seconds 1772643600$/m);
  });

  test("outside production makes its secrets once, and sessions outlive a restart", async () => {
    const DATA_DIR = await dataFolder();
    const own = Object.fromEntries(Object.keys(productionSecrets).map((name) => [name, undefined]));
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

describe("a failed start says why in one line:", () => {
  let other: TestDatabase;
  let busyServer: ReturnType<typeof createSilentServer>;
  let busyPort: string;
  beforeAll(async () => {
    other = await createTestDatabase();
    // It accepts connections and sends nothing.
    busyServer = createSilentServer().listen(0, "127.0.0.1");
    await once(busyServer, "listening");
    busyPort = String((busyServer.address() as { port: number }).port);
  });
  afterAll(async () => {
    busyServer.close();
    await other.drop();
  });

  const withPassword = (url: string, newPassword: string) =>
    Object.assign(new URL(url), { password: newPassword }).href;
  const starts: Record<string, { env: () => Record<string, string | undefined>; message: RegExp }> =
    {
      "a setting is wrong": {
        env: () => ({ SESSION_SECRET: "secret-canary" }),
        message: /^SESSION_SECRET must have at least 32 characters$/,
      },
      "the port is in use": {
        env: () => ({ PORT: busyPort, PUBLIC_URL: "http://portal.test" }),
        message: /^Port \d+ is in use. Choose another with PORT=…$/,
      },
      "the metrics port is in use": {
        env: () => ({ METRICS_PORT: busyPort }),
        message: /^Port \d+ is in use/,
      },
      "a database server that does not run": {
        env: () => ({ DATABASE_URL: "postgres://portal:canary@127.0.0.1:1/portal" }),
        message: /^The database of DATABASE_URL does not answer \(ECONNREFUSED\)$/,
      },
      "a database server that never answers": {
        env: () => ({ DATABASE_URL: `postgres://portal:canary@127.0.0.1:${busyPort}/portal` }),
        message: /^The database of DATABASE_URL does not answer \(timeout expired\)$/,
      },
      "a wrong password": {
        env: () => ({ DATABASE_URL: withPassword(other.url, "canary") }),
        message: /DATABASE_URL .*\(28P01\)$/,
      },
      "an unknown database": {
        env: () => ({ DATABASE_URL: withDatabase(other.url, "canary") }),
        message: /DATABASE_URL .*\(3D000\)$/,
      },
      "a malformed DATABASE_URL": {
        env: () => ({ DATABASE_URL: "postgres://portal:canary@[half" }),
        message: /^DATABASE_URL /,
      },
    };

  test.concurrent.each(Object.entries(starts))("%s", async (_, { env, message }) => {
    const failed = await spawnPortal({ env: { DATABASE_URL: other.url, ...env() } });
    const { code, errors, output } = await failed.ended;
    expect(errors.trimEnd()).toMatch(message);
    expect(errors.trimEnd()).not.toContain("\n");
    expect(`${errors}${output}`).not.toContain("canary");
    expect(output).not.toContain("The portal is at");
    expect(code).toBe(1);
    expect(processState(failed.pid)).toBeNull();
  });

  test("and no connection to the database stays open", async () => {
    await expect.poll(() => connectionsTo(observer, other), { timeout: patient(60_000) }).toBe(0);
  });
});

test("a client that never ends its headers or its body is cut off", async () => {
  const headers = await slowHeaders;
  expect(headers.status).toBe("HTTP/1.1 408");
  expect(headers.seconds).toBeGreaterThan(9);
  expect(headers.seconds).toBeLessThan(patient(13));
  const body = await slowBody;
  expect(body.status).toBe("HTTP/1.1 408");
  expect(body.seconds).toBeGreaterThan(29);
  expect(body.seconds).toBeLessThan(patient(33));
});
