import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FileStore } from "#server/adapters/file-store.ts";
import { createFolderStore } from "#server/adapters/folder-store.ts";
import { findInReleases, storeRelease } from "#server/adapters/releases.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "portal-releases-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes the web files of a release. @returns their folder. */
async function build(name: string): Promise<string> {
  const assets = join(folder, `build-${name}`);
  await mkdir(assets);
  await writeFile(join(assets, `main-${name}.js`), name);
  return assets;
}

test("requests for unknown files share a listing, and a new release is found at once", async () => {
  const store = createFolderStore(join(folder, "shared"));
  await storeRelease(await build("one"), store);
  let listings = 0;
  const counting: FileStore = {
    ...store,
    list(name) {
      listings++;
      return store.list(name);
    },
  };
  const find = findInReleases(counting);
  const ask = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, place) => find(`unknown-${place}.js`)));
  expect(await ask(50)).toEqual(Array(50).fill(null));
  expect(listings).toBe(1);
  const later = ask(50);
  await storeRelease(await build("two"), store);
  expect((await find("main-two.js"))?.size).toBe(3);
  await later;
  expect(listings).toBe(2);
  expect((await find("main-one.js"))?.size).toBe(3);
  expect(listings).toBe(2);
});

test("a start removes what an earlier one left when it was killed, and nothing that is newer", async () => {
  const root = join(folder, "killed");
  const store = createFolderStore(root);
  for (const name of ["old", "new"]) {
    await store.write(`releases/.unfinished/${name}`, Buffer.from("half"));
  }
  const path = join(root, "releases/.unfinished/old");
  const earlier = new Date((await stat(path)).mtimeMs - 2 * 3_600_000);
  await utimes(path, earlier, earlier);
  await storeRelease(await build("three"), store);
  expect(await store.find("releases/.unfinished/old")).toBeNull();
  expect(await store.find("releases/.unfinished/new")).not.toBeNull();
});
