import { readFileSync } from "node:fs";

/** Distinguishes a process from a later one with the same number. */
export interface ProcessState {
  /** The program's name; empty if the system does not show it. */
  program: string;
  /** When it began, in the system's own terms; empty if the system does not show it. */
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
 * Signal 0 is not enough: in containers whose first process reaps no children, an ended process
 * keeps its number as a zombie forever.
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

/** The command line of a process, or null if the system does not show it. */
export function commandOf(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return null;
  }
}
