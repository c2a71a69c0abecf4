import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#server/db/embedded/free-port.ts";
import { clockArguments, shiftVariable } from "./clock.ts";
import { patient } from "./patience.ts";
import { vapidKeys } from "./vapid-keys.ts";

const root = join(import.meta.dirname, "../..");

/** The secrets of an installation. */
export const productionSecrets = {
  SESSION_SECRET: randomBytes(32).toString("base64url"),
  DATA_KEYS: `k1:${randomBytes(32).toString("base64")}`,
  INGEST_SECRET: `whsec_${randomBytes(24).toString("base64")}`,
  ...vapidKeys,
};

type Settings = Record<string, string | undefined>;

/** The settings of an installation in production. `env` overrides them, and undefined removes one. */
export const productionSettings = (env: Settings): Settings => ({
  NODE_ENV: "production",
  PUBLIC_URL: "http://portal.test",
  BRANDS_FILE: join(root, "tests/support/brands.json"),
  SMTP_URL: "files",
  TRUST_PROXY: "1",
  ...productionSecrets,
  ...env,
});

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A real process of the portal or of another script. */
export interface PortalProcess {
  /** The process's address: scheme, host and port. */
  base: string;
  port: number;
  pid: number;
  /** Everything it has printed so far. */
  output(): string;
  errors(): string;
  /** Its log lines so far, parsed. */
  lines(): Record<string, unknown>[];
  kill(signal: NodeJS.Signals): void;
  /** Resolves when the process ends, with everything it printed. */
  ended: Promise<Exit & { output: string; errors: string }>;
  /** Asks the process to end, and waits for its end. */
  stop(): Promise<Exit & { output: string; errors: string }>;
}

export interface PortalOptions {
  /** Overrides the settings of an installation in production. undefined removes a setting. */
  env?: Settings;
  /** The folder of another release. */
  folder?: string;
  /** The script to run, relative to that folder. The default is the portal. */
  script?: string;
  args?: string[];
  /** A script that the process runs first. */
  preload?: string;
}

const running = new Set<ChildProcess>();
const folders: string[] = [];

/** A data folder that `endProcesses` removes. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "portal-data-"));
  folders.push(folder);
  return folder;
}

/** Ends the processes that the tests of a file started, and removes their folders. For `afterAll`. */
export async function endProcesses(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      child.kill("SIGKILL");
      await once(child, "exit");
    }),
  );
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

/** Starts a process with the settings of production, and does not wait until it serves. */
export async function spawnPortal(options: PortalOptions = {}): Promise<PortalProcess> {
  const { env = {}, folder = root, script = "server/main.ts", args = [], preload } = options;
  const port = env.PORT === undefined ? await freePort() : Number(env.PORT);
  const base = `http://127.0.0.1:${port}`;
  const settings: Settings = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: env.DATA_DIR ?? (await dataFolder()),
    LOG_LEVEL: "debug",
    DEMO_PACE: "0",
    // Compiling takes half of a start. The cache saves it.
    NODE_COMPILE_CACHE: join(root, ".cache/compiled"),
    [shiftVariable]: process.env[shiftVariable],
    // If the tests are killed, this process ends, too.
    LAUNCHER_PID: String(process.pid),
    ...productionSettings({ PUBLIC_URL: base, ...env }),
  };
  const child = spawn(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      `--import=${join(root, "scripts/follow-launcher.mjs")}`,
      ...clockArguments,
      ...(preload ? [`--import=${join(root, preload)}`] : []),
      join(folder, script),
      ...args,
    ],
    {
      cwd: folder,
      env: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    },
  );
  running.add(child);
  child.once("exit", () => running.delete(child));
  const { stdout, stderr } = child;
  if (!stdout || !stderr || child.pid === undefined) throw new Error("The process has no pipes");
  let output = "";
  let errors = "";
  stdout.setEncoding("utf8").on("data", (part) => {
    output += part;
  });
  stderr.setEncoding("utf8").on("data", (part) => {
    errors += part;
  });
  const ended = Promise.all([once(child, "exit"), text(stdout), text(stderr)]).then(
    ([[code, signal]]) => ({ code, signal, output, errors }),
  );
  return {
    base,
    port,
    pid: child.pid,
    output: () => output,
    errors: () => errors,
    lines: () =>
      output
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line)),
    kill: (signal) => child.kill(signal),
    ended,
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/**
 * Starts a process and waits until it serves.
 * @param patience how long to wait (ms). Making the whole demo takes longer than the default.
 */
export async function startPortal(
  options: PortalOptions = {},
  patience = 120_000,
): Promise<PortalProcess> {
  const portal = await spawnPortal(options);
  let hasEnded = false;
  void portal.ended.then(() => {
    hasEnded = true;
  });
  const deadline = Date.now() + patient(patience);
  while (!portal.output().includes("The portal is at ")) {
    if (hasEnded || Date.now() > deadline) {
      portal.kill("SIGKILL");
      const { code, errors } = await portal.ended;
      throw new Error(`The portal did not start (${code}): ${errors}${portal.output()}`);
    }
    await pause(10);
  }
  return portal;
}

/** A page of the portal. It sends same-origin requests from its own address, and keeps its cookie. */
export class Page {
  cookie: string | undefined;
  readonly #base: () => string;
  readonly #origin: string;
  readonly #address = [10, ...randomBytes(3)].join(".");

  /** @param base where requests go, which a restart may change. */
  constructor(base: string | (() => string), origin?: string) {
    this.#base = typeof base === "string" ? () => base : base;
    this.#origin = origin ?? this.#base();
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const answer = await fetch(`${this.#base()}${path}`, {
      method,
      redirect: "manual",
      headers: {
        "X-Forwarded-For": this.#address,
        ...(method === "GET" ? {} : { Origin: this.#origin, "Content-Type": "application/json" }),
        ...(this.cookie ? { Cookie: this.cookie } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patient(30_000)),
    });
    const sessionCookie = answer.headers.getSetCookie().find((one) => /^(__Host-)?sid=/.test(one));
    if (sessionCookie) this.cookie = sessionCookie.slice(0, sessionCookie.indexOf(";"));
    const content = await answer.text();
    return { status: answer.status, headers: answer.headers, text: content };
  }

  isAt(base: string): boolean {
    return this.#base() === base;
  }

  get(path: string) {
    return this.send("GET", path);
  }

  async signIn(username: string, password: string): Promise<void> {
    const { status, text } = await this.send("POST", "/api/sessions", { username, password });
    if (status !== 200) throw new Error(`${username} cannot sign in: ${status} ${text}`);
  }
}
