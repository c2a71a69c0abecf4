import { exampleBrands as brands } from "#shared/reference/example-brands.ts";
import { sitePages, sitePath } from "#shared/reference/site-pages.ts";
import { LoginPage } from "../pages/login-page.ts";
import { boxes, steps, WizardPage } from "../pages/wizard-page.ts";
import { expectNoAxeViolations } from "../support/axe.ts";
import { expectToFit } from "../support/fit.ts";
import { freshSignUp } from "../support/newcomer.ts";
import { expect, test } from "../support/server.ts";

const paths = brands.flatMap((brand) => sitePages.map((page) => sitePath(brand, page)));

test("axe finds nothing on any recruiting page, and everything fits", { tag: "@phone" }, async ({
  page,
}) => {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectNoAxeViolations(page);
    await expectToFit(page);
  }
});

test("axe finds nothing before sign-in, and everything fits", {
  tag: "@phone",
}, async ({ page }) => {
  const login = new LoginPage(page);
  await login.open();
  await login.submit.click();
  await expect(login.notice("Login Not Successful")).toBeVisible();
  await expectNoAxeViolations(page);
  await expectToFit(page);
  for (const path of ["/forgot_password", "/recover_password/no", "/not_me/no", "/no-such-page"]) {
    await page.goto(path);
    await expect(login.heading).toBeVisible();
    await expectNoAxeViolations(page);
    await expectToFit(page);
  }
});

test(
  "axe finds nothing at any step of the sign-up in either brand, and everything fits",
  { tag: "@phone" },
  async ({ page }, info) => {
    const person = freshSignUp(info.testId);
    const wizard = new WizardPage(page);
    const expectAccessibleAndFitting = async () => {
      await expectNoAxeViolations(page, { otherBrands: ["onesun"] });
      await expectToFit(page);
    };
    await wizard.open("/cos/signup");
    await wizard.next.click();
    await wizard.expectError("PIN", "Pin is required");
    await expectAccessibleAndFitting();
    await wizard.fillLogins(person);
    await wizard.next.click();
    await wizard.expectStep(steps.person);
    await expectAccessibleAndFitting();
    await wizard.fillPerson(person);
    await wizard.next.click();
    await wizard.expectStep(steps.details);
    await expectAccessibleAndFitting();
    await wizard.fillDetails();
    await wizard.next.click();
    await expect(page.getByText("Checked: you are not a robot.")).toBeVisible();
    await wizard.agree.click();
    await wizard.expectError(boxes.agreed, "You must agree to the Privacy Policy");
    await expectAccessibleAndFitting();
    await wizard.tickBoxes();
    await wizard.agree.click();
    await wizard.expectStep(steps.thanks);
    await expectAccessibleAndFitting();
  },
);
