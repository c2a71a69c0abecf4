import { open, opendir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createTarPacker, type TarPackController } from "modern-tar";
import { unpackTar } from "modern-tar/fs";
import { StartError } from "#server/start-error.ts";
import type { BackupKeys } from "./backup-keys.ts";
import { openSealed, type SealedFile, sealFile } from "./sealed-file.ts";

/**
 * The paths of all files below a folder, relative to it. Follows links, because an operator may
 * have moved the recordings to another disk. Leaves out hidden files: those are being written.
 */
export async function* filesBelow(
  root: string,
  below = "",
  seen = new Set<string>(),
): AsyncGenerator<string> {
  const folder = join(root, below);
  const real = await realpath(folder).catch(() => null);
  if (real === null || seen.has(real)) return;
  seen.add(real);
  for await (const { name } of await opendir(folder)) {
    if (name.startsWith(".")) continue;
    const path = below ? `${below}/${name}` : name;
    const found = await stat(join(root, path)).catch(() => null);
    if (found?.isDirectory()) yield* filesBelow(root, path, seen);
    if (found?.isFile()) yield path;
  }
}

/**
 * Writes all files below a folder into one sealed tar. A file that is removed meanwhile is left out:
 * only the platform removes files while a backup runs (`isBackupRunning`).
 */
export async function archiveFiles(
  root: string,
  path: string,
  keys: BackupKeys,
): Promise<SealedFile & { count: number }> {
  const { readable, controller } = createTarPacker();
  let count = 0;
  const packAll = async () => {
    for await (const name of filesBelow(root)) {
      if (await packFile(controller, root, name)) count += 1;
    }
    controller.finalize();
  };
  const packing = packAll().catch((error) => {
    controller.error(error);
    throw error;
  });
  const [sealed] = await Promise.all([sealFile(path, Readable.fromWeb(readable), keys), packing]);
  return { ...sealed, count };
}

/** @returns whether the file is still there. */
async function packFile(tar: TarPackController, root: string, name: string): Promise<boolean> {
  const file = await open(join(root, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (file === null) return false;
  try {
    const { size, mode, mtime } = await file.stat();
    const body = Writable.fromWeb(tar.add({ name, size, mode: mode & 0o777, mtime, type: "file" }));
    // A file that the platform still writes is as long as it was when we looked.
    const content = size === 0 ? Readable.from([]) : file.createReadStream({ end: size - 1 });
    await pipeline(content, body);
    return true;
  } finally {
    await file.close().catch(() => {});
  }
}

/** Writes the files of a sealed tar below a folder, with their modes and times. */
export async function unpackFiles(path: string, root: string, keys: BackupKeys): Promise<void> {
  await openSealed(path, keys, unpackTar(root, { dmode: 0o755 }));
}

/** @throws StartError if there is a file below the folder. */
export async function requireNoFiles(root: string): Promise<void> {
  for await (const name of filesBelow(root)) {
    throw new StartError(
      `The folder ${root} has files, such as ${name}. A restore needs an empty one`,
    );
  }
}
