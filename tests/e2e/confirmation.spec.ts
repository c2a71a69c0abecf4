import type { Knex } from "knex";
import { makePhone } from "#seeds/builders/phone.ts";
import { makeProfileDetails } from "#seeds/builders/psychic.ts";
import { oneRow } from "#server/db/one-row.ts";
import { ProfilePage } from "./pages/profile-page.ts";
import { expectNoAxeViolations } from "./support/axe.ts";
import { coldStart, waitUntilUsableOffline } from "./support/phone.ts";
import { expect, test } from "./support/server.ts";

/** Makes a user's sign-ins too old for a change that needs a recent password. */
const ageSignIns = (sql: Knex, userId: number) =>
  sql("sessions")
    .where({ user_id: userId })
    .update({
      sess: sql.raw("jsonb_set(sess::jsonb, '{signedInAt}', to_jsonb(?::bigint))::json", [
        Date.now() - 10 * 60_000,
      ]),
    });

const undoLinkIn = (letter: string) => {
  const text = letter.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
  return /\/undo_email\/[0-9a-f-]{36}/.exec(text)?.[0] ?? "";
};

test("a new e-mail asks for the password, and the old address can undo it (B6)", {
  tag: "@phone",
}, async ({ page, sql, psychic, portal, signIn }) => {
  await makeProfileDetails(sql, psychic.id);
  await makePhone(sql, {
    user_id: psychic.id,
    phone_number: `7${String(psychic.id).padStart(9, "0")}`,
  });
  await signIn(psychic);
  const profile = new ProfilePage(page);
  await profile.openAsPsychic();
  await ageSignIns(sql, psychic.id);
  await profile.field("PIN").fill("4821");
  await profile.field("Email").fill("elsewhere@people.example");
  await profile.save.click();

  const question = page.getByRole("dialog", { name: "Confirm That It Is You" });
  const password = question.getByLabel("Password", { exact: true });
  await expect(password).toBeFocused();
  await expect(password).toHaveAttribute("autocomplete", "current-password");
  await expect(question.locator("[autocomplete=username]")).toHaveValue(psychic.username);
  await expectNoAxeViolations(page);
  // Escape changes nothing and keeps the typed text.
  await page.keyboard.press("Escape");
  await expect(page.getByText("Confirm that it is you to do this.")).toBeVisible();
  await expect(profile.field("Email")).toHaveValue("elsewhere@people.example");
  await expect(profile.save).toBeFocused();

  await page.keyboard.press("Enter");
  await password.fill("not it");
  await page.keyboard.press("Enter");
  await expect(password).toHaveAccessibleDescription(/Password is not correct/);
  await password.fill(psychic.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/psychic");
  const stored = async () => (await oneRow(sql("users").where({ id: psychic.id }).first())).email;
  expect(await stored()).toBe("elsewhere@people.example");

  // The letter about the PIN mentions the e-mail address, too, so look for the whole phrase.
  const letter = await portal.letterTo(psychic.email, "e-mail address was changed");
  // Opening the link changes nothing, because mail scanners open links.
  await page.goto(undoLinkIn(letter));
  const button = page.getByRole("button", { name: "Restore My Email" });
  await expect(button).toBeVisible();
  await expectNoAxeViolations(page);
  expect(await stored()).toBe("elsewhere@people.example");
  await button.click();
  await expect(page.getByRole("heading", { name: "Your Email Is Restored" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Set a New Password" })).toBeVisible();
  await expectNoAxeViolations(page);
  expect(await stored()).toBe(psychic.email);
  await page.goto("/psychic/profile");
  await expect(page).toHaveURL(/\/login/);
});

test("a manager's new number asks for the password over the modal, then is saved (B6)", {
  tag: "@desktop",
}, async ({ page, sql, manager, signIn }) => {
  const number = `7${String(manager.id).padStart(9, "0")}`;
  await makePhone(sql, { user_id: manager.id, phone_number: number });
  await signIn(manager);
  const profile = new ProfilePage(page);
  await profile.openManagerProfile();
  await ageSignIns(sql, manager.id);
  await profile.openModal("Phone Numbers");
  await profile.press("Add Phone Number");
  await profile.inDialog("Phone").fill("2125550177");
  await profile.press("Save");
  const question = page.getByRole("dialog", { name: "Confirm That It Is You" });
  await question.getByLabel("Password", { exact: true }).fill(manager.password);
  await page.keyboard.press("Enter");
  await expect(question).toHaveCount(0);
  await expect(profile.dialog.getByText("Your phone numbers have been saved.")).toBeVisible();
  await expect(profile.dialog.getByText("212-555-0177")).toBeVisible();
  // Within five minutes of the confirmation, the next change asks for nothing.
  await profile.press("Add Phone Number");
  await profile.inDialog("Phone").fill("2125550178");
  await profile.press("Save");
  await expect(profile.dialog.getByText("212-555-0178")).toBeVisible();
  expect(await sql("phones").where({ user_id: manager.id })).toHaveLength(3);
});

test.describe("offline", () => {
  test.use({ serviceWorkers: "allow" });

  test("a number added offline waits for the password, then is sent (B6)", {
    tag: "@phone",
  }, async ({ page, context, sql, psychic, signIn }) => {
    await makeProfileDetails(sql, psychic.id);
    const number = `7${String(psychic.id).padStart(9, "0")}`;
    await makePhone(sql, { user_id: psychic.id, phone_number: number });
    await signIn(psychic);
    await page.goto("/psychic");
    await waitUntilUsableOffline(page);
    await page.close();
    await context.setOffline(true);

    const profile = new ProfilePage(await coldStart(context, "/psychic/profile"));
    await profile.openModal("Phone Numbers");
    await profile.press("Add Phone Number");
    await profile.inDialog("Phone").fill("2125550188");
    await profile.press("Save");
    await profile.press("Done");
    await ageSignIns(sql, psychic.id);
    await context.setOffline(false);

    await profile.page.getByRole("link", { name: "1 edit needs you" }).click();
    const card = profile.page.getByRole("main").getByRole("listitem");
    await expect(card).toContainText("Needs your confirmation");
    await expectNoAxeViolations(profile.page);
    await card.getByRole("button", { name: "Confirm" }).click();
    await profile.inDialog("Password").fill(psychic.password);
    await profile.press("Confirm");
    await expect(profile.page.getByText("Nothing to send")).toBeVisible();
    const numbers = await sql("phones").where({ user_id: psychic.id }).pluck("phone_number");
    expect(numbers.sort()).toEqual(["2125550188", number].sort());
  });
});
