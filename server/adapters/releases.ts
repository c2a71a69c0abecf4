import { createHash, randomUUID } from "node:crypto";
import { cp, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";

/** The release that is served and the one before it. */
const keptAtMost = 2;

/** Hidden names are copies that are not whole yet. */
const isWhole = (name: string) => !name.startsWith(".");

/** A release is known by its files, whose names carry a hash of what is in them. */
async function nameOf(assets: string): Promise<string> {
  const files = (await readdir(assets)).sort();
  return createHash("sha256").update(files.join("\0")).digest("hex").slice(0, 16);
}

async function copyOf(assets: string, folder: string, name: string): Promise<void> {
  const place = join(folder, name);
  if (await stat(place).catch(() => null)) return;
  const unfinished = join(folder, `.${randomUUID()}`);
  await cp(assets, unfinished, { recursive: true });
  // Another process of the same release may have been first: its copy is as good.
  await rename(unfinished, place).catch(() => rm(unfinished, { recursive: true, force: true }));
}

/**
 * Keeps the hashed files of this release for the time when it is the one before: windows that were
 * opened under it go on loading their parts from here (D44). Every process of a release may call it
 * at its start, in any order; a release that comes back counts as new.
 *
 * @param assets the hashed files of the present build.
 * @param folder where the releases lie, a folder each.
 */
export async function keepRelease(assets: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const present = await nameOf(assets);
  await copyOf(assets, folder, present);
  const now = new Date();
  await utimes(join(folder, present), now, now);
  for (const name of (await newestFirst(folder)).slice(keptAtMost)) {
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

/** The path of a kept release's file, the newest's first; null when none has it. */
export async function findInReleases(folder: string, file: string): Promise<string | null> {
  for (const release of await newestFirst(folder)) {
    const path = join(folder, release, file);
    if ((await stat(path).catch(() => null))?.isFile()) return path;
  }
  return null;
}
