import { LoginPage } from "./pages/login-page.ts";
import { PortalPage } from "./pages/portal-page.ts";
import { StatisticsPage } from "./pages/statistics-page.ts";
import { expect, test } from "./support/server.ts";

test("R8, R11: a manager signs in with Enter and lands on the dashboard", {
  tag: "@quick",
}, async ({ page, manager }) => {
  const login = new LoginPage(page);
  await login.open();
  await expect(login.heading).toHaveText("Please Sign In");
  await expect(login.username).toBeFocused();
  await login.username.fill(manager.username);
  await login.password.fill(manager.password);
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL("/dashboard");
  await expect(page).toHaveTitle("Dashboard · COS");
  expect(await login.storedSession()).toMatchObject({
    user_id: manager.id,
    username: manager.username,
    manager: null,
    pay_day: 1,
  });
});

test("I3: the sign-in form works before its script loads, and keeps what was typed", {
  tag: "@phone",
}, async ({ page, manager }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/index-[\w-]+\.js/, async (route) => {
    await held;
    await route.continue();
  });
  const login = new LoginPage(page);
  await page.goto("/login", { waitUntil: "commit" });
  await expect(login.heading).toHaveText("Please Sign In");
  await login.username.fill(manager.username);
  await login.password.fill(manager.password);
  await expect(login.submit).toBeDisabled();
  release();

  await expect(login.submit).toBeEnabled();
  await expect(login.username).toHaveValue(manager.username);
  await expect(login.password).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard");
});

test("the sign-in form starts without its picture if the picture does not come", {
  tag: "@phone",
}, async ({ page, manager }) => {
  await page.route(/\.svg$/, () => undefined);
  const login = new LoginPage(page);
  await page.goto("/login", { waitUntil: "commit" });
  await login.signIn(manager);
  await expect(page).toHaveURL("/dashboard");
});

test("N14: a wrong password shows an error, at the field too, and keeps the username", {
  tag: "@desktop",
}, async ({ page, manager }) => {
  const login = new LoginPage(page);
  await login.open();
  await test.step("V32: the server refuses an empty form", async () => {
    await login.submit.click();
    await expect(login.notice("Login Not Successful")).toBeVisible();
    await login.closeNotice("Login Not Successful");
    await expect(login.notice("Login Not Successful")).toHaveCount(0);
  });
  await test.step("the password can be shown", async () => {
    await login.password.fill("not-it-at-all");
    await expect(login.password).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: "Show password" }).click();
    await expect(login.password).toHaveAttribute("type", "text");
  });

  await login.signIn({ username: manager.username, password: "not-it-at-all" });
  await expect(login.notice("Login Not Successful")).toContainText(
    "Your username or password was incorrect.",
  );
  await expect(login.password).toHaveAccessibleDescription(
    "Your username or password was incorrect.",
  );
  await expect(login.password).toBeFocused();
  await expect(login.username).toHaveValue(manager.username);
  await expect(login.notice("Error Communicating With Server")).toHaveCount(0);
  await expect(page).toHaveURL("/login");
  expect(await login.storedSession()).toBeNull();

  await login.signIn(manager);
  await expect(page).toHaveURL("/dashboard");
});

test("N1, S20: signing out ends the session, clears the browser and says so", {
  tag: "@desktop",
}, async ({ page, manager, signIn }) => {
  await signIn(manager);
  await page.goto("/contacts");
  const portal = new PortalPage(page);
  await portal.signOut();

  await expect(page).toHaveURL("/login");
  await expect(portal.notice("Logout Successful")).toContainText("You have been logged out.");
  expect(await portal.storedSession()).toBeNull();
  expect((await page.request.get("/api/sessions/0")).status()).toBe(401);

  // The next sign-in opens the usual page, not the one that was left.
  await new LoginPage(page).signIn(manager);
  await expect(page).toHaveURL("/dashboard");
});

test("D7: signing in leads to a followed link, and back to where the same user was", {
  tag: ["@desktop", "@sweep"],
}, async ({ page, manager, psychic, sql }) => {
  const login = new LoginPage(page);
  const statistics = new StatisticsPage(page);
  const endSession = async () => {
    await statistics.settled();
    await sql("users").where({ id: manager.id }).increment("session_epoch");
    await page.reload();
    await expect(page).toHaveURL("/login");
  };

  await test.step("a link that was followed is opened after signing in", async () => {
    await page.goto("/Statistics?sort=total_calls&order=asc");
    await expect(page).toHaveURL("/login");
    await login.signIn(manager);
    await expect(page).toHaveURL("/Statistics?sort=total_calls&order=asc");
  });
  await test.step("a session that ended leads back to where its user was", async () => {
    await page.goto("/statistics?sort=alc&order=asc");
    await endSession();
    await login.signIn(manager);
    await expect(page).toHaveURL(/\/statistics\?.*sort=alc/);
  });
  await test.step("R11: a psychic who signs in next lands on the psychics' dashboard", async () => {
    await endSession();
    await login.signIn(psychic);
    await expect(page).toHaveURL("/psychic");
    expect(await login.storedSession()).toMatchObject({ user_id: psychic.id });
  });
  await test.step("a user without access to a page is sent to /login, with a way back", async () => {
    await page.goto("/statistics");
    await expect(page).toHaveURL("/login");
    await page.getByRole("link", { name: "Go to your dashboard" }).click();
    await expect(page).toHaveURL("/psychic");
  });
});

test("an unknown path says so and keeps the menu of the signed-in user", {
  tag: "@phone",
}, async ({ page, psychic, signIn }) => {
  const portal = new PortalPage(page);
  const start = page.getByRole("link", { name: "Go to the Start Page" });
  await page.goto("/no-such-page");
  await expect(portal.heading).toHaveText("Page Not Found");
  await start.click();
  await expect(page).toHaveURL("/cos");

  await signIn(psychic);
  await page.goto("/psychic/no-such-page");
  await expect(portal.heading).toHaveText("Page Not Found");
  await expect(start).toBeVisible();
  await portal.follow("Schedule");
  await expect(portal.heading).toHaveText("Schedule");
  await page.goBack();
  await expect(portal.heading).toHaveText("Page Not Found");
  await portal.signOut();
  await expect(page).toHaveURL("/login");
});
