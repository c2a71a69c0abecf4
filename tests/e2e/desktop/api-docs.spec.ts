import { expectNothingFound } from "../support/axe.ts";
import { expect, test } from "../support/server.ts";

// Swagger UI's own markup: a button within a button, a skipped heading level, a select without a
// name, and a title outside its main.
const ignored = ["nested-interactive", "heading-order", "select-name", "region"];

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing of ours in the API's reference in ${colorScheme}`, async ({ page }) => {
    // Swagger UI takes a theme only when it loads.
    await page.emulateMedia({ colorScheme });
    await page.goto("/api/docs");
    await expect(page.locator(".opblock").first()).toBeVisible();
    await page.locator(".opblock-get .opblock-summary-control").first().click();
    await expect(page.locator(".microlight").first()).toBeVisible();
    await expectNothingFound(page, { ignored, themes: [colorScheme] });
  });
}
