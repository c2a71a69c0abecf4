import { gzipSync } from "node:zlib";
import type { Page, Request } from "playwright/test";
import { LoginPage } from "./pages/login-page.ts";
import { expect, test } from "./support/server.ts";

/** The scripts that a visit loads. Waits until none is loading. */
async function scriptsOf(page: Page, visit: () => Promise<unknown>) {
  const bodies: Promise<Buffer>[] = [];
  const loading = new Set<Request>();
  page.on("request", (request) => {
    if (request.resourceType() === "script") loading.add(request);
  });
  page.on("response", (response) => {
    if (loading.has(response.request())) bodies.push(response.body());
  });
  page.on("requestfinished", (request) => loading.delete(request));
  await visit();
  await expect.poll(() => loading.size).toBe(0);
  const scripts = await Promise.all(bodies);
  return {
    bytes: scripts.reduce((sum, script) => sum + gzipSync(script).length, 0),
    hasSchemas: scripts.some((script) => script.includes("ZodError")),
    hasPasskeys: scripts.some((script) => script.includes("navigator.credentials")),
  };
}

test("sign-in loads at most 115 KiB of JavaScript, no schemas, and nothing of WebAuthn", {
  tag: "@desktop",
}, async ({ page }) => {
  // What the page loads once it is idle may come before or after the button is enabled.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const login = new LoginPage(page);
  const { bytes, hasSchemas, hasPasskeys } = await scriptsOf(page, async () => {
    await login.open();
    await expect(login.submit).toBeEnabled();
  });
  expect(bytes).toBeGreaterThan(50 * 1024);
  expect(bytes).toBeLessThanOrEqual(115 * 1024);
  expect(hasSchemas).toBe(false);
  expect(hasPasskeys).toBe(false);
});

test("a psychic's dashboard loads at most 150 KiB of JavaScript, and no schemas", {
  tag: "@phone",
}, async ({ page, signIn, psychic }) => {
  await signIn(psychic);
  const { bytes, hasSchemas, hasPasskeys } = await scriptsOf(page, async () => {
    // The page loads this part last, when it is idle.
    const installedApp = page.waitForResponse(/\/assets\/installed-app-/);
    await page.goto("/psychic");
    await expect(page.getByRole("article", { name: "Past Week" })).toContainText("$");
    await expect(page.getByRole("group", { name: "Change your status" })).toBeVisible();
    await installedApp;
  });
  expect(bytes).toBeGreaterThan(50 * 1024);
  expect(bytes).toBeLessThanOrEqual(150 * 1024);
  expect(hasSchemas).toBe(false);
  expect(hasPasskeys).toBe(false);
});

test("the host decides the brand of the page that the server sends", {
  tag: "@desktop",
}, async ({ page, portal }) => {
  const url = new URL(portal.url);
  await page.goto(`http://onesun.localhost:${url.port}/login`);
  await expect(page.locator("html")).toHaveAttribute("data-brand", "onesun");
  await expect(page).toHaveTitle("Sign In · One Sun");
  await expect(page.getByText("Copyright 2020 One Sun")).toBeVisible();
});
