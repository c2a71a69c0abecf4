import { access, constants, mkdir, realpath } from "node:fs/promises";
import { constants as system } from "node:os";
import pg from "pg";
import { StartError } from "../start-error.ts";
import {
  checkVersion,
  clusterIn,
  createCluster,
  hasCluster,
  readAccess,
  urlOf,
} from "./embedded/cluster.ts";
import { requestStop, untilReady, untilStopped, waitUntilStopped } from "./embedded/postmaster.ts";
import { findPrograms } from "./embedded/programs.ts";
import { startServer } from "./embedded/start-server.ts";
import { joinCluster } from "./embedded/users.ts";

/** Our own PostgreSQL server, which keeps its files in the data folder. */
export interface Embedded {
  /** The database `portal`, as its owner. It contains the password: never log it. */
  url: string;
  /** Whether the server was already running: for another process, or left by one that was killed. */
  adopted: boolean;
  /** Ends this process's use. The last user's stop ends the server and waits until it is gone. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log?: (line: string) => void;
  /** They override our PostgreSQL settings, but only if this call starts the server. */
  settings?: Record<string, string>;
}

/**
 * Starts the server of `dataDir`, or joins the running one, and creates what is missing. If the
 * process exits or gets a signal before `stop`, it stops the server too. Throws StartError.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log = () => {}, settings = {} } = options;
  const dataDir = await ensureFolder(options.dataDir);
  const cluster = clusterIn(dataDir);
  const programs = await findPrograms(dataDir);
  if (!hasCluster(cluster)) {
    log("Setting up the database, once");
    await createCluster(dataDir, programs);
  }
  checkVersion(cluster, programs.major);
  // Join before looking: from here on, no other process stops the server that we find running.
  const user = joinCluster(cluster.users);
  const cancelAtProcessEnd = atProcessEnd(() => {
    if (user.leave() && requestStop(cluster.data)) waitUntilStopped(cluster.data);
  });
  const stop = async () => {
    cancelAtProcessEnd();
    const stopping = user.leave() ? requestStop(cluster.data) : null;
    if (stopping) await untilStopped(stopping);
  };
  try {
    const found = await untilReady(cluster);
    const server = found ?? (await startServer(cluster, programs, settings));
    const entry = { ...readAccess(cluster), port: server.port };
    await ensureDatabase(urlOf(entry, "postgres"));
    if (!found) log(`PostgreSQL ${programs.major} started`);
    return { url: urlOf(entry, "portal"), adopted: found !== null, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The folder's real path, because a server is recognized by the path it was started with. */
async function ensureFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
    return await realpath(dataDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`The data folder ${dataDir} cannot be written (${code})`);
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = 'portal'");
    if (rowCount === 0) await client.query("create database portal");
  } catch (error) {
    // Another process created it first.
    const isThere = ["23505", "42P04"].includes((error as pg.DatabaseError).code ?? "");
    if (!isThere) throw error;
  } finally {
    await client.end();
  }
}

/**
 * Runs `work` when the process ends in any way but a kill; returns a function that cancels this. A
 * signal that nobody else handles would skip the exit handlers, so this handles it.
 */
function atProcessEnd(work: () => void): () => void {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const onSignal = (signal: NodeJS.Signals) => {
    const others = process.listeners(signal).filter((listener) => listener !== onSignal);
    if (others.length === 0) process.exit(128 + system.signals[signal]);
  };
  process.once("exit", work);
  // Prepended, because Node removes a `once` listener before it runs, and then `others` would miss
  // it.
  for (const signal of signals) process.prependListener(signal, onSignal);
  return () => {
    process.off("exit", work);
    for (const signal of signals) process.off(signal, onSignal);
  };
}
