import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { advisoryLocks } from "#server/db/advisory-locks.ts";

const root = join(import.meta.dirname, "../..");

test("no two kinds of work share an advisory lock", () => {
  const numbers = Object.values(advisoryLocks);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test("no file has a number of its own for a lock", async () => {
  const found: string[] = [];
  for await (const name of glob("{server,seeds,tests}/**/*.ts", { cwd: root })) {
    if (name.endsWith("advisory-locks.ts") || name.endsWith("advisory-locks.test.ts")) continue;
    const text = await readFile(join(root, name), "utf8");
    if (/\b7_?263_?0\d\d\b/.test(text)) found.push(name);
  }
  expect(found).toEqual([]);
});
