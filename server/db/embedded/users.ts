import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { processState } from "./process-state.ts";

/**
 * The processes that use one embedded cluster, one file per process: the portal, and commands. The
 * last one to leave stops PostgreSQL, even if another one started it.
 */
export interface ClusterUser {
  /**
   * Signs off. Returns true when nobody else is left. May be called twice, and in an `exit`
   * handler.
   */
  leave(): boolean;
}

let joined = 0;

export function joinCluster(folder: string): ClusterUser {
  mkdirSync(folder, { recursive: true });
  joined += 1;
  const file = join(folder, `${process.pid}-${joined}`);
  writeFileSync(file, processState(process.pid)?.began ?? "");
  return {
    leave() {
      rmSync(file, { force: true });
      return !readdirSync(folder).some((name) => isPresent(folder, name));
    },
  };
}

/** Whether the process that signed on still runs; otherwise removes its file. */
function isPresent(folder: string, name: string): boolean {
  const file = join(folder, name);
  try {
    const began = readFileSync(file, "utf8");
    if (processState(Number.parseInt(name, 10))?.began === began) return true;
  } catch {
    return false;
  }
  rmSync(file, { force: true });
  return false;
}
