import { chromium } from "playwright/test";
import { wholeChromium } from "#tests/support/chromium.ts";
import { patient } from "#tests/support/patience.ts";
import { makePsychic } from "#tests/support/people.ts";
import { LoginPage } from "../pages/login-page.ts";
import { PortalPage } from "../pages/portal-page.ts";
import { ProblemPage } from "../pages/problem-page.ts";
import { stringsInMemory } from "../support/memory.ts";
import { countStored, waitUntilUsableOffline } from "../support/phone.ts";
import { expect, test } from "../support/server.ts";
import { browserStorageText } from "../support/stored.ts";

test(
  "D38: after a sign-out the back button does not show the last user's screen",
  {
    tag: "@sweep",
  },
  async ({ setUpBrowser, portal, psychic }, { project }) => {
    const { viewport } = project.use;
    // Playwright turns the back/forward cache off. Users' browsers have it.
    const browser = await chromium.launch({
      ...wholeChromium,
      ignoreDefaultArgs: ["--disable-back-forward-cache"],
    });
    setUpBrowser(browser);
    try {
      const context = await browser.newContext({ baseURL: portal.url, viewport: viewport ?? null });
      const page = await context.newPage();
      const login = new LoginPage(page);
      await login.open();
      await login.signIn(psychic);
      await expect(page).toHaveURL(/\/psychic$/);
      // This screen makes no request, so no refused request can reveal the sign-out.
      await login.follow("Contact");
      await expect(login.heading).toHaveText("Contact");
      await page.evaluate((name) => {
        window.addEventListener("pageshow", ({ persisted }) => {
          const text = document.body.innerText;
          // Run after React, but before the first paint.
          queueMicrotask(() =>
            Object.assign(window, {
              restored: { persisted, path: location.pathname, shows: text.includes(name) },
            }),
          );
        });
      }, psychic.username);
      // The browser keeps no page whose lock another page asks for.
      const locks = () => page.evaluate(async () => (await navigator.locks.query()).held?.length);
      await expect.poll(locks).toBe(0);
      await page.goto("/cos");

      const other = new LoginPage(await context.newPage());
      await other.page.goto("/psychic/contact");
      await other.signOut();
      await expect(other.page).toHaveURL(/\/login$/);
      await other.page.close();

      await page.goBack({ waitUntil: "commit" });
      await expect
        .poll(() =>
          page.evaluate(() => {
            const { restored } = window as { restored?: unknown };
            // A page that was loaded again says why the browser did not keep it.
            return restored ?? performance.getEntriesByType("navigation")[0]?.toJSON();
          }),
        )
        .toEqual({ persisted: true, path: "/login", shows: false });
      await expect(login.heading).toHaveText("Please Sign In");
    } finally {
      await browser.close();
    }
  },
);

test.describe("with the app on the phone", () => {
  test.use({ serviceWorkers: "allow" });

  test("D38: memory has nothing of a user after sign-out, even once another user signs in", {
    tag: "@sweep",
  }, async ({ page, context, psychic, sql }) => {
    const words = "Nobody else may remember this";
    const traces = [psychic.username, psychic.email, words];
    const login = new LoginPage(page);
    await login.open();
    await login.signIn(psychic);
    await waitUntilUsableOffline(page);
    await page.goto("/psychic/profile");
    await expect(page.getByLabel("Email")).toHaveValue(psychic.email);
    await page.getByRole("link", { name: "Schedule" }).first().click();
    await expect(page.getByRole("heading", { name: "Schedule" })).toBeVisible();
    await page.goto("/psychic/problem");
    await context.setOffline(true);
    await new ProblemPage(page).submitDetails(words);
    await page.getByRole("link", { name: "1 edit is waiting to send" }).click();
    await expect(page.getByText(words)).toBeVisible();
    // Prove that the search finds a text that is in memory.
    expect(await stringsInMemory(page, traces)).toEqual(expect.arrayContaining([words]));

    await new PortalPage(page).signOut();
    await page.getByRole("dialog").getByRole("button", { name: "Log Me Out" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect
      .poll(() => stringsInMemory(page, [...traces, psychic.password]), {
        timeout: patient(60_000),
      })
      .toEqual([]);
    await context.setOffline(false);
    await login.signIn(await makePsychic(sql));
    await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
    await expect
      .poll(() => stringsInMemory(page, traces), { timeout: patient(60_000) })
      .toEqual([]);
  });

  test("D38, D45: psychics who share a phone leave only locked unsent edits behind", async ({
    page,
    context,
    signIn,
    psychic,
    sql,
  }) => {
    const second = await makePsychic(sql);
    await signIn(psychic);
    await page.goto("/psychic/problem");
    await waitUntilUsableOffline(page);
    await context.setOffline(true);
    const words = "Nobody else may read this";
    await new ProblemPage(page).submitDetails(words);
    const portalPage = new PortalPage(page);
    await expect(portalPage.notice("Waiting to send")).toBeVisible();
    await portalPage.signOut();
    const question = page.getByRole("dialog", { name: "1 edit is not sent yet" });
    await question.getByRole("button", { name: "Log Me Out" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => countStored(page, "kept", "answers")).toBe(0);
    const left = await browserStorageText(page);
    for (const trace of [words, psychic.username, psychic.email, '"kept-key"']) {
      expect(left).not.toContain(trace);
    }

    await context.setOffline(false);
    const signInAs = async ({ username, password }: { username: string; password: string }) => {
      await page.getByLabel("Username").fill(username);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Submit" }).click();
      await expect(page).toHaveURL(/\/psychic$/);
    };
    await signInAs(second);
    await page.goto("/psychic/waiting");
    await expect(page.getByText("Nothing to send")).toBeVisible();
    await expect(
      page.getByRole("button", { name: "Menu", exact: true }),
    ).toHaveAccessibleDescription("");
    expect(await sql("problems").where({ user_id: psychic.id })).toHaveLength(0);
    // The server has ended the first session too.
    const sessions = await sql("sessions").whereRaw("sess->'viewer'->>'userId' = ?", [
      String(psychic.id),
    ]);
    expect(sessions).toHaveLength(0);
    await new PortalPage(page).signOut();
    await expect(page).toHaveURL(/\/login$/);
    await signInAs(psychic);
    await expect
      .poll(() => sql("problems").where({ user_id: psychic.id }).select("details"))
      .toEqual([{ details: words }]);
    await page.goto("/psychic/waiting");
    await expect(page.getByText("Nothing to send")).toBeVisible();
    await expect(
      page.getByRole("button", { name: "Menu", exact: true }),
    ).toHaveAccessibleDescription("");
  });
});
