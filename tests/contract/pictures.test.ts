import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { webManifest } from "#server/pages/web-manifest.ts";
import { exampleBrands } from "#shared/reference/example-brands.ts";
import { pictures, sizes } from "../support/pictures.ts";

const root = join(import.meta.dirname, "../..");

test.each(pictures.map((picture) => [picture.file, picture] as const))(
  "%s has its size and is small enough",
  async (file, { size, width, height, limit }) => {
    const content = await readFile(join(root, file));
    const screen = sizes[size];
    const scale = width ? width / screen.width : screen.scale;
    const found = await sharp(content).metadata();
    expect([found.width, found.height]).toEqual([
      screen.width * scale,
      Math.round((height ?? screen.height) * scale),
    ]);
    expect(content.length).toBeLessThanOrEqual(limit);
  },
);

test.each(exampleBrands)(
  "$name's manifest states the pictures' sizes and labels",
  async (brand) => {
    const { screenshots } = webManifest(brand, { areExample: true });
    expect(screenshots.map(({ form_factor }) => form_factor)).toEqual(["narrow", "wide"]);
    for (const { src, sizes, type, label } of screenshots) {
      const { width, height, format } = await sharp(join(root, "web/public", src)).metadata();
      expect([sizes, type]).toEqual([`${width}x${height}`, `image/${format}`]);
      expect(label).toMatch(/^The dashboard on a /);
    }
  },
);
