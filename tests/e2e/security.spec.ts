import { appCode } from "#tests/support/authenticator.ts";
import { LoginPage } from "./pages/login-page.ts";
import { PortalPage } from "./pages/portal-page.ts";
import { expectNoAxeViolations } from "./support/axe.ts";
import { expectToFit } from "./support/fit.ts";
import { addAuthenticator } from "./support/passkeys-in-browser.ts";
import { expect, test } from "./support/server.ts";

test("a psychic adds a passkey, and signs in with it instead of the password (D53)", {
  tag: "@phone",
}, async ({ page, psychic, sql }) => {
  await addAuthenticator(page);
  const login = new LoginPage(page);
  await login.open();
  await login.signIn(psychic);
  await expect(page).toHaveURL("/psychic");

  const offer = page.getByRole("region", { name: "How you sign in" });
  await expect(offer).toContainText("Sign in faster with a passkey");
  await expectNoAxeViolations(page);
  await offer.getByRole("link", { name: "Security" }).click();
  const portal = new PortalPage(page);
  await expect(portal.heading).toHaveText("Security");
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Add a Passkey" }).click();

  const codes = page.getByRole("region", { name: /^Recovery codes for/ });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await expectNoAxeViolations(page);
  await expectToFit(page);
  const download = page.waitForEvent("download");
  await codes.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("recovery-codes.txt");
  await codes.getByRole("button", { name: "I Have Saved Them" }).click();
  await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(1);
  await expect(page.getByText("You have 10 of 10 codes left.")).toBeVisible();
  await expectNoAxeViolations(page);

  await test.step("later, the passkey confirms in place what needs it (B6)", async () => {
    const old = JSON.stringify(Date.now() - 10 * 60_000);
    await sql("sessions")
      .where({ user_id: psychic.id })
      .update({
        sess: sql.raw("jsonb_set(sess::jsonb, '{signedInAt}', ?::jsonb)::json", [old]),
      });
    await page.getByRole("button", { name: "Make New Codes" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Make New Codes" }).click();
    const question = page.getByRole("dialog", { name: "Confirm That It Is You" });
    const usePasskey = question.getByRole("button", { name: "Use a Passkey" });
    await expect(usePasskey).toBeFocused();
    await expectNoAxeViolations(page);
    await page.keyboard.press("Enter");
    await expect(codes.getByRole("listitem")).toHaveCount(10);
    await expect(question).toHaveCount(0);
  });
  await test.step("the browser suggests the passkey; this authenticator chooses it at once", async () => {
    await portal.signOut();
    await expect(page).toHaveURL("/psychic");
    expect(await portal.storedSession()).toMatchObject({ user_id: psychic.id });
    await expect(portal.heading).toContainText("Welcome");
    await expect(offer).toHaveCount(0);
  });
  await test.step("without suggestions, a button asks for it", async () => {
    await page.evaluate(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await portal.signOut();
    await expect(portal.heading).toHaveText("Please Sign In");
    await page.getByRole("button", { name: "Sign In with a Passkey" }).click();
    await expect(page).toHaveURL("/psychic");
  });
});

/** The words on the brand's picture are in no landmark. */
const besideArt = { ignored: ["region"] };

test("staff without a second factor in time set up a code app, and sign in with its codes (D53)", {
  tag: "@desktop",
}, async ({ page, manager, sql }) => {
  await sql("users")
    .where({ id: manager.id })
    .update({ factor_asked_at: new Date(0) });
  const login = new LoginPage(page);
  const portal = new PortalPage(page);
  await login.open();
  await login.signIn(manager);
  await expect(portal.heading).toHaveText("Add a Passkey or a Code App");
  await expect(portal.heading).toBeFocused();
  await expectNoAxeViolations(page, besideArt);
  await page.getByRole("button", { name: "Set Up a Code App" }).click();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await expectNoAxeViolations(page, besideArt);
  await expectToFit(page);
  const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
  const codeField = page.getByLabel("Enter the code that the app shows");
  await codeField.fill(appCode(secret, new Date()));
  await page.keyboard.press("Enter");

  const codes = page.getByRole("region", { name: /^Recovery codes for/ });
  const recoveryCode = await codes.getByRole("listitem").first().innerText();
  await expectNoAxeViolations(page, besideArt);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/dashboard");

  const code = page.getByLabel("Code", { exact: true });
  await test.step("a used code is refused, a new one signs in", async () => {
    await portal.signOut();
    await login.signIn(manager);
    await expect(code).toBeFocused();
    await expectNoAxeViolations(page, besideArt);
    // The present half-minute may be another one than that of the first code.
    const ownApp = () => sql("code_apps").where({ user_id: manager.id });
    await ownApp().update({ last_step: Math.floor(Date.now() / 30_000) + 10 });
    await code.fill(appCode(secret, new Date()));
    await page.keyboard.press("Enter");
    await expect(code).toHaveAccessibleDescription(/This code was used already/);
    await ownApp().update({ last_step: 0 });
    await code.fill(appCode(secret, new Date()));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/dashboard");
  });
  await test.step("a recovery code signs in once", async () => {
    await portal.signOut();
    for (const isUsed of [false, true]) {
      await login.signIn(manager);
      await page.getByRole("button", { name: "Lost your phone?" }).click();
      await page.getByLabel("Recovery Code").fill(recoveryCode.toLowerCase());
      await page.keyboard.press("Enter");
      if (isUsed)
        await expect(page.getByLabel("Recovery Code")).toHaveAccessibleDescription(/code/);
      else {
        await expect(page).toHaveURL("/dashboard");
        await portal.signOut();
      }
    }
  });
});
