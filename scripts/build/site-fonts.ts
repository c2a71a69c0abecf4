import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrandKey } from "#shared/reference/brands.ts";

/** The typefaces of a site as CSS, and the addresses of their files. */
export interface SiteFonts {
  faces: string;
  files: string[];
}

/** The files in `web/fonts` that a site needs, that of its headings first. */
const names: Record<BrandKey, readonly string[]> = {
  cos: ["fraunces", "inter"],
  onesun: ["figtree"],
};

/**
 * @param web the folder of the web app.
 * @param addressOf puts a font's file where browsers find it, and returns its address.
 */
export async function siteFonts(
  web: string,
  brand: BrandKey,
  addressOf: (fileName: string) => Promise<string>,
): Promise<SiteFonts> {
  const faces: string[] = [];
  const files: string[] = [];
  for (const name of names[brand]) {
    const fileName = `${name}.woff2`;
    const address = await addressOf(fileName);
    const css = await readFile(join(web, "fonts", `${name}.css`), "utf8");
    faces.push(minified(css).replace(`"./${fileName}"`, address));
    files.push(address);
  }
  return { faces: faces.join(""), files };
}

/** Every page contains these sheets. They have no text in which white space matters. */
const minified = (css: string) =>
  css
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\s+/g, " ")
    .replace(/\s?([{}:;,])\s?/g, "$1")
    .trim();
