import type { Page } from "playwright/test";
import { expect, test } from "./support/server.ts";

/** How far the page's content has moved since it was opened, without anybody's doing (CLS). */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value?: number })[];
          resolve(shifts.reduce((sum, { value = 0 }) => sum + value, 0));
        }).observe({ type: "layout-shift", buffered: true });
        // The observer says nothing about a page without a shift.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );

const isLoaded = (page: Page, font: string) =>
  page.evaluate((font) => document.fonts.check(font), `600 16px ${font}`);

test("a late typeface moves nothing on the page", async ({ page, context }) => {
  const fonts: string[] = [];
  let release: () => void = () => undefined;
  let released = Promise.resolve();
  await context.route("**/*.woff2", async (route) => {
    fonts.push(/\/assets\/(\w+)-/.exec(route.request().url())?.[1] ?? "");
    await released;
    await route.continue();
  });
  for (const [path, expected] of [
    ["/login", ["fraunces", "inter"]],
    ["/cos", ["fraunces", "inter"]],
    ["/cos/apply", ["fraunces", "inter"]],
    ["/onesun", ["figtree"]],
  ] as const) {
    fonts.length = 0;
    released = new Promise((resolve) => {
      release = resolve;
    });
    // Its load event waits for the typefaces.
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(() => [...fonts].sort(), { message: path }).toEqual(expected);
    release();
    await page.waitForLoadState();
    if (fonts.includes("inter")) await expect.poll(() => isLoaded(page, "Inter")).toBe(true);
    // A tenth of what anybody could see: a line may be a fraction of a pixel higher.
    expect(await shiftOf(page), path).toBeLessThan(0.001);
  }
});

test("a site's headings are in its own typeface, sign-in's too, from the first paint, once it is there", {
  tag: "@desktop",
}, async ({ page }) => {
  for (const [path, font] of [
    ["/cos", "Fraunces"],
    ["/login", "Fraunces"],
    ["/onesun", "Figtree"],
  ] as const) {
    // `optional` may leave the first visit without it.
    await page.goto(path);
    await page.waitForFunction((font) => document.fonts.load(`600 16px ${font}`), font);
    await page.reload();
    expect(await isLoaded(page, font), path).toBe(true);
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveCSS("font-family", new RegExp(`^${font}`));
  }
});
