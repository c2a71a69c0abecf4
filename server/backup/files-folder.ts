import { lstat, opendir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "#server/start-error.ts";
import { syncFile, syncFolder } from "#server/sync-file.ts";

/** The result of a call about a file; null if the file is missing. */
export const unlessGone = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });

/**
 * The paths of all files below a folder, relative to it. Follows links, because an operator may
 * have moved the recordings to another disk. Leaves out hidden files: those are being written.
 * @param parents the real paths of the folders around it, because a link may lead back to one.
 * @throws StartError for a link to nothing: it means a missing disk, not deleted files.
 */
export async function* filesBelow(
  root: string,
  below = "",
  parents: readonly string[] = [],
): AsyncGenerator<string> {
  const folder = join(root, below);
  const real = await unlessGone(realpath(folder));
  if (real === null) {
    await refuseDeadLink(folder);
    return;
  }
  if (parents.includes(real)) return;
  const entries = await unlessGone(opendir(folder));
  if (entries === null) return;
  for await (const { name } of entries) {
    if (name.startsWith(".")) continue;
    const path = below ? `${below}/${name}` : name;
    const found = await unlessGone(stat(join(root, path)));
    if (found === null) await refuseDeadLink(join(root, path));
    if (found?.isDirectory()) yield* filesBelow(root, path, [...parents, real]);
    if (found?.isFile()) yield path;
  }
}

async function refuseDeadLink(path: string): Promise<void> {
  const link = await unlessGone(lstat(path));
  if (link?.isSymbolicLink()) {
    throw new StartError(`${path} is a link to nothing. Check that its disk is mounted`);
  }
}

/** @throws StartError if there is a file below the folder. */
export async function requireNoFiles(root: string): Promise<void> {
  for await (const name of filesBelow(root)) {
    throw new StartError(
      `The folder ${root} has files, such as ${name}. A restore needs an empty one`,
    );
  }
}

/**
 * @param names of files that the database needs, relative to the folder.
 * @throws StartError if none of them is there: then this is another folder, or its disk is missing.
 */
export async function requireSomeOf(root: string, names: readonly string[]): Promise<void> {
  for (const name of names) if (await unlessGone(stat(join(root, name)))) return;
  if (names.length === 0) return;
  throw new StartError(
    `${root} has none of the ${names.length} picture files that the database names. Check DATA_DIR, and that its disk is mounted`,
  );
}

/** Writes all files and names below a folder to the disk. */
export async function syncBelow(folder: string): Promise<void> {
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? syncBelow(path) : syncFile(path));
  }
  await syncFolder(folder);
}
