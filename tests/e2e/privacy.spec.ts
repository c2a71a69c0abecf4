import { readFile } from "node:fs/promises";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { unzip } from "../support/unzip.ts";
import { PortalPage } from "./pages/portal-page.ts";
import { expectNoAxeViolations } from "./support/axe.ts";
import { expect, test } from "./support/server.ts";

test("a psychic downloads all own data from the profile", { tag: "@phone" }, async ({
  page,
  psychic,
  signIn,
}) => {
  await signIn(psychic);
  await page.goto("/psychic/profile");
  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download My Data" }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^portal-data-[\d-]+\.zip$/);
  const files = unzip(await readFile(await file.path()));
  expect(String(files.get("csv/account.csv"))).toContain(psychic.username);
});

test("an owner erases a psychic, and sees what is kept", {
  tag: "@desktop",
}, async ({ page, signIn, sql }) => {
  const owner = await makeManager(sql, { staff_role: "owner" });
  const psychic = await makePsychic(sql, { psychic: { account_status: "Inactive" } });
  await signIn({ ...owner, password });
  const portal = new PortalPage(page);
  const dialog = page.getByRole("dialog");

  await page.goto("/privacy");
  await expect(page.getByText("730 days after they began")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Erase a Person" }).click();
  await dialog.getByLabel("User Id").fill(String(psychic.id));
  await dialog.getByLabel("Username").fill("somebody else");
  await dialog.getByLabel("Reason, without the name").fill("The psychic asked for it");
  await dialog.getByRole("button", { name: "Erase" }).click();
  await expect(dialog.getByText("Type the name exactly as shown")).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByLabel("Username").fill(psychic.username);
  await dialog.getByRole("button", { name: "Erase" }).click();
  await expect(portal.notice("Person Erased")).toBeVisible();
  await expect(page.getByRole("table")).toContainText(`Psychic ${psychic.id}`);
  await page.goto(`/psychics/${psychic.id}`);
  await expect(page.getByText(`Erased psychic ${psychic.id}`).first()).toBeVisible();
});
