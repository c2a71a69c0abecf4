import { chmodSync, renameSync, statSync } from "node:fs";

/** The log and the files before it: five together, the largest some 10 MB. */
const filesAtMost = 5;
const sizeAtMost = 10_000_000;

/** The file that is written to, then `.1`, which was before it, and so on. */
const nameOf = (file: string, place: number) => (place === 0 ? file : `${file}.${place}`);

function tried(work: () => void): void {
  try {
    work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/**
 * Puts a log file that has grown past the limit away under another name; the oldest goes.
 * @returns whether it did: the file must be opened anew.
 */
export function rotateLog(file: string, limit = sizeAtMost): boolean {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < limit) return false;
  for (let place = filesAtMost - 2; place >= 0; place--) {
    tried(() => renameSync(nameOf(file, place), nameOf(file, place + 1)));
  }
  return true;
}

/** Takes a log of an earlier release away from everybody but its owner. */
export function closeLog(file: string): void {
  for (let place = 0; place < filesAtMost; place++) {
    tried(() => chmodSync(nameOf(file, place), 0o600));
  }
}
