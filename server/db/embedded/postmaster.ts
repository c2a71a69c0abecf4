import { readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { StartError } from "#server/start-error.ts";
import { type Cluster, readAccess, urlOf } from "./cluster.ts";
import { commandOf, processState } from "./process-state.ts";

/** The server process of a cluster, as its postmaster.pid describes it. */
export interface Postmaster {
  pid: number;
  port: number;
}

/** Milliseconds. Recovery after a crash during a big import takes longest. */
const patience = { start: 120_000, stop: 60_000, poll: 25 };

/** The live server of the folder `data`, or null. Its port is 0 until it has one. */
export function findPostmaster(data: string): Postmaster | null {
  const file = join(data, "postmaster.pid");
  let lines: string[];
  try {
    lines = readFileSync(file, "utf8").split("\n");
  } catch {
    return null;
  }
  const [pid = 0, port = 0] = [Number(lines[0]), Number(lines[3])];
  const state = pid > 0 ? processState(pid) : null;
  if (!state) return null;
  if (state.program === "" || state.program === "postgres") {
    // Another cluster's server may have this process number now; we must not use or stop that
    // server.
    return (commandOf(pid)?.includes(data) ?? true) ? { pid, port } : null;
  }
  // The machine went down, and another program has the number now. PostgreSQL would take that
  // program for a running server and refuse to start.
  rmSync(file, { force: true });
  return null;
}

/**
 * Waits until the live server of `cluster` accepts connections; null if it ends instead (it was
 * stopping, or could not start). Throws StartError if it holds the folder and never answers.
 */
export async function untilReady(cluster: Cluster): Promise<Postmaster | null> {
  const deadline = Date.now() + patience.start;
  for (;;) {
    const found = findPostmaster(cluster.data);
    if (!found) return null;
    const refusal = found.port > 0 ? await refusalOf(cluster, found.port) : noPortYet;
    if (refusal === null) return found;
    if (refusal.isFinal || Date.now() > deadline) {
      throw new StartError(
        `The PostgreSQL process ${found.pid} holds ${cluster.data}, but cannot be used: ${refusal.message}`,
      );
    }
    await pause(patience.poll);
  }
}

interface Refusal {
  message: string;
  /** Waiting would not help. */
  isFinal: boolean;
}

const noPortYet: Refusal = { message: "it does not listen", isFinal: false };

/** Why the server accepts no connections, or null if it does. */
async function refusalOf(cluster: Cluster, port: number): Promise<Refusal | null> {
  const connectionString = urlOf({ ...readAccess(cluster), port }, "postgres");
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  // A connection that breaks while it is being closed must not end the process.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('data_directory') as folder");
    const isOurs = realpathSync(rows[0].folder) === realpathSync(cluster.data);
    return isOurs ? null : { message: "another server has its port", isFinal: true };
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    // Class 28 is a wrong password or user. Other errors are normal while a server starts or stops.
    return { message, isFinal: code?.startsWith("28") ?? false };
  } finally {
    await client.end().catch(() => {});
  }
}

/** Asks for a fast shutdown: sessions are ended, everything committed is on disk. */
export function requestStop(data: string): Postmaster | null {
  const found = findPostmaster(data);
  try {
    if (found) process.kill(found.pid, "SIGINT");
  } catch {
    // It ended in between.
  }
  return found;
}

export async function untilStopped({ pid }: Postmaster): Promise<void> {
  const deadline = Date.now() + patience.stop;
  while (processState(pid)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) does not stop`);
    await pause(patience.poll);
  }
}

/** The same for an `exit` handler, where only synchronous code runs. */
export function waitUntilStopped(data: string): void {
  const deadline = Date.now() + patience.stop;
  const clock = new Int32Array(new SharedArrayBuffer(4));
  // The server removes its file last. The process, if it is our child, stays a zombie until we end.
  while (findPostmaster(data) && Date.now() < deadline) {
    Atomics.wait(clock, 0, 0, patience.poll);
  }
}
