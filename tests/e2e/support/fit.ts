import type { Page } from "playwright/test";
import { expect } from "./server.ts";

type Size = readonly [width: number, fontSize: "100%" | "200%"];

/** The narrowest phone, with the usual font size and with twice that size. */
const narrow: readonly Size[] = [
  [320, "100%"],
  [320, "200%"],
];

/** Expects nothing on the page, nor in an open dialog, to be wider than the screen. */
export async function expectToFit(page: Page, sizes = narrow): Promise<void> {
  const originalSize = page.viewportSize();
  for (const [width, fontSize] of sizes) {
    await page.setViewportSize({ width, height: 640 });
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, fontSize);
    const message = `${page.url()}, ${width} pixels, font size ${fontSize}`;
    await expect.poll(() => overflows(page), { message }).toEqual([]);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  if (originalSize) await page.setViewportSize(originalSize);
}

/** How many pixels of the page, or of an open dialog's body, overflow to the side. */
function overflows(page: Page): Promise<string[]> {
  return page.locator("html, dialog[open] .modal-card-body").evaluateAll((boxes) =>
    boxes
      .map((box) => [box.tagName, box.scrollWidth - box.clientWidth] as const)
      .filter(([, excess]) => excess > 0)
      .map(([name, excess]) => `${name}: ${excess} px`),
  );
}
