import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findPostmaster } from "#server/db/embedded/postmaster.ts";
import { processState } from "#server/db/embedded/process-state.ts";
import { connectTo } from "../support/database.ts";

const script = join(import.meta.dirname, "../support/embedded-process.ts");
let dataDir: string;
const inData = (...path: string[]) => join(dataDir, "postgres", "data", ...path);
const children: ChildProcess[] = [];

interface DatabaseUser {
  child: ChildProcess;
  /** The line that the process prints once it can use the database, or why it cannot. */
  printed: { url: string; adopted: boolean; refused?: string };
  /** Tells the process to stop, and waits for its end. */
  end(order?: "stop" | "throw"): Promise<void>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

async function start(): Promise<DatabaseUser> {
  const child = spawn(process.execPath, [script, dataDir], { stdio: ["pipe", "pipe", "ignore"] });
  children.push(child);
  const ended = once(child, "exit");
  const [line] = await once(createInterface(child.stdout), "line");
  return {
    child,
    printed: JSON.parse(line),
    async end(order = "stop") {
      child.stdin.end(`${order}\n`);
      await ended;
    },
    async kill(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

async function firstValue(url: string, sql: string): Promise<unknown> {
  const client = await connectTo(url);
  const { rows } = await client.query({ text: sql, rowMode: "array" }).finally(() => client.end());
  return rows[0]?.[0];
}

async function serverPid(): Promise<number> {
  return Number((await readFile(inData("postmaster.pid"), "utf8")).split("\n")[0]);
}

/** A stop waits only until the server removes its pid file, a moment before the server ends. */
async function expectGone(pid: number): Promise<void> {
  await expect.poll(() => processState(pid)).toBeNull();
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "portal-embedded-"));
  const first = await start();
  await first.end();
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  const leftover = findPostmaster(inData());
  if (leftover) process.kill(leftover.pid, "SIGQUIT");
  await expect.poll(() => findPostmaster(inData())).toBeNull();
});

afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

describe("a start", () => {
  test("serves a real PostgreSQL to this machine alone, with a password", async () => {
    const { printed, end } = await start();
    expect(printed.adopted).toBe(false);
    expect(await firstValue(printed.url, "select version()")).toMatch(/^PostgreSQL 18/);
    expect(await firstValue(printed.url, "show timezone")).toBe("UTC");
    expect(await firstValue(printed.url, "show listen_addresses")).toBe("127.0.0.1");
    expect(await firstValue(printed.url, "show fsync")).toBe("on");
    expect(await firstValue(printed.url, "show data_checksums")).toBe("on");
    expect(await firstValue(printed.url, "select lower('ÉMILE') || ('a' > 'B')::text")).toBe(
      "émiletrue",
    );
    const wrong = new URL(printed.url);
    wrong.password = "guess";
    await expect(connectTo(wrong.href)).rejects.toThrow("password authentication failed");
    expect((await stat(join(dataDir, "postgres", "access.json"))).mode & 0o777).toBe(0o600);
    await end();
  });

  test("finds the data of the last start, at the same address", async () => {
    const first = await start();
    await firstValue(first.printed.url, "create table kept as select 42 as number");
    await first.end();
    const second = await start();
    expect(second.printed).toEqual({ url: first.printed.url, adopted: false });
    expect(await firstValue(second.printed.url, "select number from kept")).toBe(42);
    await second.end();
  });

  test("takes another port if its own is in use", async () => {
    const first = await start();
    const port = Number(new URL(first.printed.url).port);
    await first.end();
    const otherServer = createServer().listen(port, "127.0.0.1");
    await once(otherServer, "listening");
    const second = await start();
    expect(Number(new URL(second.printed.url).port)).not.toBe(port);
    expect(await firstValue(second.printed.url, "select 1")).toBe(1);
    await second.end();
    otherServer.close();
  });

  test("adopts the server that a killed process left running, and stops it at its own end", async () => {
    const first = await start();
    const pid = await serverPid();
    await first.kill("SIGKILL");
    expect(processState(pid)).not.toBeNull();
    const second = await start();
    expect(second.printed).toEqual({ url: first.printed.url, adopted: true });
    expect(await serverPid()).toBe(pid);
    await second.end();
    await expectGone(pid);
  });

  test("ignores a pid file whose process is gone or is not PostgreSQL", async () => {
    for (const pid of [2 ** 22 + 1, process.pid]) {
      await writeFile(inData("postmaster.pid"), `${pid}\n${inData()}\n0\n5432\n`);
      const { printed, end } = await start();
      expect(printed.adopted).toBe(false);
      expect(await firstValue(printed.url, "select 1")).toBe(1);
      await end();
    }
  });

  test("recovers after PostgreSQL itself was killed", async () => {
    const first = await start();
    await firstValue(first.printed.url, "create table committed as select 1 as number");
    const pid = await serverPid();
    process.kill(pid, "SIGKILL");
    await expect.poll(() => processState(pid)).toBeNull();
    const second = await start();
    expect(second.printed.adopted).toBe(false);
    expect(await firstValue(second.printed.url, "select number from committed")).toBe(1);
    await second.end();
  });
});

describe("the end of a process", () => {
  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("by %s stops the server", async (signal) => {
    const { kill } = await start();
    const pid = await serverPid();
    await kill(signal);
    await expectGone(pid);
  });

  test("by an error stops the server", async () => {
    const { end } = await start();
    const pid = await serverPid();
    await end("throw");
    await expectGone(pid);
  });

  test("leaves the server running while another process uses it", async () => {
    const portal = await start();
    const pid = await serverPid();
    const [command, another] = await Promise.all([start(), start()]);
    expect(command.printed).toEqual({ url: portal.printed.url, adopted: true });
    await portal.end();
    await command.kill("SIGTERM");
    expect(await firstValue(another.printed.url, "select 1")).toBe(1);
    await another.end();
    await expectGone(pid);
  });
});

test("several first starts at once: one sets up the database and all use it", async () => {
  const other = dataDir;
  dataDir = await mkdtemp(join(tmpdir(), "portal-embedded-"));
  try {
    const users = await Promise.all([start(), start(), start()]);
    expect(new Set(users.map((user) => user.printed.url)).size).toBe(1);
    expect(users.filter((user) => !user.printed.adopted).length).toBeGreaterThan(0);
    for (const user of users) expect(await firstValue(user.printed.url, "select 1")).toBe(1);
    await Promise.all(users.map((user) => user.end()));
    expect(findPostmaster(inData())).toBeNull();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
    dataDir = other;
  }
});

describe("one line says what is wrong with", () => {
  let version: string;
  beforeEach(async () => {
    version = await readFile(inData("PG_VERSION"), "utf8");
  });
  afterEach(async () => {
    await writeFile(inData("PG_VERSION"), version);
  });

  test("a folder of another PostgreSQL version", async () => {
    await writeFile(inData("PG_VERSION"), "16\n");
    const { printed } = await start();
    expect(printed.refused).toContain(`${join(dataDir, "postgres")} was made by PostgreSQL 16`);
    expect(printed.refused).not.toContain("\n");
  });

  test("a folder that has other files", async () => {
    await rm(inData("PG_VERSION"));
    expect((await start()).printed.refused).toContain("is not a PostgreSQL folder");
  });

  test("a server that cannot start", async () => {
    const settings = await readFile(inData("postgresql.conf"), "utf8");
    await writeFile(inData("postgresql.conf"), `${settings}\nwork_mem = 'plenty'\n`);
    const { printed } = await start();
    await writeFile(inData("postgresql.conf"), settings);
    expect(printed.refused).toMatch(/^PostgreSQL did not start: .*configuration file.* \(see /);
  });

  test("a folder that cannot be written", async () => {
    const other = dataDir;
    dataDir = join(script, "data");
    const { printed } = await start();
    dataDir = other;
    expect(printed.refused).toMatch(/^The data folder .* cannot be written \(ENOTDIR\)$/);
  });
});
