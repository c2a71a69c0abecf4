import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Linux keeps files of this folder in memory. */
const memory = "/dev/shm";
const prefix = "portal-tests-";
/** Bytes. The tests use at most a fourth of it. */
const roomNeeded = 4 * 1024 ** 3;

/**
 * The data folder of the tests' PostgreSQL. In memory, where there is room: on a disk, a clone of
 * the template takes four times as long. The next run of this checkout uses the same folder.
 */
export async function clusterFolder(root: string): Promise<string> {
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  if (Math.min(free, process.availableMemory()) < roomNeeded)
    return join(root, ".cache/test-postgres");
  await removeAbandoned();
  const checkout = createHash("sha256").update(root).digest("hex").slice(0, 12);
  const folder = join(memory, `${prefix}${checkout}`);
  await mkdir(folder, { recursive: true });
  await writeFile(checkoutFile(folder), root);
  return folder;
}

/** Names the checkout that uses a folder. */
const checkoutFile = (folder: string) => join(folder, "checkout");

/** Removes the folders of checkouts that are gone, such as a temporary copy. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(memory)) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(memory, name);
    const root = await readFile(checkoutFile(folder), "utf8").catch(() => null);
    if (root && !existsSync(root)) await rm(folder, { recursive: true, force: true });
  }
}
