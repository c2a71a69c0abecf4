import { LoginPage } from "../pages/login-page.ts";
import { ProfilePage } from "../pages/profile-page.ts";
import { expectNoAxeViolations } from "../support/axe.ts";
import { makeNewcomer } from "../support/newcomer.ts";
import { expect, test } from "../support/server.ts";

test.beforeEach(({ signIn, manager }) => signIn(manager));

test(
  "typed text in a profile survives a conflict, a slow save and a file that fails to load",
  {
    tag: "@sweep",
  },
  async ({ page, sql, portal }, info) => {
    const { id } = await makeNewcomer(page, sql, info.testId, portal.url);
    const profile = new ProfilePage(page);
    await test.step("a save based on an older version shows both versions", async () => {
      await profile.open(id);
      await profile.field("City").fill("My City");
      const theirs = await page.request.put(`/api/psychics/${id}/profile`, {
        data: { profile: { city: "Their City", first: "Theirs" } },
        headers: { Origin: portal.url },
      });
      expect(theirs.ok()).toBe(true);
      await profile.save.click();
      await expect(
        profile.dialog.getByRole("row", { name: "City My City Their City" }),
      ).toBeVisible();
      await profile.press("Keep mine");
      await expect(profile.notice("Profile Updated")).toBeVisible();
      expect(await sql("users").where({ id }).first()).toMatchObject({
        city: "My City",
        first: "Stella",
      });
    });

    await test.step("text typed during a save stays unsaved, and leaving asks first", async () => {
      await profile.open(id);
      const answer = Promise.withResolvers<void>();
      await page.route(
        "**/api/psychics/*/profile",
        async (route) => {
          await answer.promise;
          await route.continue();
        },
        { times: 1 },
      );
      await profile.field("City").fill("First City");
      await profile.save.click();
      await profile.field("City").fill("Second City");
      answer.resolve();
      await expect(profile.notice("Profile Updated")).toBeVisible();
      await expect(profile.field("City")).toHaveValue("Second City");
      expect(await sql("users").where({ id }).first()).toMatchObject({ city: "First City" });
      await profile.follow("Dashboard");
      await expect(profile.dialog).toContainText("Leave without saving?");
      await profile.press("Stay");
      await profile.closeNotice("Profile Updated");
      await profile.save.click();
      await expect(profile.notice("Profile Updated")).toBeVisible();
      expect(await sql("users").where({ id }).first()).toMatchObject({ city: "Second City" });
      await profile.follow("Dashboard");
      await expect(page).toHaveURL("/dashboard");
    });

    await test.step("if a modal's file fails to load, the form keeps its text and the user can try again", async () => {
      await profile.open(id);
      await profile.field("City").fill("Typed City");
      await page.route("**/phones-modal-*.js", (route) => route.abort());
      await profile.openModal("Phone Numbers");
      await expect(profile.dialog.getByRole("alert")).toContainText("This could not be loaded.");
      await expectNoAxeViolations(page);
      await page.unroute("**/phones-modal-*.js");
      await profile.press("Try Again");
      await expect(profile.dialog.getByRole("listitem")).toHaveCount(1);
      await profile.press("Done");
      await expect(page.getByRole("button", { name: "Phone Numbers" })).toBeFocused();
      await expect(profile.field("City")).toHaveValue("Typed City");
    });
  },
);

test(
  "D7: after a session ends, signing in returns to the form with all typed text except the PIN",
  {
    tag: "@sweep",
  },
  async ({ page, sql, portal, manager }, info) => {
    const { id, pin } = await makeNewcomer(page, sql, info.testId, portal.url);
    const profile = new ProfilePage(page);
    const keyReceived = page.waitForResponse("**/api/kept_key");
    await profile.open(id);
    await profile.field("City").fill("Typed City");
    await profile.field("PIN").fill("0000");
    await page.getByRole("button", { name: "Add Credential" }).click();
    await profile.field("Credential 2").fill("Palmist");
    await keyReceived;
    await page.context().clearCookies();
    await profile.save.click();
    const login = new LoginPage(page);
    await login.signIn(manager);
    await expect(page).toHaveURL(`/psychics/${id}/profile`);
    await expect(profile.field("City")).toHaveValue("Typed City");
    await expect(profile.field("Credential 2")).toHaveValue("Palmist");
    await expect(profile.field("PIN")).toHaveValue(pin);
    await profile.save.click();
    await expect(profile.notice("Profile Updated")).toBeVisible();
    expect(await sql("users").where({ id }).first()).toMatchObject({ city: "Typed City" });
  },
);
