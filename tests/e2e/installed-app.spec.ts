import { gzipSync } from "node:zlib";
import type { Page } from "playwright/test";
import { patient } from "#tests/support/patience.ts";
import { LoginPage } from "./pages/login-page.ts";
import { PortalPage } from "./pages/portal-page.ts";
import { ProblemPage } from "./pages/problem-page.ts";
import { expect, test } from "./support/server.ts";
import { serveTwoReleases } from "./support/two-releases.ts";

test.use({ serviceWorkers: "allow" });

/** Waits until the service worker answers this page. */
async function untilInstalled(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe("activated");
}

/**
 * Chromium checks for an update only after its own start is over and a visible page has loaded. On
 * a busy machine it skips the first check, and then waits three minutes.
 */
async function untilUpdatesWork(page: Page): Promise<void> {
  await untilInstalled(page);
  await expect(async () => {
    await page.reload();
    const hasLooked = await page.evaluate((limit) => {
      const late = new Promise<boolean>((resolve) => setTimeout(resolve, limit, false));
      const looked = navigator.serviceWorker.ready.then((registration) => registration.update());
      return Promise.race([looked.then(() => true), late]);
    }, patient(2_000));
    expect(hasLooked).toBe(true);
  }).toPass();
}

// Whether the app can be installed depends on the host, not on the screen's size.
test("W1: either brand's app can be installed", { tag: "@desktop" }, async ({
  playwright,
  launchOptions,
  portal,
  setUpBrowser,
}) => {
  // Only a browser with its own profile reports what prevents an installation.
  const browser = await playwright.chromium.launchPersistentContext("", launchOptions);
  setUpBrowser(browser);
  const page = await browser.newPage();
  for (const [host, name] of [
    ["cos.localhost", "COS Advisor Portal"],
    ["onesun.localhost", "One Sun Advisor Portal"],
  ]) {
    await page.goto(`http://${host}:${new URL(portal.url).port}/login`);
    await new LoginPage(page).submit.waitFor();
    await untilInstalled(page);
    const devtools = await browser.newCDPSession(page);
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    expect(installabilityErrors).toEqual([]);
    const manifest = await devtools.send("Page.getAppManifest");
    expect(manifest.errors).toEqual([]);
    const { name: shownName, screenshots, icons } = JSON.parse(manifest.data ?? "");
    expect(shownName).toBe(name);
    for (const { src, sizes } of [...icons, ...screenshots]) {
      const drawnSize = await page.evaluate(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      if (sizes !== "any") expect([src, drawnSize]).toEqual([src, sizes]);
    }
    await devtools.detach();
  }
  await browser.close();
});

test("D38, W2: the app opens offline at its addresses, and its caches hold no data of a user", {
  tag: "@phone",
}, async ({ page, context, signIn, psychic, portal }) => {
  await signIn(psychic);
  await page.goto("/psychic");
  await untilInstalled(page);
  await page.close();
  await context.setOffline(true);

  const cold = await context.newPage();
  const screen = new PortalPage(cold);
  for (const [path, heading] of [
    ["/psychic", /^Welcome, /],
    ["/psychic/notifications", "Notifications"],
    ["/Psychic/Contact?x=1", "Contact"],
    ["/psychic/problem", "Report a Problem"],
  ] as const) {
    await cold.goto(path);
    await expect(screen.heading).toHaveText(heading);
    await expect(cold.getByText(/^Offline/)).toBeVisible();
  }
  for (const path of ["/", "/api/sessions/0", "/cos"]) {
    const visit = await context.newPage();
    await expect(visit.goto(path)).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
    await visit.close();
  }

  await context.setOffline(false);
  await cold.goto("/psychic");
  const cached = await cold.evaluate(async () => {
    const names = await caches.keys();
    const stores = await Promise.all(names.map((name) => caches.open(name)));
    return (await Promise.all(stores.map((store) => store.keys()))).flat().map(({ url }) => url);
  });
  const paths = cached.map((url) => new URL(url).pathname);
  expect(paths).toContain("/index.html");
  expect(paths.filter((path) => !/^\/(index\.html|assets\/[\w.-]+)$/.test(path))).toEqual([]);
  expect(paths.filter((path) => /manager|psychic-summary|approvals/.test(path))).toEqual([]);
  let bytes = 0;
  for (const path of paths) {
    bytes += gzipSync(await (await cold.request.get(portal.url + path)).body()).length;
  }
  expect(bytes).toBeLessThan(350 * 1024);
});

test("no call of the API goes through the worker", { tag: "@phone" }, async ({
  page,
  context,
  signIn,
  psychic,
}) => {
  await signIn(psychic);
  await page.goto("/psychic");
  await untilInstalled(page);
  const worker = context.serviceWorkers()[0];
  await worker?.evaluate(() => {
    const paths: string[] = [];
    self.addEventListener("fetch", (event) => {
      paths.push(new URL((event as unknown as { request: Request }).request.url).pathname);
    });
    Object.assign(self, { paths });
  });
  const called: string[] = [];
  page.on("requestfinished", (request) => called.push(new URL(request.url()).pathname));
  await page.reload();
  await expect.poll(() => called).toContain(`/api/psychics/${psychic.id}/scheduled_calls`);
  await page.evaluate(() => fetch("/icon.svg"));
  const paths = await worker?.evaluate(() => (self as unknown as { paths: string[] }).paths);
  expect(paths).toContain("/icon.svg");
  expect(paths?.filter((path) => path.startsWith("/api/"))).toEqual([]);
});

test("D44: a new version is offered, and does not replace a form being edited", {
  tag: ["@phone", "@sweep"],
}, async ({ page, context, signIn, psychic, portal }) => {
  const site = await serveTwoReleases(portal.url);
  await signIn(psychic);
  await page.goto(`${site.url}/psychic/problem`);
  await untilUpdatesWork(page);
  const { details } = new ProblemPage(page);
  await details.fill("The headset crackles");
  const other = await context.newPage();
  await other.goto(`${site.url}/psychic/contact`);
  await untilInstalled(other);
  const bar = (tab: Page) => tab.getByText("A new version is ready");
  const isNext = (tab: Page) => tab.locator('meta[name="release"]').count();

  site.release();
  await page.bringToFront();
  // A check that began before the release finds the old version; the next one finds the new one.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(bar(page)).toBeVisible({ timeout: patient(1_000) });
  }).toPass();
  await expect(bar(other)).toBeVisible();
  await expect(details).toHaveValue("The headset crackles");

  const reload = page.getByRole("button", { name: "Reload" });
  const answer = (how: "accept" | "dismiss") =>
    new Promise<void>((resolve, reject) => {
      page.once("dialog", (dialog) => dialog[how]().then(resolve, reject));
    });
  const stayed = answer("dismiss");
  await reload.click();
  await stayed;
  await expect(details).toHaveValue("The headset crackles");
  await expect(bar(page)).toBeVisible();
  expect(await isNext(page)).toBe(0);

  const left = answer("accept");
  await reload.click();
  await left;
  await expect.poll(() => isNext(page), { timeout: patient(60_000) }).toBe(1);
  await expect(details).toHaveValue("");
  await expect(bar(page)).toHaveCount(0);

  // The other window keeps the old version until its user reloads it.
  expect(await isNext(other)).toBe(0);
  await other.bringToFront();
  await other.getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => isNext(other)).toBe(1);
  await expect(bar(other)).toHaveCount(0);
  await site.close();
});

test("D44: during an upgrade, a phone does not install the new worker with the old page", {
  tag: ["@phone", "@sweep"],
}, async ({ page, signIn, psychic, portal }) => {
  const site = await serveTwoReleases(portal.url);
  await signIn(psychic);
  await page.goto(`${site.url}/psychic/contact`);
  await untilUpdatesWork(page);
  site.release("worker");
  const outcome = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const { installing } = registration;
    return new Promise((resolve) => {
      if (!installing) resolve("nothing to install");
      else installing.onstatechange = () => resolve(installing.state);
    });
  });
  // Otherwise the phone would show the old page until the next release.
  expect(outcome).toBe("redundant");

  // The same window tries again, installs the new version and offers it.
  site.release();
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(page.getByText("A new version is ready")).toBeVisible({ timeout: patient(1_000) });
  }).toPass();
  await site.close();
});
