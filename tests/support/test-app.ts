import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Express } from "express";
import supertest from "supertest";
import type { FileStore } from "#server/adapters/file-store.ts";
import { createFolderStore } from "#server/adapters/folder-store.ts";
import type { Letter } from "#server/adapters/mailer.ts";
import { createApp } from "#server/app.ts";
import { type Brands, theExampleBrands } from "#server/brands.ts";
import { createVault } from "#server/crypto/vault.ts";
import { currentReaders } from "#server/current-readers.ts";
import { connect } from "#server/db/connection.ts";
import { commandLimits, requestLimits } from "#server/db/timeouts.ts";
import { recordActivity } from "#server/features/logins/portal-logins.ts";
import { allowedOrigins } from "#server/http/origins.ts";
import { type RouteContext, routeContext } from "#server/http/route-context.ts";
import type { CurrentReaders } from "#server/http/versions.ts";
import { allJobs } from "#server/jobs/all-jobs.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import type { LogFields, Logger } from "#server/log.ts";
import { createMetrics } from "#server/metrics.ts";
import type { Services } from "#server/services.ts";
import { advanceClock, setClock } from "./clock.ts";
import { createTestDatabase } from "./database.ts";
import { expectDocumented } from "./openapi-match.ts";
import { testPush } from "./test-push.ts";

export const testEnv = {
  publicUrl: "http://portal.test",
  production: true,
  API_HOSTS: ["api.portal.test"],
  SESSION_SECRET: "a secret of the tests, long enough for the rule",
  INGEST_SECRET: `whsec_${Buffer.from("a secret of the platform").toString("base64")}`,
  TRUST_PROXY: 1,
};
export const testKeys = `t1:${Buffer.alloc(32, 7).toString("base64")}`;

/** A log line. Tests look for secrets in it. */
export interface LogLine extends LogFields {
  message: string;
}

/** A portal on a database of its own. The test controls the clock, the mail and the folder. */
export interface TestApp {
  app: Express;
  services: Services;
  databaseUrl: string;
  /** The folder for the built web app and for uploaded files. */
  webFolder: string;
  letters: Letter[];
  lines: LogLine[];
  /** Moves the clock: the test's, the portal's and the database's. */
  advance(milliseconds: number): Promise<void>;
  /** Opens a new browser. It keeps its cookie and sends the portal's Origin. */
  visit(): Browser;
  /** Opens a browser and signs this user in. */
  signIn(username: string, password: string): Promise<SignedIn>;
  context(current?: CurrentReaders): RouteContext;
  draining: boolean;
  close(): Promise<void>;
}

export type Browser = ReturnType<typeof browserOf>;

/** `cookie` is the server's original cookie, so that a test can send it again after the session's end. */
export type SignedIn = Browser & { cookie: string };

/**
 * Sends requests as a page of the portal does: same-origin, with the browser's cookie, as JSON, or
 * as multipart if the body has a Buffer.
 * Every browser has an address of its own, so that tests do not use up each other's limits. Every
 * answer is compared with the OpenAPI document.
 */
export function browserOf(app: Express, address = randomAddress()) {
  const agent = supertest.agent(app);
  const headers = { Origin: testEnv.publicUrl, "X-Forwarded-For": address };
  return {
    agent,
    address,
    get: (path: string) => agent.get(path).set("X-Forwarded-For", address).expect(expectDocumented),
    post: (path: string, body?: object) => send("post", path, body),
    put: (path: string, body?: object) => send("put", path, body),
    delete: (path: string, body?: object) => send("delete", path, body),
  };

  function send(method: "post" | "put" | "delete", path: string, body?: object) {
    const request = agent[method](path).set(headers).expect(expectDocumented);
    const files = Object.entries(body ?? {}).filter(([, value]) => Buffer.isBuffer(value));
    if (files.length > 0) {
      return files.reduce((form, [name, bytes]) => form.attach(name, bytes, "file"), request);
    }
    request.set("Content-Type", "application/json");
    return body === undefined ? request : request.send(body);
  }
}

function randomAddress(): string {
  const [a, b, c] = Buffer.from(randomUUID().replaceAll("-", ""), "hex");
  return `10.${a}.${b}.${c}`;
}

export async function openTestApp(
  options: {
    now?: Date;
    work?: boolean;
    poolSize?: number;
    pushHosts?: string[];
    staffFactorDays?: number;
    taxFilerKey?: string;
    brands?: Brands;
    files?: FileStore;
  } = {},
): Promise<TestApp> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "portal-test-"));
  const letters: Letter[] = [];
  const lines: LogLine[] = [];
  const note = (fields: LogFields, message: string) => lines.push({ ...fields, message });
  const noteError = (fields: LogFields, message: string) => {
    note(fields, message);
    // The answer does not say where the server failed.
    if (message === "request failed") console.error(`The server failed: ${fields.error}`);
  };
  const log: Logger = { debug: note, info: note, warn: note, error: noteError, flush: () => {} };
  if (options.now) await setClock(options.now);
  const db = connect(database.url, {
    onError: () => {},
    poolSize: options.poolSize ?? 6,
    // A stalling machine may take longer to connect. Tests with real processes check how soon the
    // portal gives up.
    limits: { ...requestLimits, connect: commandLimits.connect, acquire: commandLimits.acquire },
  });
  const jobs = createJobs(database.url, log);
  const services: Services = {
    db,
    log,
    jobs,
    clock: () => new Date(),
    mailer: {
      send: async (letter) => {
        letters.push(letter);
      },
    },
    push: testPush({ hosts: options.pushHosts ?? [] }),
    files: options.files ?? createFolderStore(folder),
    recordingDays: null,
    // Most tests move the clock far, with staff who have only a password.
    staffFactorDays: options.staffFactorDays ?? null,
    taxFilerKey: options.taxFilerKey ?? null,
    vault: createVault(testKeys),
    platform: null,
    metrics: createMetrics(),
    brands: options.brands ?? theExampleBrands,
    publicUrl: () => testEnv.publicUrl,
    origins: allowedOrigins(testEnv, options.brands ?? theExampleBrands),
    sender: (brand) => brand.sender,
  };
  await jobs.start(services, allJobs, { work: options.work ?? false });
  const test: TestApp = {
    app: createApp({
      services,
      env: testEnv,
      webFolder: folder,
      draining: () => test.draining,
    }),
    services,
    databaseUrl: database.url,
    webFolder: folder,
    letters,
    lines,
    draining: false,
    advance: advanceClock,
    visit: () => browserOf(test.app),
    async signIn(username, password) {
      const browser = browserOf(test.app);
      const answer = await browser.post("/api/sessions", { username, password });
      if (answer.status !== 200) throw new Error(`${username} cannot sign in: ${answer.status}`);
      const cookies = answer.headers["set-cookie"] as unknown as string[];
      const cookie = cookies.find((one) => one.startsWith("sid=")) ?? "";
      return { ...browser, cookie: cookie.slice(0, cookie.indexOf(";")) };
    },
    context: (current = currentReaders) =>
      routeContext({
        services,
        env: testEnv,
        current,
        recordActivity,
      }),
    async close() {
      await jobs.stop();
      await db.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return test;
}
