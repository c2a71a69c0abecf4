import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { quickTests } from "#tests/support/quick-tests.ts";

const root = join(import.meta.dirname, "../..");

test("every feature has a test in the quick run", async () => {
  const entries = await readdir(join(root, "server/features"), { withFileTypes: true });
  const features = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(Object.keys(quickTests).sort()).toEqual(features.sort());
  const missing = Object.values(quickTests).filter(
    (name) => !existsSync(join(root, `tests/${name}.test.ts`)),
  );
  expect(missing).toEqual([]);
});
