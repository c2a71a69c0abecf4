import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Runs `work` while no other process holds `file`. The lock of a process that died is taken over.
 * `onWait` is called once when somebody else has it.
 */
export async function withFileLock(file, work, onWait = () => {}) {
  mkdirSync(dirname(file), { recursive: true });
  const release = () => rmSync(file, { force: true });
  for (let waits = 0; !tryLock(file); waits += 1) {
    if (waits === 0) onWait();
    await pause(200);
  }
  // Also where work ends the process.
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

function tryLock(file) {
  try {
    writeFileSync(file, identity(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  const holder = read(file);
  if (holder !== null && identity(Number.parseInt(holder, 10)) !== holder)
    removeStale(file, holder);
  return false;
}

/** Moving is atomic: of several that find the same dead holder, none removes a newcomer's lock. */
function removeStale(file, holder) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (read(aside) !== holder) linkSync(aside, file);
  } catch (error) {
    if (error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
  }
  rmSync(aside, { force: true });
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** Tells a live process from a later one that was given its number; null when there is none. */
function identity(pid) {
  if (process.platform === "linux") {
    const stat = read(`/proc/${pid}/stat`);
    const [state, ...rest] = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? ["X"];
    // Where a container's first process reaps nobody, the dead keep their numbers as zombies.
    return "ZX".includes(state) ? null : `${pid} ${rest[18]}`;
  }
  try {
    process.kill(pid, 0);
    return `${pid}`;
  } catch (error) {
    return error.code === "EPERM" ? `${pid}` : null;
  }
}
