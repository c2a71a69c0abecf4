import { mkdir, mkdtemp, readdir, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Registry } from "prom-client";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FileStore } from "#server/adapters/file-store.ts";
import { createFolderStore } from "#server/adapters/folder-store.ts";
import { observeFiles } from "#server/file-store-metrics.ts";
import { dataFolder, endProcesses } from "../support/portal-process.ts";

const noop = () => {};
const log = { debug: noop, info: noop, warn: noop, error: noop, flush: noop };
const [pauseBetween, longWrite] = [20_000, 10_000];

/** In memory; the tests' files are on the machine's disk. */
const otherDisk = "/dev/shm";
const deviceOf = (folder: string) =>
  stat(folder).then(
    ({ dev }) => dev,
    () => null,
  );
const otherDevice = await deviceOf(otherDisk);
const isOneDisk = otherDevice === null || otherDevice === (await deviceOf(tmpdir()));

// The tests move this clock past the pause between two writes.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());
afterAll(endProcesses);

function observe(files: FileStore, folder: string | null) {
  const registry = new Registry();
  observeFiles({ files, log }, folder, registry);
  return async (name: string) => {
    const text = await registry.metrics();
    const [, value] =
      new RegExp(`^${name}(?:\\{folder="recordings"\\})? (\\S+)$`, "m").exec(text) ?? [];
    return value === undefined ? undefined : Number(value);
  };
}

test("a folder is writable until its disk is gone, and again when it is back", async () => {
  const root = await dataFolder();
  const [here, away] = [join(root, "files"), join(root, "away")];
  await mkdir(here);
  const read = observe(createFolderStore(here), here);
  expect(await read("file_store_writable")).toBe(1);
  const [free = 0, size = 0] = [
    await read("file_store_free_bytes"),
    await read("file_store_size_bytes"),
  ];
  expect(free).toBeGreaterThan(0);
  expect(size).toBeGreaterThan(free);

  await rename(here, away);
  expect(await read("file_store_free_bytes")).toBe(undefined);
  // Still the last result, because a scrape within the pause does not write.
  expect(await read("file_store_writable")).toBe(1);
  vi.advanceTimersByTime(pauseBetween);
  expect(await read("file_store_writable")).toBe(0);
  // Now like a mount point whose disk is gone: nothing may be written there.
  await mkdir(here);
  vi.advanceTimersByTime(pauseBetween);
  expect(await read("file_store_writable")).toBe(0);
  expect(await readdir(here)).toEqual([]);

  await rename(here, join(root, "mount"));
  await rename(away, here);
  vi.advanceTimersByTime(pauseBetween);
  expect(await read("file_store_writable")).toBe(1);
  // No file stays.
  const left = await readdir(here, { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
});

test("each of the folders of pictures and recordings must take files", async () => {
  const root = await dataFolder();
  const read = observe(createFolderStore(root), root);
  expect(await read("file_store_writable")).toBe(1);
  for (const top of ["pictures", "recordings"]) {
    const [here, away] = [join(root, top), join(root, "away")];
    await rename(here, away);
    await writeFile(here, "no folder");
    vi.advanceTimersByTime(pauseBetween);
    expect([top, await read("file_store_writable")]).toEqual([top, 0]);
    await rm(here);
    await rename(away, here);
    vi.advanceTimersByTime(pauseBetween);
    expect([top, await read("file_store_writable")]).toEqual([top, 1]);
  }
});

test.skipIf(isOneDisk)("a folder of recordings whose own disk is gone takes no file", async () => {
  const [root, disk] = [await dataFolder(), await mkdtemp(join(otherDisk, "portal-files-"))];
  try {
    await symlink(disk, join(root, "recordings"));
    const read = observe(createFolderStore(root), root);
    expect(await read("file_store_writable")).toBe(1);
    await rm(join(root, "recordings"));
    await mkdir(join(root, "recordings"));
    vi.advanceTimersByTime(pauseBetween);
    expect(await read("file_store_writable")).toBe(0);
    expect(await readdir(join(root, "recordings"))).toEqual([]);
  } finally {
    await rm(disk, { recursive: true });
  }
});

test("a bucket that refuses is not writable, and has no disk", async () => {
  const files = { write: () => Promise.reject(new Error("AccessDenied")) } as unknown as FileStore;
  const read = observe(files, null);
  expect(await read("file_store_writable")).toBe(0);
  expect(await read("file_store_free_bytes")).toBe(undefined);
});

test("a store that hangs does not hold up the scrape, and is not writable after ten seconds", async () => {
  let writes = 0;
  const write = () => {
    writes += 1;
    return new Promise<void>(noop);
  };
  const read = observe({ write } as unknown as FileStore, null);
  expect(await read("file_store_writable")).toBe(undefined);
  vi.advanceTimersByTime(longWrite);
  expect(await read("file_store_writable")).toBe(0);
  vi.advanceTimersByTime(pauseBetween);
  expect(await read("file_store_writable")).toBe(0);
  expect(writes).toBe(1);
});
