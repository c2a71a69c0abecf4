import { ListingPage } from "./pages/listing-page.ts";
import { expectNothingFound } from "./support/axe.ts";
import { expect, test } from "./support/server.ts";

const luna = { username: "luna", password: "luna-demo" };
const iris = { username: "iris", password: "iris-demo" };

for (const theme of ["light", "dark"] as const) {
  test.describe(`${theme} theme`, () => {
    test.use({ colorScheme: theme, contextOptions: { reducedMotion: "reduce" } });

    test("axe finds nothing on a psychic's lists, gifts and listing, nor in what they open", {
      tag: "@phone",
    }, async ({ page, signIn }) => {
      await signIn(luna);
      const openers: [list: string, opener: RegExp | null][] = [
        ["readings?sort=rating_text&order=desc", /^Details of/],
        ["customers", /^Details of/],
        ["customers", /^(?!Details of)/],
        ["logins", null],
        ["sent", /^Details of/],
      ];
      for (const [list, opener] of openers) {
        await page.goto(`/psychic/${list}`);
        const rows = page.locator("tr[data-row]");
        await expect(rows.first()).toBeVisible();
        await expectNothingFound(page);
        if (!opener) continue;
        await rows.getByRole("button", { name: opener }).first().click();
        await expect(page.getByRole("dialog")).toBeVisible();
        await expectNothingFound(page);
      }
      await page.goto("/psychic/compose");
      await expect(page.locator("tr[data-row]").first()).toBeVisible();
      await page.getByRole("button", { name: "Send Gifts" }).click();
      await expect(page.getByText("Subject is required")).toBeVisible();
      await expectNothingFound(page);
      await new ListingPage(page).openOwn();
      await expectNothingFound(page);
    });

    test("axe finds nothing on the question about a rejected listing", {
      tag: "@phone",
    }, async ({ page, signIn }) => {
      await signIn(iris);
      await page.goto("/psychic/listing");
      const question = page.getByRole("dialog", { name: "Rejected" });
      await expect(question).toBeVisible();
      await expectNothingFound(page);
      await question.getByRole("button", { name: "Edit" }).click();
      await expectNothingFound(page);
    });
  });
}

test("nothing of these screens is wider than a phone of 320 pixels, nor at twice the text size", {
  tag: "@phone",
}, async ({ page, signIn }) => {
  await signIn(luna);
  const excess = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  for (const path of ["listing", "customers", "readings", "logins", "compose", "sent"]) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`/psychic/${path}`);
    await page
      .locator(path === "listing" ? "form" : "tr[data-row]")
      .first()
      .waitFor();
    expect(await excess(), path).toBe(0);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    expect(await excess(), `${path} at 200%`).toBe(0);
  }
});
