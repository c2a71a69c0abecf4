import { oneRow } from "#server/db/one-row.ts";
import { DashboardPage } from "./pages/dashboard-page.ts";
import { LoginPage } from "./pages/login-page.ts";
import { PortalPage } from "./pages/portal-page.ts";
import { ProfilePage } from "./pages/profile-page.ts";
import { StatisticsPage } from "./pages/statistics-page.ts";
import { steps, WizardPage } from "./pages/wizard-page.ts";
import { expectNothingFound } from "./support/axe.ts";
import { expect, test } from "./support/server.ts";

for (const theme of ["light", "dark"] as const) {
  test.describe(`${theme} theme`, () => {
    // Without motion, so that nothing is looked at while it fades in.
    test.use({ colorScheme: theme, contextOptions: { reducedMotion: "reduce" } });

    test("axe finds nothing before sign-in", async ({ page }) => {
      const login = new LoginPage(page);
      await login.open();
      await expectNothingFound(page);
      await login.submit.click();
      await expect(login.notice("Login Not Successful")).toBeVisible();
      await expectNothingFound(page);
      for (const path of ["/forgot_password", "/recover_password/no", "/no-such-page"]) {
        await page.goto(path);
        await expect(login.heading).toBeVisible();
        await expectNothingFound(page);
      }
    });

    test("axe finds nothing on the manager's dashboard and menu", async ({
      page,
      signIn,
      manager,
    }) => {
      await signIn(manager);
      await page.goto("/dashboard");
      const dashboard = new DashboardPage(page);
      await expect(dashboard.revenue).toContainText("$");
      await expect(await dashboard.menu()).toBeVisible();
      await expectNothingFound(page);
    });

    test("axe finds nothing on the statistics", async ({ page, isMobile, signIn, manager }) => {
      await signIn(manager);
      await new StatisticsPage(page).open("?size=5");
      await expectNothingFound(page);
      if (!isMobile) return;
      await page
        .getByRole("button", { name: /^Details of / })
        .first()
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectNothingFound(page);
    });

    test("axe finds nothing on the lists of what a psychic did, nor in what their rows open", async ({
      page,
      sql,
      signIn,
      manager,
    }) => {
      await signIn(manager);
      const { id } = await oneRow(sql("users").where({ username: "luna" }).first("id"));
      const openers: [list: string, opener: RegExp | null][] = [
        ["readings?sort=has_recording&order=desc", /^(Details of|Play the call)/],
        ["readings?sort=rating_text&order=desc", /^(Details of|Rating by)/],
        ["customers", /./],
        ["logins", null],
        ["sent", /^(Details of|Message to)/],
      ];
      for (const [list, opener] of openers) {
        await page.goto(`/psychics/${id}/${list}`);
        const rows = page.locator("tr[data-row]");
        await expect(rows.first()).toBeVisible();
        await expectNothingFound(page);
        if (!opener) continue;
        await rows.getByRole("button", { name: opener }).first().click();
        await expect(page.getByRole("dialog")).toBeVisible();
        await expectNothingFound(page);
      }
    });

    test("axe finds nothing on the gift composer, filled in wrongly too", async ({
      page,
      sql,
      signIn,
      manager,
    }) => {
      await signIn(manager);
      const { id } = await oneRow(sql("users").where({ username: "luna" }).first("id"));
      await page.goto(`/psychics/${id}/compose`);
      await expect(page.locator("tr[data-row]").first()).toBeVisible();
      await expectNothingFound(page);
      await page.getByRole("button", { name: "Send Gifts" }).click();
      await expect(page.getByText("Subject is required")).toBeVisible();
      await expectNothingFound(page);
    });

    test("axe finds nothing on profiles and their modals", async ({
      page,
      sql,
      signIn,
      manager,
    }) => {
      await signIn(manager);
      const profile = new ProfilePage(page);
      await profile.openOwn();
      await expectNothingFound(page);
      await profile.openModal("Password");
      await profile.press("Submit");
      await expectNothingFound(page);
      // Of the demo: with a profile that waits and two numbers.
      const { id } = await oneRow(sql("users").where({ username: "cassiopeia" }).first("id"));
      await page.goto(`/psychics/${id}/profile`);
      await expect(profile.status).toContainText("Pending");
      await expectNothingFound(page);
      await profile.openModal("Phone Numbers");
      await expect(profile.dialog.getByRole("listitem").first()).toBeVisible();
      await expectNothingFound(page);
    });

    test("axe finds nothing in the wizard", async ({ page, signIn, manager }) => {
      await signIn(manager);
      const wizard = new WizardPage(page);
      await wizard.open();
      await wizard.next.click();
      await wizard.expectError("PIN", "Pin is required");
      await expectNothingFound(page);
      await wizard.fillLogins({ username: `axe-${theme}-${manager.id}`, pin: "4711" });
      await wizard.next.click();
      await wizard.expectStep(steps.person);
      await expectNothingFound(page);
    });
  });
}

test("the theme follows the system until it is chosen, and the choice lasts", async ({ page }) => {
  const root = page.locator("html");
  const background = () => root.evaluate((html) => getComputedStyle(html).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  await new LoginPage(page).open();
  const light = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(background).not.toBe(light);
  const dark = await background();

  await page.getByRole("button", { name: "Theme: as the system" }).click();
  await expect.poll(background).toBe(light);
  await page.getByRole("button", { name: "Theme: light" }).click();
  await expect.poll(background).toBe(dark);
  await page.emulateMedia({ colorScheme: "light" });
  await page.reload();
  await expect(page.getByRole("button", { name: "Theme: dark" })).toBeVisible();
  await expect.poll(background).toBe(dark);
});

test("nothing is wider than a phone of 320 pixels", async ({ page, signIn, manager }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const excess = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await new LoginPage(page).open();
  expect(await excess()).toBe(0);
  await signIn(manager);
  await page.goto("/dashboard");
  await expect(new DashboardPage(page).revenue).toContainText("$");
  expect(await excess()).toBe(0);
  await new StatisticsPage(page).open();
  expect(await excess()).toBe(0);
  await new ProfilePage(page).openOwn();
  expect(await excess()).toBe(0);
  await new WizardPage(page).open();
  expect(await excess()).toBe(0);
});

// A phone has no Tab key.
test("by keyboard: past the menu, through the table, and back to the heading", {
  tag: "@desktop",
}, async ({ page, signIn, manager }) => {
  await signIn(manager);
  const statistics = new StatisticsPage(page);
  await statistics.open();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(statistics.from).toBeFocused();

  const region = page.getByRole("region", { name: /^Statistics/ });
  await region.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => region.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
  const portal = new PortalPage(page);
  await portal.follow("Dashboard");
  await expect(portal.heading).toBeFocused();
});
