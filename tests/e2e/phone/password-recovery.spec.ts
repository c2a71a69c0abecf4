import { LoginPage } from "../pages/login-page.ts";
import { ForgotPasswordPage, RecoverPasswordPage, recoveryPath } from "../pages/recovery-pages.ts";
import { expect, test } from "../support/server.ts";

test("R9, R10, N10, N15, N2, S21: a mailed link sets a new password; a dead link says so", async ({
  page,
  portal,
  psychic,
}) => {
  await test.step("R9, R10, N10, N2, S21: from a forgotten password to a new one", async () => {
    const login = new LoginPage(page);
    await login.open();
    await login.forgotPassword.click();

    const forgot = new ForgotPasswordPage(page);
    await expect(page).toHaveURL("/forgot_password");
    await expect(forgot.heading).toBeFocused();
    await forgot.email.fill(psychic.email);
    await forgot.submit.click();
    await expect(page).toHaveURL("/login");
    await expect(forgot.notice("Email Sent")).toContainText(
      "Your password recovery email has been sent. Check your spam folder if you're unable to find it.",
    );

    const link = recoveryPath(await portal.letterTo(psychic.email));
    await page.goto(link);
    const recover = new RecoverPasswordPage(page);
    await expect(recover.heading).toHaveText("Change Password");

    await recover.submit.click();
    await expect(recover.password).toHaveAccessibleDescription(/Password is required/);
    await expect(recover.confirmation).toHaveAccessibleDescription(
      "Password Confirmation is required",
    );
    await recover.set("short", "other");
    await expect(recover.password).toHaveAccessibleDescription(/Password is invalid/);
    await expect(recover.confirmation).toHaveAccessibleDescription("Passwords do not match");

    await recover.set("a-brand-new-one");
    await expect(page).toHaveURL("/login");
    await expect(recover.notice("Password Updated")).toContainText(
      "Your password has been updated.",
    );
    await login.signIn({ username: psychic.username, password: "a-brand-new-one" });
    await expect(page).toHaveURL("/psychic");

    // A link works only once.
    await page.goto(link);
    await expect(recover.notice("Link Expired")).toContainText(
      "This Forgot Password link is no longer valid.",
    );
  });

  await test.step("N15: an unknown link leads to the request for another link", async () => {
    await page.goto("/recover_password/3b241101-e2bb-4255-8caf-4136c566a962");
    const recover = new RecoverPasswordPage(page);
    await expect(recover.notice("Link Expired")).toContainText(
      "This Forgot Password link is no longer valid.",
    );
    await expect(recover.password).toHaveCount(0);
    await page.getByRole("link", { name: "Request a New Link" }).click();
    await expect(page).toHaveURL("/forgot_password");
  });

  await test.step("an empty address is not sent", async () => {
    const forgot = new ForgotPasswordPage(page);
    await forgot.submit.click();
    await expect(forgot.email).toHaveAccessibleDescription("Email is required");
    await expect(page).toHaveURL("/forgot_password");
  });
});
