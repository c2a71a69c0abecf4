import { makeManager, makePsychic, password } from "../support/people.ts";
import { PortalPage } from "./pages/portal-page.ts";
import { expectNoAxeViolations } from "./support/axe.ts";
import { expect, test } from "./support/server.ts";

test("payroll corrects an SSN, opens it for a reason, and asks for the tax file", {
  tag: "@desktop",
}, async ({ page, signIn, sql }) => {
  const payroll = await makeManager(sql, { staff_role: "payroll" });
  const psychic = await makePsychic(sql);
  await signIn({ ...payroll, password });
  const portal = new PortalPage(page);
  const dialog = page.getByRole("dialog");

  await page.goto(`/psychics/${psychic.id}/profile`);
  await test.step("a number that was typed differently is not sent", async () => {
    await page.getByRole("button", { name: "Correct SSN" }).click();
    await dialog.getByLabel("New SSN", { exact: true }).fill("900-55-3817");
    await dialog.getByLabel("Repeat the New SSN").fill("900-55-3818");
    await dialog.getByLabel("Reason").fill("A digit was wrong at the sign-up");
    await dialog.getByRole("button", { name: "Correct" }).click();
    await expect(dialog.getByText("The two numbers differ")).toBeVisible();
    await expectNoAxeViolations(page);
    await dialog.getByLabel("Repeat the New SSN").fill("900553817");
    await dialog.getByRole("button", { name: "Correct" }).click();
    await expect(portal.notice("SSN Corrected")).toBeVisible();
  });
  await test.step("the SSN is shown after a reason was given", async () => {
    await page.getByRole("button", { name: "Open SSN" }).click();
    await dialog.getByRole("button", { name: "Open" }).click();
    await expect(dialog.getByText("Say why, in at least 5 characters")).toBeVisible();
    await dialog.getByLabel("Reason").fill("The bank refused the payment");
    await dialog.getByRole("button", { name: "Open" }).click();
    await expect(dialog.getByText("900-55-3817")).toBeVisible();
    await expectNoAxeViolations(page);
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText("900-55-3817")).toHaveCount(0);
  });
  await test.step("without the filer's key there is no tax file", async () => {
    await page.goto("/payroll");
    await page.getByRole("button", { name: "Make Tax File" }).click();
    await expect(page.getByText("The operator sets TAX_FILER_KEY")).toBeVisible();
    await expectNoAxeViolations(page);
  });
});
