import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "./support/server.ts";

// Swagger UI's own markup: a button within a button, a skipped heading level, a select without a
// name, and a title outside its main.
const ofSwagger = ["nested-interactive", "heading-order", "select-name", "region"];

for (const colorScheme of ["light", "dark"] as const) {
  test(`the API's reference has enough contrast and one main in ${colorScheme}`, {
    tag: "@desktop",
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto("/api/docs");
    await expect(page.locator(".opblock").first()).toBeVisible();
    await page.locator(".opblock-get .opblock-summary-control").first().click();
    await expect(page.locator(".microlight").first()).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations
      .filter(({ id }) => !ofSwagger.includes(id))
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, any }) => `${id} ${target} ${any[0]?.message}`),
      );
    expect(found).toEqual([]);
  });
}
