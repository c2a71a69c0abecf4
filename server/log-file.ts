import { chmodSync, renameSync, statSync } from "node:fs";

/** Five log files in all, about 10 MB each. */
const filesAtMost = 5;
const sizeAtMost = 10_000_000;

/** The present log file, then its predecessors: `.1`, `.2` and so on. */
const nameOf = (file: string, place: number) => (place === 0 ? file : `${file}.${place}`);

function ignoreMissing(work: () => void): void {
  try {
    work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/**
 * Renames a log file that has grown past the limit, and removes the oldest one.
 * @returns whether it did; then reopen the file.
 */
export function rotateLog(file: string, limit = sizeAtMost): boolean {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < limit) return false;
  for (let place = filesAtMost - 2; place >= 0; place--) {
    ignoreMissing(() => renameSync(nameOf(file, place), nameOf(file, place + 1)));
  }
  return true;
}

/** Restricts a log of an earlier release to its owner. */
export function restrictLog(file: string): void {
  for (let place = 0; place < filesAtMost; place++) {
    ignoreMissing(() => chmodSync(nameOf(file, place), 0o600));
  }
}
