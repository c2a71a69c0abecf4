import type { Page } from "playwright/test";
import { expect } from "./server.ts";

type Size = readonly [width: number, letters: "100%" | "200%"];

/** The narrowest phone, with letters of the usual size and of twice that size. */
const narrow: readonly Size[] = [
  [320, "100%"],
  [320, "200%"],
];

/** Expects nothing on the page, nor in an open dialog, to be wider than the screen. */
export async function expectToFit(page: Page, sizes = narrow): Promise<void> {
  const usual = page.viewportSize();
  for (const [width, letters] of sizes) {
    await page.setViewportSize({ width, height: 640 });
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, letters);
    const message = `${page.url()}, ${width} pixels, letters of ${letters}`;
    await expect.poll(() => tooWide(page), { message }).toEqual([]);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  if (usual) await page.setViewportSize(usual);
}

/** By how many pixels the page, and the inside of an open dialog, are wider than their place. */
function tooWide(page: Page): Promise<string[]> {
  return page.locator("html, dialog[open] .modal-card-body").evaluateAll((boxes) =>
    boxes
      .map((box) => [box.tagName, box.scrollWidth - box.clientWidth] as const)
      .filter(([, excess]) => excess > 0)
      .map(([name, excess]) => `${name}: ${excess} px`),
  );
}
