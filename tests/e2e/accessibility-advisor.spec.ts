import { expectNothingFound } from "./support/axe.ts";
import { expect, test } from "./support/server.ts";

const screens = [
  ["/psychic", "All Statistics"],
  ["/psychic/statistics", "Revenue a Day"],
  ["/psychic/contact", "Your manager"],
  ["/psychic/problem", "Submit"],
] as const;

for (const theme of ["light", "dark"] as const) {
  test.describe(`${theme} theme`, () => {
    test.use({ colorScheme: theme, contextOptions: { reducedMotion: "reduce" } });

    test("axe finds nothing on a psychic's first screens, nor in the menu", async ({
      page,
      isMobile,
      signIn,
    }) => {
      await signIn({ username: "luna", password: "luna-demo" });
      for (const [path, there] of screens) {
        await page.goto(path);
        await page.getByText(there, { exact: true }).waitFor();
        await expect(page.getByRole("progressbar")).toHaveCount(0);
        for (const fold of await page.getByText("All figures").all()) await fold.click();
        await expectNothingFound(page);
      }
      if (!isMobile) return;
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      await expect(page.getByRole("button", { name: "Log Me Out" })).toBeVisible();
      await expectNothingFound(page);
    });
  });
}

test("nothing is wider than a phone of 320 pixels, nor in letters twice as large", {
  tag: "@phone",
}, async ({ page, signIn }) => {
  await signIn({ username: "luna", password: "luna-demo" });
  await page.setViewportSize({ width: 320, height: 844 });
  for (const letters of ["100%", "200%"]) {
    for (const [path, there] of screens) {
      await page.goto(path);
      await page.getByText(there, { exact: true }).waitFor();
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, letters);
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(excess, `${path} at ${letters}`).toBe(0);
    }
  }
  await page.goto("/psychic");
  const words = page.getByRole("navigation", { name: "Most used" }).locator("span");
  await expect(words).toHaveText(["Dashboard", "Schedule", "Readings", "Statistics", "Menu"]);
  const spilt = await words.evaluateAll((all) =>
    all
      .filter((one) => one.getBoundingClientRect().width > (one.parentElement?.clientWidth ?? 0))
      .map((one) => one.textContent),
  );
  expect(spilt).toEqual([]);
});

test("a thumb has 44 pixels for everything on the dashboard, and the bar covers no field", {
  tag: "@phone",
}, async ({ page, signIn }) => {
  await signIn({ username: "luna", password: "luna-demo" });
  await page.goto("/psychic");
  await page.getByText("All Statistics").waitFor();
  const buttons = page.locator("main button, main a.button, nav[aria-label='Most used'] > *");
  for (const box of await buttons.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().toJSON()),
  )) {
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  }

  await page.setViewportSize({ width: 390, height: 480 });
  await page.goto("/psychic/problem");
  const submit = page.getByRole("button", { name: "Submit" });
  await submit.focus();
  const bar = page.getByRole("navigation", { name: "Most used" });
  const [field, cover] = [await submit.boundingBox(), await bar.boundingBox()];
  expect(Number(field?.y) + Number(field?.height)).toBeLessThanOrEqual(Number(cover?.y));
});
