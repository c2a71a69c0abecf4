import { gzipSync } from "node:zlib";
import { LoginPage } from "./pages/login-page.ts";
import { expect, test } from "./support/server.ts";

// The same files on every device.
test("sign-in loads at most 115 KiB of JavaScript, and no schemas", { tag: "@desktop" }, async ({
  page,
}) => {
  const scripts: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.body());
  });
  await new LoginPage(page).open();
  await page.waitForLoadState("networkidle");
  const bodies = await Promise.all(scripts);
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
  expect(bytes).toBeLessThanOrEqual(115 * 1024);
  expect(bodies.some((body) => body.includes("ZodError"))).toBe(false);
});

test("theme and brand stand before the first paint, by host", async ({ page, portal }) => {
  const url = new URL(portal.url);
  await page.goto(`http://onesun.localhost:${url.port}/login`);
  await expect(page.locator("html")).toHaveAttribute("data-brand", "onesun");
  await expect(page).toHaveTitle("Sign In · One Sun");
  await expect(page.getByText("Copyright 2020 One Sun")).toBeVisible();
});
