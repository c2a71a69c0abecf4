import { expectNoAxeViolations } from "#tests/e2e/support/axe.ts";
import { expect, test } from "#tests/e2e/support/server.ts";

// Swagger UI's own markup has a button within a button, a skipped heading level, a select without
// a name, and a title outside the main element.
const ignored = ["nested-interactive", "heading-order", "select-name", "region"];

test("axe finds no violation in the API reference, apart from Swagger UI's own", async ({
  page,
}) => {
  await page.goto("/api/docs");
  await page.locator(".opblock-get .opblock-summary-control").first().click();
  await expect(page.locator(".microlight").first()).toBeVisible();
  await expectNoAxeViolations(page, { ignored });
});
