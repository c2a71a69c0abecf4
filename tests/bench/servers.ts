import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { vapidKeys } from "../support/vapid-keys.ts";
import { password } from "./data.ts";

const sessionSecret = "a-secret-of-the-benchmark-long-enough-for-the-rule";
export const ingestKey = Buffer.from("a secret of the bench's platform");

/** The ports of the portal and of the bare server, which are two processes on the same database. */
export interface Servers {
  portal: number;
  bare: number;
  stop(): Promise<void>;
}

/** Starts both servers and waits until they answer. */
export async function startServers(databaseUrl: string): Promise<Servers> {
  const folder = await mkdtemp(join(tmpdir(), "portal-bench-"));
  const [portal, bare] = [await freePort(), await freePort()];
  const env = {
    ...process.env,
    // The portal writes its log, as in production, but nothing reads it.
    NODE_ENV: "production",
    BRANDS_FILE: join(import.meta.dirname, "../support/brands.json"),
    SMTP_URL: "files",
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    PORT: String(portal),
    PUBLIC_URL: `http://localhost:${portal}`,
    SESSION_SECRET: sessionSecret,
    DATA_KEYS: `b1:${Buffer.alloc(32, 1).toString("base64")}`,
    INGEST_SECRET: `whsec_${ingestKey.toString("base64")}`,
    ...vapidKeys,
  };
  const run = (file: string, ...given: string[]) =>
    spawn(process.execPath, [join(import.meta.dirname, file), ...given], {
      env,
      stdio: ["ignore", "ignore", "inherit"],
    });
  const children = [run("../../server/main.ts"), run("bare-server.ts", String(bare))];
  const stop = async () => {
    await Promise.all(children.map(end));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilAnswering(`http://127.0.0.1:${portal}/api/health/ready`, children);
    await untilAnswering(`http://127.0.0.1:${bare}/`, children);
  } catch (error) {
    await stop();
    throw error;
  }
  return { portal, bare, stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

async function untilAnswering(url: string, children: ChildProcess[]): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (children.some((child) => child.exitCode !== null)) break;
    const answered = await fetch(url).then(
      (answer) => answer.status < 500,
      () => false,
    );
    if (answered) return;
    await pause(100);
  }
  throw new Error(`${url} does not answer`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, "exit");
  // No request is open and nothing must be saved. A graceful stop would wait 5 s for balancers.
  child.kill("SIGKILL");
  await exited;
}

/** Signs a user in at the portal, and returns the cookie. The bare server accepts it, too. */
export async function signIn(servers: Servers, username: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${servers.portal}/api/sessions`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Origin: `http://localhost:${servers.portal}`,
    },
    body: JSON.stringify({ username, password }),
  });
  // The portal stores the session before the end of the answer, not before its headers.
  await answer.text();
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith("sid="));
  if (answer.status !== 200 || !cookie) throw new Error(`${username} cannot sign in`);
  return cookie.slice(0, cookie.indexOf(";"));
}

/** Returns the length of the two servers' answers. @throws if they do not have the same bytes. */
export async function expectSameBytes(servers: Servers, path: string, cookie: string) {
  const [portal, bare] = await Promise.all(
    [servers.portal, servers.bare].map(async (port) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { Cookie: cookie, "Accept-Encoding": "identity" },
      });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
      return text;
    }),
  );
  if (portal !== bare) throw new Error(`${path}: the two servers' answers differ`);
  return (portal ?? "").length;
}
