import { makeManager, makePsychic, password } from "../support/people.ts";
import { PortalPage } from "./pages/portal-page.ts";
import { expectNoAxeViolations } from "./support/axe.ts";
import { expect, test } from "./support/server.ts";

test("an owner follows a manager through the audit trail, and exports what is filtered", {
  tag: "@desktop",
}, async ({ page, signIn, sql }) => {
  const owner = await makeManager(sql, { staff_role: "owner" });
  const manager = await makeManager(sql, { first: "Maria", last: "Manager" });
  const psychic = await makePsychic(sql, { manager_id: manager.id });
  const done = { at: new Date(), actor_id: manager.id, subject_id: psychic.id };
  const detail = { old: "Pending", new: "Active" };
  await sql("audit_trail").insert([
    { ...done, action: "account status changed", detail },
    { ...done, action: "PIN shown" },
  ]);
  await signIn({ ...owner, password });
  const portal = new PortalPage(page);
  const entries = page.getByRole("main").getByRole("listitem");

  await page.goto("/audit");
  await expect(portal.heading).toHaveText("Audit Trail");
  await page.getByLabel("Who or about whom").fill(manager.username);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(entries).toHaveText([/PIN opened by Maria Manager/, /from Pending →\s+to Active/]);
  await expectNoAxeViolations(page);
  await page.getByLabel("What").selectOption({ label: "All: Account and its settings" });
  await expect(entries).toHaveCount(1);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit trail .* ET\.csv$/);
  await entries.getByRole("link", { name: psychic.username }).click();
  await expect(page.getByLabel("Who or about whom")).toHaveValue(psychic.username);
  await expect(entries).toHaveCount(2);

  await test.step("the account's history has the same entries", async () => {
    await page.goto(`/psychics/${psychic.id}/history`);
    await expect(entries).toHaveCount(2);
    await expectNoAxeViolations(page);
  });
});

test("a psychic sees who opened the account; without a network the history says what it needs (D59)", {
  tag: "@phone",
}, async ({ page, context, signIn, sql }) => {
  const manager = await makeManager(sql, { first: "Maria", last: "Manager" });
  const psychic = await makePsychic(sql, { manager_id: manager.id });
  await sql("audit_trail").insert({
    ...{ at: new Date(), actor_id: manager.id, subject_id: psychic.id, action: "PIN shown" },
  });
  await signIn({ ...psychic, password });
  await page.goto("/psychic");
  const portal = new PortalPage(page);
  await portal.follow("Account History");
  await expect(portal.heading).toHaveText("Account History");
  await expect(page.getByText("PIN opened by Maria Manager (staff)")).toBeVisible();
  await expectNoAxeViolations(page);
  await context.setOffline(true);
  await page.getByLabel("What").selectOption({ label: "PIN opened" });
  await expect(page.getByText("You need to be online for this.")).toBeVisible();
});
