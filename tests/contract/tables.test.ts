import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatedFiles } from "#scripts/tables/generated-files.ts";

test("`npm run tables` writes the same descriptions of the tables", async () => {
  const files = Object.entries(await generatedFiles());
  expect(files.length).toBeGreaterThan(0);
  for (const [path, text] of files) {
    const written = await readFile(join(import.meta.dirname, "../..", path), "utf8");
    expect(written, `${path} is stale: run \`npm run tables\``).toBe(text);
  }
});
