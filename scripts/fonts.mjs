import { copyFile, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);
const folder = join(import.meta.dirname, "../web/fonts");
/** Bytes. A phone with a bad connection needs 0.1 s for this many. */
const sizeAtMost = 20_000;

const between = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, n) => String.fromCodePoint(first + n)).join("");
/** ASCII, the letters of Western Europe, and the signs that our screens and pages write. */
const characters = `${between(0x20, 0x7e)}${between(0xc0, 0xff)}\u00a0¡¿©®°·²½–—‘’“”•…−×€™→★☆`;

/** The packages and the weights that the stylesheets use: a range keeps its axis, a number drops it. */
const fonts = {
  inter: ["@fontsource-variable/inter", { wght: { min: 400, max: 700 } }],
  figtree: ["@fontsource-variable/figtree", { wght: { min: 400, max: 700 } }],
  fraunces: ["@fontsource-variable/fraunces", { wght: 600 }],
};

/** `npm run fonts`: writes the typefaces in `web/fonts`, cut down to what the portal needs. */
for (const [name, [source, variationAxes]] of Object.entries(fonts)) {
  const packageFolder = dirname(require.resolve(`${source}/package.json`));
  const whole = await readFile(join(packageFolder, `files/${name}-latin-wght-normal.woff2`));
  const subset = await subsetFont(whole, characters, {
    targetFormat: "woff2",
    variationAxes,
    // Figures of equal width for tables.
    keepFeatures: ["kern", "tnum"],
    noHinting: true,
  });
  if (subset.length > sizeAtMost) throw new Error(`${name} has ${subset.length} bytes`);
  await writeFile(join(folder, `${name}.woff2`), subset);
  await copyFile(join(packageFolder, "LICENSE"), join(folder, `${name}-license.txt`));
  console.log(`${name}.woff2: ${subset.length} bytes`);
}
