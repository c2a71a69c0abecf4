import { readFileSync } from "node:fs";

/** Distinguishes a process from a later one with the same number. */
export interface ProcessState {
  /** The program's name; empty where the system does not tell. */
  program: string;
  /** When it began, in the system's own terms; empty where the system does not tell. */
  began: string;
}

/** The state of a live process, or null when it is gone. */
export function processState(pid: number): ProcessState | null {
  if (process.platform === "linux") return linuxProcessState(pid);
  try {
    process.kill(pid, 0);
    return { program: "", began: "" };
  } catch (error) {
    const isAnotherUsers = (error as NodeJS.ErrnoException).code === "EPERM";
    return isAnotherUsers ? { program: "", began: "" } : null;
  }
}

/**
 * Signal 0 would do, were it not for containers whose first process reaps nobody: there a process
 * that ended keeps its number as a zombie for good.
 */
function linuxProcessState(pid: number): ProcessState | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
  // "pid (program) state …": a program's name may itself hold blanks and brackets.
  const nameEnd = stat.lastIndexOf(")");
  const [state = "", ...rest] = stat.slice(nameEnd + 2).split(" ");
  if ("ZX".includes(state)) return null;
  return { program: stat.slice(stat.indexOf("(") + 1, nameEnd), began: rest[18] ?? "" };
}

/** The words a process was started with, or null where the system does not tell. */
export function commandOf(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return null;
  }
}
