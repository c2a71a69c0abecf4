import { randomUUID } from "node:crypto";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { PortalPage } from "./pages/portal-page.ts";
import { expectNoAxeViolations } from "./support/axe.ts";
import { expect, test } from "./support/server.ts";

/** First in the list, before the staff of all other tests. */
const firstName = () => `0-staff-${randomUUID()}`;

test("an owner changes a role, shuts a manager out and chooses who takes over the psychics", {
  tag: "@desktop",
}, async ({ page, signIn, sql }) => {
  const owner = await makeManager(sql, { username: firstName(), staff_role: "owner" });
  const leaving = await makeManager(sql, { username: firstName() });
  const successor = await makeManager(sql);
  const psychic = await makePsychic(sql, { manager_id: leaving.id });
  await signIn({ ...owner, password });
  const portal = new PortalPage(page);
  const rowOf = (username: string) => page.getByRole("row").filter({ hasText: username });
  const dialog = page.getByRole("dialog");

  await page.goto("/staff");
  await expect(portal.heading).toHaveText("Staff");
  await expect(rowOf(owner.username).getByRole("button", { name: "Shut Out" })).toHaveCount(0);
  await expectNoAxeViolations(page);

  await test.step("a role that a manager with psychics cannot have is refused; another is saved", async () => {
    await page.getByRole("button", { name: `Role of ${leaving.username}` }).click();
    await dialog.getByRole("radio", { name: "Viewer" }).check();
    await expectNoAxeViolations(page);
    await dialog.getByRole("button", { name: "Save Role" }).click();
    await expect(dialog.getByRole("alert")).toContainText("1 psychic of");
    await dialog.getByRole("radio", { name: "Owner" }).check();
    await dialog.getByRole("button", { name: "Save Role" }).click();
    await expect(portal.notice("Role Changed")).toBeVisible();
    await expect(rowOf(leaving.username)).toContainText("Owner");
  });
  await test.step("shutting out asks who takes over", async () => {
    await page.getByRole("button", { name: `Shut Out ${leaving.username}` }).click();
    await dialog.getByRole("button", { name: "Shut Out" }).click();
    await expect(dialog.getByText("Choose who takes over")).toBeVisible();
    await expectNoAxeViolations(page);
    // Another test may have given this manager an application.
    await dialog.getByLabel(/^Who takes over 1 psychic/).selectOption(String(successor.id));
    await dialog.getByRole("button", { name: "Shut Out" }).click();
    await expect(portal.notice("Access Ended")).toBeVisible();
    await expect(rowOf(leaving.username)).toContainText("Shut Out");
    const row = await sql("psychics").where({ user_id: psychic.id }).first("manager_id");
    expect(row?.manager_id).toBe(successor.id);
  });
});

test("an owner invites somebody, who is listed as invited and can be invited again", {
  tag: "@desktop",
}, async ({ page, signIn, sql, portal: { letterTo } }) => {
  const owner = await makeManager(sql, { username: firstName(), staff_role: "owner" });
  const username = firstName();
  const email = `${username}@staff.example`;
  await signIn({ ...owner, password });
  await page.goto("/staff");
  const portal = new PortalPage(page);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await dialog.getByLabel("First Name").fill("Nora");
  await dialog.getByLabel("Last Name").fill("Newman");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Username").fill(owner.username);
  await dialog.getByLabel("Role").selectOption("Recruiter");
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: "Send Invitation" }).click();
  await expect(dialog.getByText("Username is taken")).toBeVisible();
  await dialog.getByLabel("Username").fill(username);
  await dialog.getByRole("button", { name: "Send Invitation" }).click();
  await expect(portal.notice("Invitation Sent")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: email });
  await expect(row).toContainText("Invited");
  expect(await letterTo(email)).toContain("/recover_password/");

  await row.getByRole("button", { name: `Invite Again ${username}` }).click();
  await dialog.getByRole("button", { name: "Send Invitation" }).click();
  await expect(dialog).toHaveCount(0);
});

test("on a phone an owner opens a card, and from it the role", { tag: "@phone" }, async ({
  page,
  signIn,
  sql,
}) => {
  const owner = await makeManager(sql, { username: firstName(), staff_role: "owner" });
  await signIn({ ...owner, password });
  await page.goto("/staff");
  await expectNoAxeViolations(page);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: `Details of ${owner.username}` }).click();
  await dialog.getByRole("button", { name: `Role of ${owner.username}` }).click();
  await expect(dialog.last().getByRole("radio", { name: "Owner" })).toBeChecked();
  await expectNoAxeViolations(page);
});
