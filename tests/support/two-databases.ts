import { clusterIn } from "#server/db/embedded/cluster.ts";
import { findPostmaster, untilStopped } from "#server/db/embedded/postmaster.ts";
import { type Embedded, startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { giveClock } from "./database.ts";
import { dataFolder } from "./portal-process.ts";
import { freeze } from "./postgres-processes.ts";
import { startStandby } from "./standby.ts";

export interface TestServer {
  url: string;
  port: number;
  /** Kills the server without a shutdown, as when its machine fails. */
  kill(): Promise<void>;
  /** Freezes the server: it never answers. @returns a function that lets it go on. */
  freeze(): () => void;
}

/**
 * A migrated primary, and a replica that streams from it.
 * @param fill writes to the primary before it has the replica.
 */
export async function openTwoDatabases(fill: (url: string) => Promise<void> = async () => {}) {
  // The tests kill processes, never the machine: skip fsync.
  const settings = { fsync: "off", shared_buffers: "64MB" };
  const [primaryFolder, replicaFolder] = [await dataFolder(), await dataFolder()];
  const first = await startEmbedded({ dataDir: primaryFolder, settings });
  const servers: Embedded[] = [first];
  /** Stops both, the replica first: a primary waits for the replicas that it sends to. */
  const close = async () => {
    for (const server of servers.reverse()) await server.stop();
  };
  const startReplica = async () => {
    await giveClock(first.url);
    await migrate(first.url);
    await fill(first.url);
    return startStandby(primaryFolder, first.url, replicaFolder, settings);
  };
  const second = await startReplica().catch(async (error) => {
    await close();
    throw error;
  });
  servers.push(second);
  const serverIn = (folder: string, url: string): TestServer => ({
    url,
    port: Number(new URL(url).port),
    async kill() {
      const found = findPostmaster(clusterIn(folder).data);
      if (!found) return;
      process.kill(found.pid, "SIGKILL");
      await untilStopped(found);
    },
    freeze: () => freeze(folder),
  });
  return {
    primary: serverIn(primaryFolder, first.url),
    replica: serverIn(replicaFolder, second.url),
    close,
  };
}
