import { makeManager, makePsychic } from "#tests/support/people.ts";
import { PortalPage } from "./pages/portal-page.ts";
import { expectNoAxeViolations } from "./support/axe.ts";
import { expectToFit } from "./support/fit.ts";
import { expect, test } from "./support/server.ts";

test("a manager sees only their own, gives one away, undoes it, and is away (D56, D57)", async ({
  page,
  sql,
  signIn,
  isMobile,
}) => {
  const own = await makeManager(sql, { first: "Zelda", last: "Zimmer" });
  const other = await makeManager(sql, { first: "Yara", last: "Young" });
  const psychic = await makePsychic(sql, { manager_id: own.id });
  const managerNow = async () =>
    (await sql("psychics").where({ user_id: psychic.id }).first("manager_id"))?.manager_id;
  await signIn(own);

  await test.step("Mine is remembered", async () => {
    await page.goto("/psychics");
    await page.getByRole("group", { name: "Whose" }).getByRole("button", { name: "Mine" }).click();
    await expect(page.getByText("1–1 of 1 psychics")).toBeVisible();
    await page.reload();
    await expect(page.getByText("1–1 of 1 psychics")).toBeVisible();
    if (isMobile) await expectToFit(page);
    await expectNoAxeViolations(page);
  });

  await test.step("reassigning can be undone", async () => {
    await page.getByRole("button", { name: "Reassign" }).click();
    const modal = page.getByRole("dialog");
    await modal.getByRole("button", { name: "Reassign" }).click();
    await expect(modal.getByRole("alert")).toHaveText("Choose who takes over.");
    await modal.getByLabel("Who takes over?").selectOption(String(other.id));
    await expectNoAxeViolations(page);
    await modal.getByRole("button", { name: "Reassign" }).click();
    await expect(modal.getByRole("status").first()).toContainText(
      "1 psychic belongs to Yara Young",
    );
    expect(await managerNow()).toBe(other.id);
    await expectNoAxeViolations(page);
    await modal.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Everything is as it was before.")).toBeVisible();
    await expect(modal).toHaveCount(0);
    expect(await managerNow()).toBe(own.id);
  });

  await test.step("away, with somebody who stands in", async () => {
    await page.goto("/edit_profile");
    await page.getByRole("link", { name: "Away" }).click();
    const portal = new PortalPage(page);
    await expect(portal.heading).toHaveText("Away and Languages");
    await page.getByLabel("Last Day").fill("2099-01-01");
    await page.getByRole("button", { name: "Save Absence" }).click();
    await expect(page.getByText("Choose who stands in.")).toBeVisible();
    await page.getByLabel("Who stands in?").selectOption(String(other.id));
    await page.getByRole("button", { name: "Save Absence" }).click();
    await expect(page.getByText("At most 366 days")).toBeVisible();
    await page.getByLabel("Last Day").fill(await page.getByLabel("First Day").inputValue());
    await page.getByRole("button", { name: "Save Absence" }).click();
    await expect(page.getByText(/Yara Young .* stands in/)).toBeVisible();
    await page.getByLabel("Spanish").check();
    await page.getByRole("button", { name: "Save Languages" }).click();
    await expect(portal.notice("Languages Saved")).toBeVisible();
    if (isMobile) await expectToFit(page);
    await expectNoAxeViolations(page);
    await page.getByRole("button", { name: "I Am Not Away" }).click();
    await expect(page.getByText(/stands in\./)).toHaveCount(0);
  });
});

test("an owner sets the rule for new psychics (D56)", { tag: "@desktop" }, async ({
  page,
  sql,
  signIn,
}) => {
  const owner = await makeManager(sql, { staff_role: "owner", first: "Xenia", last: "Xu" });
  await signIn(owner);
  await page.goto("/staff");
  const rule = page.locator("form").filter({ hasText: "One Sun" });
  await rule.getByLabel("One Sun", { exact: true }).selectOption("fixed");
  await rule.getByLabel("Who at One Sun?").selectOption(String(owner.id));
  await expectNoAxeViolations(page);
  await rule.getByRole("button", { name: "Save Rule" }).click();
  await expect(new PortalPage(page).notice("Rule Saved")).toBeVisible();
  expect(await sql("assignment_rules").where({ brand: "onesun" }).first("manager_id")).toEqual({
    manager_id: owner.id,
  });
  await rule.getByLabel("One Sun", { exact: true }).selectOption("least_loaded");
  await rule.getByRole("button", { name: "Save Rule" }).click();
  await expect
    .poll(() => sql("assignment_rules").where({ brand: "onesun" }).first("kind"))
    .toEqual({ kind: "least_loaded" });
});
