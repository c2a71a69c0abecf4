import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

async function filesWith(folder: string, text: string): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const files = names
    .filter((name) => name.isFile())
    .map((name) => join(name.parentPath, name.name));
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return files.filter((_, place) => texts[place]?.includes(text));
}

test.each(["Parts of the interface", "gallery-state"])(
  "the build does not contain the gallery's %s",
  async (text) => {
    expect((await filesWith("web/gallery", text)).length).toBeGreaterThan(0);
    expect((await filesWith("dist/web", "")).length).toBeGreaterThan(50);
    expect(await filesWith("dist/web", text)).toEqual([]);
  },
);
