import type { Page } from "playwright/test";
import { expect, test } from "./support/server.ts";

/** The page's layout shift without input of the user (CLS). */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value?: number })[];
          resolve(shifts.reduce((sum, { value = 0 }) => sum + value, 0));
        }).observe({ type: "layout-shift", buffered: true });
        // The observer reports nothing if nothing shifted.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );

const isLoaded = (page: Page, font: string) =>
  page.evaluate((font) => document.fonts.check(font), `600 16px ${font}`);

test("a typeface that loads late moves nothing on the page", {
  tag: "@phone",
}, async ({ page, context }) => {
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
    ["/forgot_password", ["fraunces", "inter"]],
  ] as const) {
    fonts.length = 0;
    released = new Promise((resolve) => {
      release = resolve;
    });
    // The load event would wait for the typefaces.
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(() => [...fonts].sort(), { message: path }).toEqual(expected);
    release();
    await page.waitForLoadState();
    if (fonts.includes("inter")) await expect.poll(() => isLoaded(page, "Inter")).toBe(true);
    // A line may be a fraction of a pixel higher, which nobody sees.
    expect(await shiftOf(page), path).toBeLessThan(0.001);
  }
});

test("a visitor's screens name the brand's typeface before their script runs", {
  tag: "@desktop",
}, async ({ page }) => {
  for (const [path, font] of [
    ["/forgot_password", "fraunces"],
    ["/cos/signup", "fraunces"],
    ["/onesun/signup", "figtree"],
  ] as const) {
    const answer = await page.request.get(path);
    const link = answer.headers().link ?? "";
    expect(link, path).toMatch(new RegExp(`^</assets/${font}-\\S+.woff2>; rel=preload; as=font; `));
    const [, file = ""] = /<(.+)>/.exec(link) ?? [];
    expect((await page.request.get(file)).status()).toBe(200);
  }
  expect((await page.request.get("/psychic")).headers().link).toBeUndefined();
});

test("the headings of a second visit have the brand's typeface from the first paint", {
  tag: "@desktop",
}, async ({ page }) => {
  for (const [path, font] of [
    ["/cos", "Fraunces"],
    ["/login", "Fraunces"],
    ["/onesun", "Figtree"],
  ] as const) {
    // With `font-display: optional` the first visit may not have it.
    await page.goto(path);
    await page.waitForFunction((font) => document.fonts.load(`600 16px ${font}`), font);
    await page.reload();
    expect(await isLoaded(page, font), path).toBe(true);
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveCSS("font-family", new RegExp(`^${font}`));
  }
});
