import { DashboardPage } from "../pages/dashboard-page.ts";
import { LoginPage } from "../pages/login-page.ts";
import { PortalPage } from "../pages/portal-page.ts";
import { StatisticsPage } from "../pages/statistics-page.ts";
import { expect, test } from "../support/server.ts";

const title = "Error Communicating With Server";
const text =
  "There was an error communicating with the server. Please refresh the page after a few seconds and try again.";

test("N16, D41: a server that cannot be reached shows one notice; offline, loaded data stays", {
  tag: "@sweep",
}, async ({ page, signIn, manager, context }) => {
  const statistics = new StatisticsPage(page);
  await test.step("N16: a server that cannot be reached shows one notice until it is closed", async () => {
    await signIn(manager);
    let requests = 0;
    await page.route("**/api/statistics?**", (route) => {
      requests += 1;
      return route.abort();
    });
    await page.route("**/api/statistics/**", (route) => route.abort());
    await page.goto("/statistics");
    await expect(statistics.notice(title)).toContainText(text);
    await expect(page.getByText("The statistics could not be loaded")).toBeVisible();

    // The totals and the table both failed, but there is only one notice.
    await expect(statistics.notice(title)).toHaveCount(1);
    const requestsBefore = requests;
    await statistics.tryAgain.click();
    // The app retries once by itself before it shows the failure.
    await expect.poll(() => requests - requestsBefore).toBe(2);
    await expect(statistics.tryAgain).toBeVisible();
    await expect(statistics.notice(title)).toHaveCount(1);

    await page.unrouteAll();
    await statistics.tryAgain.click();
    await statistics.settled();
    await expect(statistics.notice(title)).toBeVisible();
    await statistics.closeNotice(title);
    await expect(statistics.notice(title)).toHaveCount(0);
  });

  await test.step("D41: offline, a quiet banner shows and loaded data stays", async () => {
    const agents = await statistics.agents();
    await context.setOffline(true);
    await expect(page.getByText(/^Offline\./)).toBeVisible();
    expect(await statistics.agents()).toEqual(agents);
    await expect(statistics.notice(title)).toHaveCount(0);
    await context.setOffline(false);
    await expect(page.getByText(/^Offline\./)).toHaveCount(0);
  });
});

test("N16, F10: a user can go on after a failed request and after a missing or slow file", {
  tag: "@sweep",
}, async ({ page, manager }) => {
  const login = new LoginPage(page);
  await test.step("N16: a sign-in that cannot reach the server shows the notice and keeps the password", async () => {
    await login.open();
    await page.route("**/api/sessions?time_zone=*", (route) => route.abort());
    await login.signIn(manager);
    await expect(login.notice(title)).toContainText(text);
    await expect(login.notice("Login Not Successful")).toHaveCount(0);
    await expect(login.password).toHaveValue(manager.password);
    await page.unroute("**/api/sessions?time_zone=*");
  });

  await test.step("N16: a dashboard that failed to load can be tried again", async () => {
    await page.route("**/api/approvals**", (route) =>
      route.fulfill({
        status: 500,
        contentType: "application/problem+json",
        body: JSON.stringify({ type: "urn:problem:internal", title: "x", status: 500 }),
      }),
    );
    await login.submit.click();
    await expect(page).toHaveURL("/dashboard");
    const dashboard = new DashboardPage(page);
    await expect(page.getByText("The dashboard could not be loaded")).toBeVisible();
    await expect(dashboard.notice(title)).toContainText(text);
    await page.unroute("**/api/approvals**");
    await dashboard.tryAgain.click();
    await expect(dashboard.revenue).toContainText("$");
  });

  await test.step("a screen whose file failed to load opens once the file loads", async () => {
    const statistics = new StatisticsPage(page);
    await page.route("**/assets/statistics-*.js", (route) => route.abort());
    await statistics.follow("Statistics");
    await expect(page.getByText("This page could not be loaded")).toBeVisible();
    // The menu leads back to what has loaded.
    await statistics.follow("Dashboard");
    await expect(page.getByText("Revenue").first()).toBeVisible();
    await page.unroute("**/assets/statistics-*.js");
    await statistics.follow("Statistics");
    await statistics.settled();
  });

  await test.step("F10: a tap responds before the screen's file loads; a hanging file leaves no blank page", async () => {
    await page.goto("/dashboard");
    const portal = new PortalPage(page);
    await expect(page.getByText("Revenue").first()).toBeVisible();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/statistics-[\w-]+\.js/, async (route) => {
      await released;
      await route.continue();
    });
    const link = (await portal.menu()).getByRole("link", { name: "Statistics" });
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("progressbar", { name: "Loading", exact: true })).toBeVisible();
    await expect(page.getByText("Revenue").first()).toBeVisible();

    // After a reload the menu shows even while the screen's file hangs.
    await page.reload();
    await expect(portal.page.getByRole("navigation", { name: / Menu$/ })).toBeVisible();
    await expect(page.getByRole("main").getByRole("progressbar")).toBeVisible();
    release();
    await expect(portal.heading).toHaveText("Statistics");
    await expect(page.getByRole("progressbar", { name: "Loading" })).toHaveCount(0);
  });
});
