import { readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { advisoryLocks } from "#server/db/advisory-locks.ts";
import { connectTo, createTestDatabase, type TestDatabase } from "../support/database.ts";
import { patient } from "../support/patience.ts";
import {
  dataFolder,
  endProcesses,
  type PortalProcess,
  spawnPortal,
} from "../support/portal-process.ts";

const root = join(import.meta.dirname, "../..");
const patience = patient(60_000);

let database: TestDatabase;
let portal: PortalProcess;
let earlyAnswer: Promise<Response>;
/** The output until the test sent the first request that Vite passes on to the server. */
let printedBefore: string;
let startLines: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const env = { NODE_ENV: undefined, DATABASE_URL: database.url, DATA_DIR: await dataFolder() };
  // The server waits for this lock before it listens, so the first request arrives before that.
  const lock = await connectTo(database.url);
  await lock.query("select pg_advisory_lock($1)", [advisoryLocks.migration]);
  portal = await spawnPortal({ script: "scripts/dev/main.ts", env });
  await vi.waitFor(expectVite, { timeout: patience, interval: 50 });
  earlyAnswer = fetch(`${portal.base}/api/health/live`);
  printedBefore = portal.output();
  await lock.end();
  await vi.waitFor(() => expect(portal.output()).toContain("The app is at "), {
    timeout: patience,
  });
  startLines = portal.output();
}, patience);
afterAll(async () => {
  await endProcesses();
  await database.drop();
});

/** An accepted connection proves nothing: Vite first tries whether its port is free. */
async function expectVite(): Promise<void> {
  expect((await fetch(`${portal.base}/service-worker.js`)).status).toBe(200);
}

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${portal.base}${path}`, { redirect: "manual", headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

describe("npm run dev", () => {
  test.each(["/login", "/psychic/schedule", "/no/such/page"])(
    "answers %s with the app, its brands and hot reload, under the portal's content policy",
    async (path) => {
      const { status, headers, text } = await get(path, { accept: "text/html" });
      expect(status).toBe(200);
      const brands = JSON.parse(
        await readFile(join(root, "tests/support/brands.json"), "utf8"),
      ) as Record<string, { name: string }>;
      expect(text).toContain(JSON.stringify(brands.onesun?.name));
      expect(text).toContain('src="/@vite/client"');
      const policy = headers.get("content-security-policy");
      expect(policy).toContain("script-src 'self' 'nonce-dev'");
      expect(policy).toContain("default-src 'none'");
    },
  );

  test.each(["/cos", "/onesun/apply", "/cos/privacy"])(
    "renders %s from the sources",
    async (path) => {
      const { status, text } = await get(path);
      expect(status).toBe(200);
      expect(text).toContain('<style nonce="dev">');
      expect(text).toContain(portal.base);
      expect(text).not.toContain("[[");
    },
  );

  test.each([
    ["/", 302],
    ["/robots.txt", 200],
    ["/manifest.webmanifest", 200],
    ["/onesun/agreement", 200],
    ["/api/health/ready", 200],
    ["/api/sessions/confirm", 405],
    ["/api/nothing", 404],
  ])("passes %s on to the server", async (path, status) => {
    expect((await get(path)).status).toBe(status);
  });

  test("serves a source file whose path begins with /api/", async () => {
    const { headers } = await get("/api/address.ts");
    expect(headers.get("content-type")).toContain("text/javascript");
  });

  test.each([
    ["/icon.svg", "image/svg+xml"],
    ["/brands/cos/icon-192.png", "image/png"],
  ])("draws %s", async (path, type) => {
    expect((await get(path)).headers.get("content-type")).toBe(type);
  });

  test.each(["package.json", "server/env.ts"])(
    "serves nothing outside the web app's sources: %s",
    async (file) => {
      expect((await get(`/@fs${join(root, file)}`)).status).toBe(403);
    },
  );

  test("removes the service worker that a built portal left behind", async () => {
    const { text } = await get("/service-worker.js");
    expect(text).toContain("registration.unregister()");
    expect(text).not.toContain("precache");
  });

  test("delays a request until the server listens", async () => {
    expect(printedBefore).not.toContain("The portal is at ");
    expect((await earlyAnswer).status).toBe(200);
  });

  test("says where the app is once the server listens, as the last line of the start", () => {
    expect(printedBefore).not.toContain("The app is at ");
    // Vite prepares the libraries at the same time, and may print a line about it at any moment.
    const lines = startLines
      .trim()
      .split("\n")
      .filter((line) => !line.includes("[vite]"));
    expect(lines.findIndex((line) => line.startsWith("The portal is at "))).toBeGreaterThan(-1);
    expect(lines.at(-1)).toContain(`The app is at ${portal.base}`);
  });

  test("restarts the server when one of its files changes", { timeout: patience }, async () => {
    const starts = () => portal.output().split("The portal is at ").length - 1;
    const before = starts();
    const now = new Date();
    await utimes(join(root, "server/api-router.ts"), now, now);
    await vi.waitFor(() => expect(starts()).toBe(before + 1), { timeout: patience });
    expect((await get("/api/health/live")).status).toBe(200);
  });

  test("takes its server with it when it is killed", { timeout: patience }, async () => {
    const watch = await connectTo(database.url);
    const others = `select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
    const sessions = async () => (await watch.query(others)).rowCount;
    expect(await sessions()).toBeGreaterThan(0);
    portal.kill("SIGKILL");
    await vi.waitFor(async () => expect(await sessions()).toBe(0), { timeout: patience });
    await watch.end();
  });
});
