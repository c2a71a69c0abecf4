import { renameSync, rmSync } from "node:fs";
import { lstat } from "node:fs/promises";
import { constants } from "node:os";
import { join } from "node:path";
import { StartError } from "#server/start-error.ts";

/** The unfinished files of an export: `.NAME.part` in its folder. */
export interface Parts {
  pathOf(target: string): string;
  /** @throws StartError if another export has such a part. */
  refuse(target: string): Promise<void>;
  /** @param create must fail with EEXIST if the part is there. */
  make<T>(target: string, create: (path: string) => Promise<T>): Promise<T>;
  /** Gives a finished part its name. */
  finish(target: string): void;
  /** Removes what `make` and `finish` made: it may hold secrets. */
  remove(): void;
}

export function openParts(folder: string): Parts {
  const own = new Set<string>();
  const pathOf = (target: string) => join(folder, `.${target}.part`);
  const isThere = (path: string) =>
    new StartError(
      `${path} is there already: another export is writing it, or was killed. ` +
        "If no export is running, delete it",
    );
  return {
    pathOf,
    async refuse(target) {
      const path = pathOf(target);
      if (await lstat(path).catch(() => null)) throw isThere(path);
    },
    async make(target, create) {
      const path = pathOf(target);
      // Before the file exists: a signal may come in between.
      own.add(path);
      try {
        return await create(path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
        own.delete(path);
        throw isThere(path);
      }
    },
    finish(target) {
      const path = join(folder, target);
      // No signal comes between the two, because they are synchronous.
      renameSync(pathOf(target), path);
      own.add(path);
    },
    remove() {
      for (const path of own) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Runs the work, and removes the parts if it fails or a signal ends the process. */
export async function removeUnlessDone(parts: Parts, work: () => Promise<void>): Promise<void> {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  // Exits even if others listen: the embedded database leaves the exit to other listeners.
  const exit = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal]);
  process.once("exit", parts.remove);
  for (const signal of signals) process.once(signal, exit);
  try {
    await work();
  } catch (error) {
    parts.remove();
    throw error;
  } finally {
    process.off("exit", parts.remove);
    for (const signal of signals) process.off(signal, exit);
  }
}
