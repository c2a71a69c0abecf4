import { readdirSync, readFileSync } from "node:fs";
import { clusterIn } from "#server/db/embedded/cluster.ts";
import { findPostmaster } from "#server/db/embedded/postmaster.ts";

/** The main process of the PostgreSQL of a data folder. @throws Error if it does not run. */
export function postmasterIn(dataDir: string) {
  const found = findPostmaster(clusterIn(dataDir).data);
  if (!found) throw new Error("PostgreSQL does not run");
  return found;
}

/** That process and its children, on Linux. */
export function postgresProcesses(dataDir: string): number[] {
  const { pid } = postmasterIn(dataDir);
  const all = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
  return [pid, ...all.filter((entry) => parentOf(entry) === pid).map(Number)];
}

/**
 * Freezes PostgreSQL: it accepts connections and closes none, but never answers.
 * @returns a function that lets it go on.
 */
export function freeze(dataDir: string): () => void {
  const frozen = postgresProcesses(dataDir);
  for (const pid of frozen) process.kill(pid, "SIGSTOP");
  return () => {
    for (const pid of frozen) {
      try {
        process.kill(pid, "SIGCONT");
      } catch {
        // It has ended.
      }
    }
  };
}

function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[1]);
  } catch {
    // The process has just ended.
    return 0;
  }
}
