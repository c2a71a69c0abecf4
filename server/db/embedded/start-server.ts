import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { StartError } from "#server/start-error.ts";
import { type Cluster, readAccess, writeAccess } from "./cluster.ts";
import { freePort } from "./free-port.ts";
import { findPostmaster, type Postmaster, untilReady } from "./postmaster.ts";
import type { PostgresPrograms } from "./programs.ts";

/** For a machine of 2 cores with an SSD. The settings of durability are PostgreSQL's defaults. */
const ourSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: "256MB",
  // A correction locks each month of the readings, with its indexes.
  max_locks_per_transaction: "256",
  random_page_cost: "1.1",
  // Compiling costs more than it saves on queries that take milliseconds.
  jit: "off",
  wal_compression: "on",
  max_wal_size: "2GB",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  // The log holds no statement and no row: they may carry what people typed (safety 11).
  log_min_error_statement: "panic",
  // "log" leaves errors out, because "LOG" ranks above "ERROR" here. An error's text would quote
  // the value that was wrong.
  log_min_messages: "log",
  log_error_verbosity: "terse",
};

/** Milliseconds. */
const patience = { retries: 20_000, retry: 250, poll: 10 };
const longestLog = 5_000_000;

/**
 * Starts the server and returns once it answers. If another process started it first, returns that
 * server.
 */
export async function startServer(
  cluster: Cluster,
  programs: PostgresPrograms,
  settings: Record<string, string>,
): Promise<Postmaster> {
  const deadline = Date.now() + patience.retries;
  for (;;) {
    const access = readAccess(cluster);
    const port = await freePort(access.port);
    if (port !== access.port) await writeAccess(cluster, { ...access, port });
    const all = { ...ourSettings, ...settings, port: `${port}` };
    const reasonOfEnd = await runServer(cluster, programs, all);
    const running = await untilReady(cluster);
    if (running) return running;
    const reason = reasonOfEnd();
    // Another program took the port just now, or the sessions of a killed server are still ending.
    const isPassing = /could not (bind|create any TCP)|shared memory block/.test(reason);
    if (!isPassing || Date.now() > deadline) {
      throw new StartError(`PostgreSQL did not start: ${reason} (see ${cluster.log})`);
    }
    await pause(patience.retry);
  }
}

/** Returns once the server process runs or has ended. The returned function says why it ended. */
async function runServer(
  cluster: Cluster,
  programs: PostgresPrograms,
  settings: Record<string, string>,
): Promise<() => string> {
  const size = statSync(cluster.log, { throwIfNoEntry: false })?.size ?? 0;
  const start = size > longestLog ? 0 : size;
  const log = openSync(cluster.log, start === 0 ? "w" : "a", 0o600);
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // A process session of its own: a Ctrl-C in the terminal reaches only us, and we end the server
  // after our work.
  const server = programs.postgres(["-D", cluster.data, ...flags], {
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  server.unref();
  let ended: string | null = null;
  server.once("error", (error) => {
    ended = error.message;
  });
  server.once("exit", (code, signal) => {
    ended = `it ended with ${signal ?? code}`;
  });
  while (ended === null && !findPostmaster(cluster.data)) await pause(patience.poll);
  return () => {
    const output = readFileSync(cluster.log, "utf8").slice(start);
    const fatal = [...output.matchAll(/(?:FATAL|PANIC): +(.*)/g)].at(-1)?.[1];
    return fatal || output.trim().split("\n").at(-1) || ended || "it does not say why";
  };
}
