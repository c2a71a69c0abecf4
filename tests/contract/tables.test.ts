import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatedFiles } from "#scripts/tables/generated-files.ts";

test("the descriptions of the tables are as `npm run tables` writes them", async () => {
  const files = Object.entries(await generatedFiles());
  expect(files.length).toBeGreaterThan(0);
  for (const [path, text] of files) {
    const written = await readFile(join(import.meta.dirname, "../..", path), "utf8");
    expect(written, `${path} is stale: run \`npm run tables\``).toBe(text);
  }
});
