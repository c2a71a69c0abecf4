import { createHash, randomUUID } from "node:crypto";
import { cp, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";

/** The present release and the previous one. */
const releasesAtMost = 2;

/** Hidden names are unfinished copies. */
const isWhole = (name: string) => !name.startsWith(".");

/** The hash of a release's file names, which contain hashes of the contents. */
async function nameOf(assets: string): Promise<string> {
  const files = (await readdir(assets)).sort();
  return createHash("sha256").update(files.join("\0")).digest("hex").slice(0, 16);
}

async function storeCopy(assets: string, folder: string, name: string): Promise<void> {
  const place = join(folder, name);
  if (await stat(place).catch(() => null)) return;
  const unfinished = join(folder, `.${randomUUID()}`);
  await cp(assets, unfinished, { recursive: true });
  // Another process of the same release may have been first; its copy is as good.
  await rename(unfinished, place).catch(() => rm(unfinished, { recursive: true, force: true }));
}

/**
 * Stores the hashed files of this release: after the next release, windows that were opened under
 * this one still load their files from here (D44). Every process may call it at its start, in any
 * order. A release that comes back counts as new.
 * @param assets the hashed files of the present build.
 * @param folder contains one folder per release.
 */
export async function storeRelease(assets: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const present = await nameOf(assets);
  await storeCopy(assets, folder, present);
  const now = new Date();
  await utimes(join(folder, present), now, now);
  for (const name of (await newestFirst(folder)).slice(releasesAtMost)) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function newestFirst(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter(isWhole);
  const times = await Promise.all(
    names.map(async (name) => ({ name, time: (await stat(join(folder, name))).mtimeMs })),
  );
  return times.sort((a, b) => b.time - a.time).map(({ name }) => name);
}

/** The path of a file in a stored release, the newest first; null if none has it. */
export async function findInReleases(folder: string, file: string): Promise<string | null> {
  for (const release of await newestFirst(folder)) {
    const path = join(folder, release, file);
    if ((await stat(path).catch(() => null))?.isFile()) return path;
  }
  return null;
}
