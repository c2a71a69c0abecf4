import { expectNothingFound } from "../support/axe.ts";
import { expect, test } from "../support/server.ts";

// Swagger UI's own markup: a button within a button, a skipped heading level, a select without a
// name, and a title outside its main.
const ignored = ["nested-interactive", "heading-order", "select-name", "region"];

test("axe finds nothing of ours in the API's reference", async ({ page }) => {
  await page.goto("/api/docs");
  await page.locator(".opblock-get .opblock-summary-control").first().click();
  await expect(page.locator(".microlight").first()).toBeVisible();
  await expectNothingFound(page, { ignored });
});
