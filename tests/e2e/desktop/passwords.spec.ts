import { ProfilePage } from "../pages/profile-page.ts";
import { expect, test } from "../support/server.ts";

test.beforeEach(({ signIn, manager }) => signIn(manager));

test("V26, N2, D8: a manager changes their own password and sets a psychic's", async ({
  page,
  manager,
  psychic,
  portal,
  playwright,
}) => {
  const profile = new ProfilePage(page);
  await test.step("D8: a failing server closes the modal and shows a notice", async () => {
    await profile.openManagerProfile();
    await profile.openModal("Password");
    await page.route("**/api/profile/password", (route) => route.fulfill({ status: 500 }));
    await profile.inDialog("Current Password").fill(manager.password);
    await profile.inDialog("New Password").fill("something-new");
    await profile.inDialog("Confirm Password").fill("something-new");
    await profile.press("Submit");
    await expect(profile.dialog).toBeHidden();
    await expect(profile.notice("Error Communicating With Server")).toBeVisible();
    await page.unroute("**/api/profile/password");
  });

  await test.step("V26, N2: a new password is trimmed, and saved only with the current one", async () => {
    await profile.openModal("Password");
    await profile.press("Submit");
    const [current, password, confirm] = [
      profile.inDialog("Current Password"),
      profile.inDialog("New Password"),
      profile.inDialog("Confirm Password"),
    ];
    await expect(password).toHaveAccessibleDescription(/Password is required/);
    await expect(confirm).toHaveAccessibleDescription("Password Confirmation is required");
    await password.fill("short");
    await expect(password).toHaveAccessibleDescription(/Password is invalid/);
    await password.fill(" longer-than-six ");
    await confirm.fill("another");
    await expect(confirm).toHaveAccessibleDescription("Passwords do not match");
    await confirm.fill("longer-than-six");
    await current.fill("not mine");
    await profile.press("Submit");
    await expect(current).toHaveAccessibleDescription("Password is not correct");
    await current.fill(manager.password);
    await profile.press("Submit");
    await expect(profile.notice("Password Updated")).toContainText(
      "The password has been updated.",
    );
    await expect(profile.dialog).toBeHidden();
    const answer = await page.request.post("/api/sessions", {
      data: { username: manager.username, password: "longer-than-six" },
      headers: { Origin: portal.url },
    });
    expect(answer.status()).toBe(200);
  });

  await test.step("N2: setting a psychic's password ends the psychic's sessions", async () => {
    const psychicRequest = await playwright.request.newContext({ baseURL: portal.url });
    const signInWith = (password: string) =>
      psychicRequest.post("/api/sessions", {
        data: { username: psychic.username, password },
        headers: { Origin: portal.url },
      });
    expect((await signInWith(psychic.password)).status()).toBe(200);

    await profile.open(psychic.id);
    await profile.openModal("Password");
    await expect(profile.inDialog("Current Password")).toBeHidden();
    await profile.inDialog("New Password").fill("set-by-manager");
    await profile.inDialog("Confirm Password").fill("set-by-manager");
    await profile.press("Submit");
    await expect(profile.notice("Password Updated")).toContainText(
      "The password has been updated.",
    );
    expect((await psychicRequest.get("/api/sessions/0")).status()).toBe(401);
    expect((await signInWith("set-by-manager")).status()).toBe(200);
    await psychicRequest.dispose();
  });
});
