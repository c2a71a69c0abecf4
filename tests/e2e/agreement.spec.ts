import { agreementVersion } from "#shared/reference/agreement.ts";
import { PortalPage } from "./pages/portal-page.ts";
import { expectNoAxeViolations } from "./support/axe.ts";
import { expect, test } from "./support/server.ts";

test("a psychic is asked for a new version of the agreement, accepts it, and finds it again", {
  tag: "@phone",
}, async ({ page, context, psychic, signIn, sql }) => {
  await sql("agreements").where({ user_id: psychic.id }).update({ version: "2020-01" });
  await signIn(psychic);
  const portal = new PortalPage(page);
  const dialog = page.getByRole("dialog");

  await page.goto("/psychic/problem");
  await expect(dialog.getByText("The agreement has changed")).toBeVisible();
  await expect(page.frameLocator("iframe").getByText(`version ${agreementVersion}`)).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: "I Agree" }).click();
  await expect(dialog.getByText("Tick the box if you agree")).toBeVisible();

  // Later is another visit.
  await dialog.getByRole("button", { name: "Not Now" }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "I Agree" }).click();
  await expect(portal.notice("Agreement Accepted")).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.goto("/psychic/profile");
  await expect(page.getByText(`Version ${agreementVersion}, accepted`)).toContainText(
    /\d [AP]M ET/,
  );
  // There is no other text to read.
  await expect(page.getByRole("link", { name: "Read the current text" })).toHaveCount(0);
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Read or print" }).click();
  const text = await opened;
  await expect(text.getByText(`version ${agreementVersion}`)).toBeVisible();
  await expectNoAxeViolations(text);
});

test("a psychic who has never accepted one sees a note, which goes once it is accepted", {
  tag: "@phone",
}, async ({ page, psychic, signIn, sql }) => {
  await sql("agreements").where({ user_id: psychic.id }).del();
  await signIn(psychic);
  await page.goto("/psychic/problem");
  const note = page.getByText("Please read and accept the agreement");
  await expect(note).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Read and Accept" }).click();
  await page.getByRole("dialog").getByRole("checkbox").check();
  await page.getByRole("button", { name: "I Agree" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(note).toBeHidden();
});

test("a manager sees which agreement a psychic accepted", {
  tag: "@desktop",
}, async ({ page, manager, psychic, signIn, sql }) => {
  await sql("agreements").where({ user_id: psychic.id }).update({ version: "2020-01" });
  await signIn(manager);
  await page.goto(`/psychics/${psychic.id}`);
  await expect(page.getByText("Version 2020-01, accepted")).toBeVisible();
  await expect(page.getByText(`to accept version ${agreementVersion}`)).toBeVisible();
});
