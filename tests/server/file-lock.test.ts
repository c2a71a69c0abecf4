import fs from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const script = new URL("../../scripts/file-lock.mjs", import.meta.url).href;
const { withFileLock } = await import(script);

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "portal-lock-"));
  file = join(folder, "a.lock");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("another process never sees a lock without its holder", async () => {
  const seen: string[] = [];
  const { writeFileSync } = fs;
  const spy = vi.spyOn(fs, "writeFileSync").mockImplementation((path, content, options) => {
    writeFileSync(path, "", options);
    // Reads the file as another process could, before its content is written.
    if (fs.existsSync(file)) seen.push(fs.readFileSync(file, "utf8"));
    writeFileSync(path, content);
  });
  syncBuiltinESMExports();
  try {
    await withFileLock(file, async () => seen.push(fs.readFileSync(file, "utf8")));
    expect(spy).toHaveBeenCalled();
  } finally {
    spy.mockRestore();
    syncBuiltinESMExports();
  }
  expect(seen).toEqual([expect.stringMatching(new RegExp(`^${process.pid}\\b`))]);
  expect(fs.readdirSync(folder)).toEqual([]);
});

test("a process does not remove a lock that another process has taken over", async () => {
  await withFileLock(file, () => writeFile(file, "1 another"));
  expect(await readFile(file, "utf8")).toBe("1 another");
});
