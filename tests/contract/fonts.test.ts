import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../web/fonts");
const names = ["figtree", "fraunces", "inter"];

test("every typeface has a stylesheet, a license and at most 20,000 bytes", async () => {
  const files = names.flatMap((name) => [`${name}-license.txt`, `${name}.css`, `${name}.woff2`]);
  expect((await readdir(folder)).sort()).toEqual(files.sort());
  for (const name of names) {
    expect((await stat(join(folder, `${name}.woff2`))).size, name).toBeLessThanOrEqual(20_000);
    const css = await readFile(join(folder, `${name}.css`), "utf8");
    expect(css, name).toContain(`url("./${name}.woff2")`);
    const licence = await readFile(join(folder, `${name}-license.txt`), "utf8");
    expect(licence, name).toContain("SIL Open Font License, Version 1.1");
  }
});
