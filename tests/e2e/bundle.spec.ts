import { gzipSync } from "node:zlib";
import type { Page } from "playwright/test";
import { LoginPage } from "./pages/login-page.ts";
import { expect, test } from "./support/server.ts";

/** The scripts that a visit loads, from the first one to when nothing more comes. */
async function scriptsOf(page: Page, visit: () => Promise<unknown>) {
  const scripts: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.body());
  });
  await visit();
  const bodies = await Promise.all(scripts);
  return {
    bytes: bodies.reduce((sum, body) => sum + gzipSync(body).length, 0),
    hasSchemas: bodies.some((body) => body.includes("ZodError")),
  };
}

// The same files on every device.
test("sign-in loads at most 115 KiB of JavaScript, and no schemas", { tag: "@desktop" }, async ({
  page,
}) => {
  const { bytes, hasSchemas } = await scriptsOf(page, async () => {
    await new LoginPage(page).open();
    await page.waitForLoadState("networkidle");
  });
  expect(bytes).toBeLessThanOrEqual(115 * 1024);
  expect(hasSchemas).toBe(false);
});

test("a psychic's dashboard loads at most 150 KiB of JavaScript, and no schemas", {
  tag: "@phone",
}, async ({ page, signIn, psychic }) => {
  await signIn(psychic);
  const { bytes, hasSchemas } = await scriptsOf(page, async () => {
    await page.goto("/psychic");
    await expect(page.getByRole("article", { name: "Past Week" })).toContainText("$");
    await expect(page.getByRole("group", { name: "Change your status" })).toBeVisible();
  });
  expect(bytes).toBeLessThanOrEqual(150 * 1024);
  expect(hasSchemas).toBe(false);
});

test("theme and brand stand before the first paint, by host", async ({ page, portal }) => {
  const url = new URL(portal.url);
  await page.goto(`http://onesun.localhost:${url.port}/login`);
  await expect(page.locator("html")).toHaveAttribute("data-brand", "onesun");
  await expect(page).toHaveTitle("Sign In · One Sun");
  await expect(page.getByText("Copyright 2020 One Sun")).toBeVisible();
});
