import axe from "axe-core";
import type { Frame, Page } from "playwright/test";
import type { BrandKey } from "#shared/reference/brands.ts";
import { expect } from "./server.ts";

/** Themes and brands differ only in colors, so these rules suffice for all but one pass. */
const colorRules: axe.RunOptions = { runOnly: ["color-contrast", "link-in-text-block"] };

/**
 * Expects axe to find no violation on the page as it is now. It checks every rule in the light
 * theme, and only colors in the dark theme. It also checks the colors of `otherBrands` in both
 * themes. The page may break the `ignored` rules.
 */
export async function expectNoAxeViolations(
  page: Page,
  { ignored = [], otherBrands = [] }: { ignored?: string[]; otherBrands?: BrandKey[] } = {},
): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const frame of page.frames()) await loadAxe(frame);
  const pageBrand = (await page.locator("html").getAttribute("data-brand")) ?? "none";
  const found: string[] = [];
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(waitTwoFrames);
    for (const brand of [...otherBrands, pageBrand]) {
      if (otherBrands.length) await applyBrand(page, brand);
      const checksAllRules = colorScheme === "light" && brand === pageBrand;
      const violations = await violationsOn(page, checksAllRules ? {} : colorRules);
      for (const { id, nodes } of violations.filter(({ id }) => !ignored.includes(id))) {
        for (const { html, any } of nodes) {
          found.push(`${brand}, ${colorScheme}: ${id}: ${html} ${any[0]?.message ?? ""}`);
        }
      }
    }
  }
  expect(found, page.url()).toEqual([]);
}

/** Scripts notice the new theme in the first frame. Their changes are painted in the second. */
const waitTwoFrames = () =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

/** A brand's CSS variables depend on this attribute alone. */
const applyBrand = (page: Page, brand: string) =>
  page.evaluate((brand) => {
    document.documentElement.dataset.brand = brand;
  }, brand);

/** Loads axe, and turns transitions off so that a theme's colors change at once. */
async function loadAxe(frame: Frame): Promise<void> {
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
