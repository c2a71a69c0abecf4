import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Runs `work` while no other process has locked `file`. If the process that locked it has died,
 * this one takes the lock. Calls `onWait` once if another process has the lock.
 *
 * Uses no package, because it guards the installation of the packages.
 */
export async function withFileLock(file, work, onWait = () => {}) {
  mkdirSync(dirname(file), { recursive: true });
  // Another process may have taken our lock because it looked stale: then keep its lock.
  const release = () => {
    if (read(file) === identity(process.pid)) rmSync(file, { force: true });
  };
  for (let waits = 0; !tryLock(file); waits += 1) {
    if (waits === 0) onWait();
    await pause(200);
  }
  // Release the lock also if `work` ends the process.
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

function tryLock(file) {
  // Linked, not written in place: an empty lock would look stale to another process.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, identity(process.pid));
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  } finally {
    rmSync(own);
  }
  const holder = read(file);
  if (holder !== null && identity(Number.parseInt(holder, 10)) !== holder)
    removeStale(file, holder);
  return false;
}

/**
 * Removes a lock whose process has died. Renames it first: if another process has locked the file
 * in between, that lock is put back.
 */
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

/** Identifies a live process, even if its number was used before; null if there is none. */
function identity(pid) {
  if (process.platform === "linux") {
    const stat = read(`/proc/${pid}/stat`);
    const [state, ...rest] = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? ["X"];
    // In a container whose first process reaps no children, dead processes stay as zombies.
    return "ZX".includes(state) ? null : `${pid} ${rest[18]}`;
  }
  try {
    process.kill(pid, 0);
    return `${pid}`;
  } catch (error) {
    return error.code === "EPERM" ? `${pid}` : null;
  }
}
