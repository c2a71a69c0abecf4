import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createTarPacker, type TarPackController } from "modern-tar";
import { StartError } from "#server/start-error.ts";
import type { BackupKeys } from "./backup-keys.ts";
import { filesBelow, unlessGone } from "./files-folder.ts";
import { type SealedFile, sealFile } from "./sealed-file.ts";

/**
 * Writes all files below a folder into one sealed tar, except those that are removed before their
 * turn. While a backup runs, the portal keeps all pictures (`isBackupRunning`) but may remove old
 * recordings.
 * @param root null for a tar without files.
 * @param needed the names of files that must be there.
 * @returns how many files it wrote, and which of the needed ones were not there.
 */
export async function archiveFiles(
  root: string | null,
  path: string,
  keys: BackupKeys,
  needed: readonly string[],
): Promise<SealedFile & { count: number; missing: string[] }> {
  const { readable, controller } = createTarPacker();
  const missing = new Set(needed);
  let count = 0;
  const packAll = async () => {
    if (root !== null) {
      for await (const name of filesBelow(root)) {
        if (!(await packFile(controller, root, name))) continue;
        count += 1;
        missing.delete(name);
      }
    }
    controller.finalize();
  };
  const packing = packAll().catch((error) => {
    controller.error(error);
    throw error;
  });
  const [sealed] = await Promise.all([sealFile(path, Readable.fromWeb(readable), keys), packing]);
  return { ...sealed, count, missing: [...missing] };
}

/** @returns whether the file is still there. */
async function packFile(tar: TarPackController, root: string, name: string): Promise<boolean> {
  const path = join(root, name);
  const file = await unlessGone(open(path));
  if (file === null) return false;
  try {
    const { size, mode, mtime } = await file.stat();
    const body = Writable.fromWeb(tar.add({ name, size, mode: mode & 0o777, mtime, type: "file" }));
    await pipeline(contentOf(file, path, size), body);
    return true;
  } finally {
    await file.close().catch(() => {});
  }
}

/**
 * The first `size` bytes of a file, as the tar's header says: the platform may still be writing it.
 */
async function* contentOf(file: FileHandle, path: string, size: number) {
  let left = size;
  while (left > 0) {
    const buffer = Buffer.allocUnsafe(Math.min(left, 262_144));
    const { bytesRead } = await file.read({ buffer }).catch((error) => {
      // The system names no file when a read fails.
      throw Object.assign(error, { path });
    });
    if (bytesRead === 0) {
      throw new StartError(
        `${path} was cut off by another program while it was read. Run the backup again`,
      );
    }
    left -= bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
