import { DashboardPage } from "../pages/dashboard-page.ts";
import { ProfilePage } from "../pages/profile-page.ts";
import { PsychicsPage } from "../pages/psychics-page.ts";
import { StatisticsPage } from "../pages/statistics-page.ts";
import { SummaryPage } from "../pages/summary-page.ts";
import { steps, WizardPage } from "../pages/wizard-page.ts";
import { expectNoAxeViolations } from "../support/axe.ts";
import { demoUserId } from "../support/demo.ts";
import { expectToFit } from "../support/fit.ts";
import { checkManagerScreen } from "../support/manager-screen.ts";
import { expect, test } from "../support/server.ts";

test.beforeEach(({ signIn, manager }) => signIn(manager));

test("axe finds nothing on the dashboard, the menu, the statistics and the psychics", async ({
  page,
  isMobile,
}) => {
  await page.goto("/dashboard");
  const dashboard = new DashboardPage(page);
  await expect(dashboard.revenue).toContainText("$");
  if (isMobile) await expectToFit(page);
  await expect(await dashboard.menu()).toBeVisible();
  await expectNoAxeViolations(page);

  await new StatisticsPage(page).open("?size=5");
  await checkManagerScreen(page, isMobile);
  if (isMobile) {
    await expectNoAxeViolations(page);
    const details = page.getByRole("button", { name: /^Details of / });
    await details.first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectNoAxeViolations(page);
  }

  const psychics = new PsychicsPage(page);
  await psychics.open("?size=10&term=a");
  await expect(psychics.rows.first()).toBeVisible();
  await checkManagerScreen(page, isMobile);
  if (isMobile) await expectNoAxeViolations(page);
});

test("axe finds nothing on an account and its confirmation modal", async ({
  page,
  sql,
  isMobile,
}) => {
  const summary = new SummaryPage(page);
  await summary.open(await demoUserId(sql, "luna"));
  await expect(page.getByRole("table", { name: "Latest Readings" })).toContainText("$");
  await expect(summary.tile("Revenue")).toContainText("$");
  await checkManagerScreen(page, isMobile);
  await page.goto(`/psychics/${await demoUserId(sql, "luna")}/day`);
  await expect(page.getByRole("table", { name: "Day of luna" })).toContainText(/available|busy/i);
  await checkManagerScreen(page, isMobile);
  for (const path of [`/psychics/${await demoUserId(sql, "luna")}/schedule`, "/statistics/hours"]) {
    await page.goto(path);
    await expect(page.getByText("The stronger the color, the higher the figure.")).toBeVisible();
    await checkManagerScreen(page, isMobile);
  }
  await summary.open(await demoUserId(sql, "sage"));
  await expect(summary.approval.getByRole("listitem").first()).toBeVisible();
  await checkManagerScreen(page, isMobile);
  if (isMobile) return;
  await summary.open(await demoUserId(sql, "raven"));
  await expect(summary.availability).toBeEnabled();
  await expectNoAxeViolations(page);
});

test("axe finds nothing on profiles, their modals and the wizard", async ({
  page,
  sql,
  isMobile,
  manager,
}, { testId }) => {
  const profile = new ProfilePage(page);
  await profile.openManagerProfile();
  await checkManagerScreen(page, isMobile);
  if (!isMobile) {
    await profile.openModal("Password");
    await profile.press("Submit");
    await expectNoAxeViolations(page);
  }
  // A psychic of the demo, with a pending profile and two numbers.
  await page.goto(`/psychics/${await demoUserId(sql, "cassiopeia")}/profile`);
  await expect(profile.status).toContainText("Pending");
  await checkManagerScreen(page, isMobile);
  await profile.openModal("Phone Numbers");
  await expect(profile.dialog.getByRole("listitem").first()).toBeVisible();
  await checkManagerScreen(page, isMobile);

  const wizard = new WizardPage(page);
  await wizard.open();
  await wizard.next.click();
  await wizard.expectError("PIN", "Pin is required");
  await checkManagerScreen(page, isMobile);
  await wizard.fillLogins({ username: `axe-${testId}-${manager.id}`, pin: "4711" });
  await wizard.next.click();
  await wizard.expectStep(steps.person);
  await checkManagerScreen(page, isMobile);
});
