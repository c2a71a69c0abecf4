import { LoginPage } from "./pages/login-page.ts";
import { PortalPage } from "./pages/portal-page.ts";
import { StatisticsPage } from "./pages/statistics-page.ts";
import { expectNoAxeViolations } from "./support/axe.ts";
import { expect, test } from "./support/server.ts";

test("the theme follows the system until it is chosen, and the choice lasts", {
  tag: "@desktop",
}, async ({ page }) => {
  const root = page.locator("html");
  const background = () => root.evaluate((html) => getComputedStyle(html).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  await new LoginPage(page).open();
  const light = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(background).not.toBe(light);
  const dark = await background();

  await page.getByRole("button", { name: "Theme: same as this device" }).click();
  await expect.poll(background).toBe(light);
  await page.getByRole("button", { name: "Theme: light" }).click();
  await expect.poll(background).toBe(dark);
  await page.emulateMedia({ colorScheme: "light" });
  await page.reload();
  await expect(page.getByRole("button", { name: "Theme: dark" })).toBeVisible();
  await expect.poll(background).toBe(dark);
});

// A phone has no Tab key.
test("by keyboard: past the menu, through the table, the account menu, and back to the heading", {
  tag: "@desktop",
}, async ({ page, signIn, manager }) => {
  await signIn(manager);
  const statistics = new StatisticsPage(page);
  await statistics.open("?columns=all");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "All", exact: true })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(statistics.dates).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Today" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(statistics.dates).toBeFocused();
  await expect(statistics.update).toBeHidden();

  const region = page.getByRole("region", { name: /^Statistics/ });
  await region.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => region.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);

  const account = page.getByRole("button", { name: /^Account: / });
  await account.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: "System" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.locator("#account-panel").getByRole("link", { name: "Profile" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(
    page.locator("#account-panel").getByRole("link", { name: "Security" }),
  ).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(
    page.locator("#account-panel").getByRole("link", { name: "Notifications" }),
  ).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await expect(account).toBeFocused();

  const portal = new PortalPage(page);
  await portal.follow("Dashboard");
  await expect(portal.heading).toBeFocused();
});
