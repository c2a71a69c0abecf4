import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createLogger } from "#server/log.ts";
import { restrictLog, rotateLog } from "#server/log-file.ts";
import { dataFolder } from "../support/portal-process.ts";

const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

test("a log past its limit is rotated, and five logs are kept (C15)", async () => {
  const folder = await dataFolder();
  const file = join(folder, "portal.log");
  expect(rotateLog(file, 10)).toBe(false);
  for (let number = 1; number <= 8; number++) {
    await writeFile(file, `log number ${number}`);
    expect(rotateLog(file, 100)).toBe(false);
    expect(rotateLog(file, 10)).toBe(true);
  }
  expect((await readdir(folder)).sort()).toEqual(
    [1, 2, 3, 4].map((place) => `portal.log.${place}`),
  );
  expect(await readFile(`${file}.1`, "utf8")).toBe("log number 8");
  expect(await readFile(`${file}.4`, "utf8")).toBe("log number 5");
});

test("only the owner can read a log, even an older one (C15)", async () => {
  const file = join(await dataFolder(), "portal.log");
  const log = createLogger("info", file);
  log.info({}, "hello");
  await expect.poll(() => readFile(file, "utf8").catch(() => "")).toContain("hello");
  expect(await modeOf(file)).toBe(0o600);
  const old = join(await dataFolder(), "portal.log");
  await writeFile(old, "", { mode: 0o644 });
  restrictLog(old);
  expect(await modeOf(old)).toBe(0o600);
});
