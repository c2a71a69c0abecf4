import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "#server/db/embedded/free-port.ts";
import { clockArguments, setClock } from "#tests/support/clock.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import openTestServer from "#tests/support/global-setup.ts";

/** The portal that all end-to-end tests of a run visit. It has the demo, like `npm start`. */
export interface Portal {
  url: string;
  databaseUrl: string;
  /** The folder that it writes its mail to. */
  mailDir: string;
  secret: string;
  /** The port of a push service that accepts every request. */
  pushPort: number;
}

/** Environment variable that passes the portal to the test processes. */
export const portalVariable = "PORTAL_E2E";

/** Starts the database and one portal for the run. Returns the tear-down. */
export default () => startPortal();

/** Starts the database and the portal. `begin` sets the portal's clock. Returns the tear-down. */
export async function startPortal(begin?: Date): Promise<() => Promise<void>> {
  const closeServer = await openTestServer();
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "portal-e2e-"));
  const port = await freePort();
  const pushService = await openPushService();
  const { port: pushPort } = pushService.address() as AddressInfo;
  const main = join(import.meta.dirname, "../../../server/main.ts");
  const secret = `whsec_${Buffer.from("a secret of the platform").toString("base64")}`;
  if (begin) await setClock(begin);
  const child = spawn(process.execPath, [...clockArguments, main], {
    env: {
      ...process.env,
      NODE_ENV: "test",
      PORT: String(port),
      // As in production: staff are reminded of a second factor.
      STAFF_FACTOR_DAYS: "14",
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DEMO: "1",
      // Stop the demo's events, so that figures stay the same while tests compare them.
      DEMO_PACE: "0",
      INGEST_SECRET: secret,
      PUSH_HOSTS: `127.0.0.1:${pushPort}`,
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    }
    pushService.closeAllConnections();
    pushService.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
    await closeServer();
  };
  try {
    await waitUntilServing(child);
  } catch (error) {
    await close();
    throw error;
  }
  const portal: Portal = {
    url: `http://localhost:${port}`,
    databaseUrl: database.url,
    mailDir: join(dataDir, "mail"),
    secret,
    pushPort,
  };
  process.env[portalVariable] = JSON.stringify(portal);
  return close;
}

/** Opens a push service that accepts every request. */
async function openPushService(): Promise<Server> {
  const server = createServer((req, res) => {
    req.resume();
    res.writeHead(201).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return server;
}

async function waitUntilServing(child: ChildProcess): Promise<void> {
  if (!child.stdout) throw new Error("the portal has no output to read");
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith("The portal is at")) continue;
    // Keep reading: a full pipe would block the portal.
    child.stdout.resume();
    return;
  }
  throw new Error("the portal exited before it was ready");
}
