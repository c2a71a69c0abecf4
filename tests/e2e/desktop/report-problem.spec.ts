import { LoginPage } from "../pages/login-page.ts";
import { ProblemPage } from "../pages/problem-page.ts";
import { expect, test } from "../support/server.ts";

test.beforeEach(({ signIn, manager }) => signIn(manager));

test("R38, V28, N11: leaving a report asks first; a report is stored and mailed to support", {
  tag: "@quick",
}, async ({ page, portal, sql, manager }) => {
  const problem = new ProblemPage(page);
  await test.step("R38: /Problem opens the same screen; leaving with typed text asks first", async () => {
    await problem.open("/Problem");
    await problem.details.fill("Half a sentence");
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    // The skip link does not leave the screen, so no question shows (F2).
    await page.getByRole("link", { name: "Skip to content" }).press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    await expect(page).toHaveURL("/Problem");
    await expect(question).toHaveCount(0);
    await problem.follow("Dashboard");
    await question.getByRole("button", { name: "Stay" }).click();
    await expect(problem.details).toHaveValue("Half a sentence");
    await problem.follow("Dashboard");
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL("/dashboard");

    await problem.follow("Report a Problem");
    await problem.details.fill("Another half");
    await page.getByRole("link", { name: "Skip to content" }).press("Enter");
    await page.goBack();
    await question.getByRole("button", { name: "Stay" }).click();
    await expect(page).toHaveURL("/problem");
    await expect(problem.details).toHaveValue("Another half");
    await page.goBack();
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL("/dashboard");
  });

  await test.step("R38, V28, N11: a report is stored and mailed to support", async () => {
    await problem.follow("Report a Problem");
    await expect(page).toHaveURL("/problem");
    await expect(problem.category).toHaveValue("Other");

    await problem.submit.click();
    await expect(page.getByText("Details are required")).toBeVisible();
    await expect(problem.details).toHaveAttribute("aria-invalid", "true");
    expect(await sql("problems").where({ user_id: manager.id })).toHaveLength(0);

    await problem.category.selectOption("Website");
    const details = `The <b>table</b> loses its order ${manager.id}.`;
    await problem.details.fill(`  ${details}  `);
    await expect(page.getByText("Details are required")).toHaveCount(0);
    await problem.submit.click();
    await expect(problem.notice("Problem Submitted")).toContainText(
      "Your problem was submitted successfully.",
    );
    await expect(page).toHaveURL("/dashboard");

    const stored = await sql("problems").where({ user_id: manager.id });
    expect(stored).toMatchObject([{ category: "Website", details }]);
    expect(await portal.letterTo("support@cos.example", details)).toContain("Website");
  });
});

test("D7: after a session ends, here or in another tab, signing in returns to the report", {
  tag: "@sweep",
}, async ({ page, sql, manager, context }) => {
  const problem = new ProblemPage(page);
  await test.step("D7: after a session ends, signing in returns to the report, filled in", async () => {
    await problem.open();
    const keyReceived = page.waitForResponse("**/api/kept_key");
    await problem.category.selectOption("Pay");
    await problem.details.fill("The check of last week is missing.");
    await keyReceived;
    await sql("users").where({ id: manager.id }).increment("session_epoch");
    await problem.submit.click();

    await expect(page).toHaveURL("/login");
    const login = new LoginPage(page);
    await login.signIn(manager);
    await expect(page).toHaveURL("/problem");
    await expect(problem.details).toHaveValue("The check of last week is missing.");
    await expect(problem.category).toHaveValue("Pay");
    await problem.submit.click();
    await expect(problem.notice("Problem Submitted")).toBeVisible();
    expect(await sql("problems").where({ user_id: manager.id })).toHaveLength(1);
  });

  await test.step("a notice does not outlive its user's session", async () => {
    await problem.signOut();
    await expect(problem.notice("Logout Successful")).toBeVisible();
    expect(await problem.notice("Problem Submitted").count()).toBe(0);
    await new LoginPage(page).signIn(manager);
    await expect(page).toHaveURL("/dashboard");
  });

  await test.step("D7: a session that ends in another tab loses nothing, and Log Me Out asks first", async () => {
    await problem.open();
    // The draft is sealed with a key that this new session has not asked for yet.
    const keyReceived = page.waitForResponse("**/api/kept_key");
    await problem.details.fill("Typed in the first tab.");
    await keyReceived;
    const second = await context.newPage();
    await sql("users").where({ id: manager.id }).increment("session_epoch");
    await second.goto("/statistics");
    await expect(second).toHaveURL("/login");
    await second.close();
    await expect(page).toHaveURL("/login");
    await new LoginPage(page).signIn(manager);
    await expect(page).toHaveURL("/problem");
    await expect(problem.details).toHaveValue("Typed in the first tab.");

    await problem.signOut();
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Stay" }).click();
    await expect(problem.details).toHaveValue("Typed in the first tab.");
    await problem.signOut();
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(problem.notice("Logout Successful")).toBeVisible();
    // The only report is the one submitted before.
    expect(await sql("problems").where({ user_id: manager.id })).toHaveLength(1);
  });
});
