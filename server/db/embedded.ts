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

/** A PostgreSQL of our own: the engine used elsewhere, in the data folder. */
export interface Embedded {
  /** The database `portal`, as its owner. It holds the password: never log it. */
  url: string;
  /** Whether the server ran already: for another process, or left behind by one that was killed. */
  adopted: boolean;
  /** Ends this process's use. The last user's stop ends the server and waits until it is gone. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log?: (line: string) => void;
  /** PostgreSQL settings over ours; they count if this call is the one that starts the server. */
  settings?: Record<string, string>;
}

/**
 * Starts the server of `dataDir`, or joins the one that runs, and makes what is missing. Should the
 * process exit, or be told to end, before `stop`, the server goes with it. Throws StartError.
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
  // Signing on comes before looking: from here on nobody else stops what is found running.
  const user = joinCluster(cluster.users);
  const release = atProcessEnd(() => {
    if (user.leave() && requestStop(cluster.data)) waitUntilStopped(cluster.data);
  });
  const stop = async () => {
    release();
    const stopping = user.leave() ? requestStop(cluster.data) : null;
    if (stopping) await untilStopped(stopping);
  };
  try {
    const found = await untilReady(cluster);
    const server = found ?? (await startServer(cluster, programs, settings));
    const entry = { ...readAccess(cluster), port: server.port };
    await ensureDatabase(urlOf(entry, "postgres"));
    log(`PostgreSQL ${programs.major} ${found ? "runs already" : "started"}`);
    return { url: urlOf(entry, "portal"), adopted: found !== null, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The folder by its one real name: a server is known by the path it was started with. */
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
    // Another start was faster.
    const isThere = ["23505", "42P04"].includes((error as pg.DatabaseError).code ?? "");
    if (!isThere) throw error;
  } finally {
    await client.end();
  }
}

/**
 * Runs `work` when the process ends in any way but a kill; returns what calls that off. A signal
 * that nobody else handles would end the process without its exit handlers, so it is handled here.
 */
function atProcessEnd(work: () => void): () => void {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const onSignal = (signal: NodeJS.Signals) => {
    const others = process.listeners(signal).filter((listener) => listener !== onSignal);
    if (others.length === 0) process.exit(128 + system.signals[signal]);
  };
  process.once("exit", work);
  // First in line, so as to see those that are only there for this one time.
  for (const signal of signals) process.prependListener(signal, onSignal);
  return () => {
    process.off("exit", work);
    for (const signal of signals) process.off(signal, onSignal);
  };
}
