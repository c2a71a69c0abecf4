import { makeManager, password } from "../support/people.ts";
import { PortalPage } from "./pages/portal-page.ts";
import { expectNoAxeViolations } from "./support/axe.ts";
import { makePendingProfile } from "./support/pending-items.ts";
import { expect, test } from "./support/server.ts";

test("a viewer sees what a manager sees, and no control that the server would refuse", {
  tag: "@desktop",
}, async ({ page, psychic, signIn, sql }) => {
  const viewer = await makeManager(sql, { staff_role: "viewer" });
  await makePendingProfile(sql, psychic.id);
  await signIn({ ...viewer, password });
  const portal = new PortalPage(page);

  await test.step("the dashboard, without what applicants sent", async () => {
    await page.goto("/dashboard");
    await expect(page.getByRole("region", { name: "Needs You" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Received" })).toHaveCount(0);
    await expect((await portal.menu()).getByRole("link")).toHaveText([
      "Dashboard",
      "Floor",
      "Time Off",
      "All Psychics",
      /^Approvals/,
      "Statistics",
      "Profile",
      "Report a Problem",
    ]);
    await expect(page).toHaveURL("/dashboard");
  });
  await test.step("an account, which the viewer cannot change", async () => {
    await page.goto(`/psychics/${psychic.id}`);
    await expect(page.getByLabel("Status", { exact: true })).toBeDisabled();
    await expect(page.getByRole("checkbox", { name: "Phone" })).toBeDisabled();
    await expectNoAxeViolations(page);
    await page.goto(`/psychics/${psychic.id}/profile`);
    await expect(page.getByText("Your role lets you see this profile")).toBeVisible();
    await expect(page.getByRole("button", { name: "Password", exact: true })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Approve Profile" })).toHaveCount(0);
    await page.goto(`/psychics/${psychic.id}/schedule`);
    await expect(page.getByText("Your role lets you see this schedule")).toBeVisible();
  });
  await test.step("an approval, which the viewer cannot decide", async () => {
    await page.goto(`/approvals?open=Profile-${psychic.id}`);
    await expect(page.getByText("Your role lets you see approvals, but not decide.")).toBeVisible();
    await page.keyboard.press("a");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
  await test.step("All Psychics, without Add Psychic", async () => {
    await page.goto("/psychics");
    await expect(portal.heading).toHaveText("All Psychics");
    await expect(page.getByRole("link", { name: "Add Psychic" })).toHaveCount(0);
    await page.goto("/newpsychic");
    await expect(page.getByText("Your role does not have this screen")).toBeVisible();
  });
});
