import { createHash } from "node:crypto";
import { statfs } from "node:fs/promises";
import { join } from "node:path";

/** Linux keeps files of this folder in memory. */
const memory = "/dev/shm";
/** Bytes. The tests use at most a fourth of it. */
const roomNeeded = 4 * 1024 ** 3;

/**
 * The data folder of the tests' PostgreSQL. In memory, where there is room: on a disk, a clone of
 * the template takes four times as long. The next run uses the same folder.
 */
export async function clusterFolder(root: string): Promise<string> {
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  if (free < roomNeeded) return join(root, ".cache/test-postgres");
  const checkout = createHash("sha256").update(root).digest("hex").slice(0, 12);
  return join(memory, `portal-tests-${checkout}`);
}
