import axe from "axe-core";
import type { Frame, Page } from "playwright/test";
import type { BrandKey } from "#shared/reference/brands.ts";
import { expect } from "./server.ts";

/** In another theme or brand the same elements have other colours, and nothing else changes. */
const colourRules: axe.RunOptions = { runOnly: ["color-contrast", "link-in-text-block"] };

/**
 * Expects axe to find nothing on the page as it is now: every rule in the light theme, and the rules
 * about colours in the dark one. `ignored` are rules that the page may break. The colours of
 * `otherBrands` are looked at too, in both themes.
 */
export async function expectNothingFound(
  page: Page,
  { ignored = [], otherBrands = [] }: { ignored?: string[]; otherBrands?: BrandKey[] } = {},
): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const frame of page.frames()) await prepare(frame);
  const own = (await page.locator("html").getAttribute("data-brand")) ?? "none";
  const found: string[] = [];
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(twoFrames);
    for (const brand of [...otherBrands, own]) {
      if (otherBrands.length) await paintAs(page, brand);
      const isNew = colorScheme === "light" && brand === own;
      const violations = await violationsOn(page, isNew ? {} : colourRules);
      for (const { id, nodes } of violations.filter(({ id }) => !ignored.includes(id))) {
        for (const { html, any } of nodes) {
          found.push(`${brand}, ${colorScheme}: ${id}: ${html} ${any[0]?.message ?? ""}`);
        }
      }
    }
  }
  expect(found, page.url()).toEqual([]);
}

/** Scripts learn of the new theme in the first frame, and what they change is there in the second. */
const twoFrames = () =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

/** Brands differ in the values of variables alone, which hang on this attribute. */
const paintAs = (page: Page, brand: string) =>
  page.evaluate((brand) => {
    document.documentElement.dataset.brand = brand;
  }, brand);

/** Loads axe, and lets the other theme's colours be there at once instead of fading in. */
async function prepare(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => "axe" in window)) return;
  await frame.evaluate(axe.source);
  await frame.evaluate(() => {
    const style = new CSSStyleSheet();
    style.replaceSync("*, *::before, *::after { transition: none !important; }");
    document.adoptedStyleSheets.push(style);
  });
}

function violationsOn(page: Page, options: axe.RunOptions): Promise<axe.Result[]> {
  return page.evaluate(async (options) => {
    const inPage = (window as unknown as { axe: typeof axe }).axe;
    const { violations } = await inPage.run({ ...options, resultTypes: ["violations"] });
    return violations;
  }, options);
}
