import { oneRow } from "#server/db/one-row.ts";
import { ProfilePage } from "../pages/profile-page.ts";
import { makeNewcomer } from "../support/newcomer.ts";
import { expect, test } from "../support/server.ts";

test.beforeEach(({ signIn, manager }) => signIn(manager));

test("V25, K5, N6, R37: phone numbers are added, changed, made preferred and removed", async ({
  page,
  sql,
  portal,
  manager,
}, info) => {
  const profile = new ProfilePage(page);
  await test.step("V25, K5, N6: a psychic's numbers are added, changed, made preferred and removed", async () => {
    const { id, phone } = await makeNewcomer(page, sql, info.testId, portal.url);
    const formatted = `${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`;
    await profile.open(id);
    await profile.openModal("Phone Numbers");
    const rows = profile.dialog.getByRole("listitem");
    await expect(rows).toHaveText([new RegExp(`${formatted}.*Preferred.*SMS`, "s")]);

    await profile.press("Add Phone Number");
    await profile.inDialog("Phone").fill("212-555");
    await profile.press("Save");
    await expect(profile.inDialog("Phone")).toHaveAccessibleDescription("Phone is not valid");
    await profile.inDialog("Phone").fill("(415) 555-0111");
    await profile.inDialog("Time Zone").selectOption({ label: "Pacific" });
    await profile.inDialog("Takes text messages (SMS)").check();
    await profile.press("Save");
    await expect(profile.dialog).toContainText("Your phone numbers have been saved.");
    await expect(rows).toHaveText([/Preferred(?!.*SMS)/s, /415-555-0111.*Pacific time.*SMS/s]);

    await expect(profile.dialog.getByRole("button", { name: `Remove ${formatted}` })).toBeHidden();
    await expect(profile.dialog).toContainText("first make another one preferred");
    // Start the next change before this one is saved.
    await profile.press("Set Preferred: 415-555-0111");
    await profile.press("Add Phone Number");
    await profile.inDialog("Country Code").fill("33");
    await profile.inDialog("Phone").fill("145678901234");
    await profile.press("Save");
    await expect(rows).toHaveCount(3);
    await expect(profile.dialog.getByRole("button", { name: "Add Phone Number" })).toBeHidden();

    await profile.press("Change 145678901234");
    await profile.inDialog("Phone").fill("145678900");
    await profile.press("Save");
    await expect(rows.nth(2)).toContainText("+33 145678900");
    await profile.press(`Remove ${formatted}`);
    const question = page.getByRole("dialog", { name: `Remove ${formatted}?` });
    await question.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(rows).toHaveCount(2);
    await expect(profile.dialog.getByRole("button", { name: "Done" })).toBeFocused();
    await profile.press("Done");
    await expect(profile.notice("Phones Saved")).toContainText(
      "Your phone numbers have been saved.",
    );

    const stored = await sql("phones").where({ user_id: id }).orderBy("id");
    expect(stored).toMatchObject([
      { phone_number: "4155550111", preferred: true, sms: true, time_zone_id: 5 },
      { phone_number: "145678900", preferred: false, sms: false, country_code: 33 },
    ]);
  });

  await test.step("R37, N6: a manager's own numbers", async () => {
    await profile.openManagerProfile();
    await profile.openModal("Phone Numbers");
    await expect(profile.dialog).toContainText("No phone number yet.");
    await profile.press("Add Phone Number");
    await expect(profile.inDialog("Phone")).toBeFocused();
    await profile.inDialog("Phone").fill("2125550123");
    await page.keyboard.press("Escape");
    await expect(profile.dialog).toContainText("Close without saving what you typed?");
    await profile.press("Stay");
    await profile.press("Save");
    await expect(profile.dialog.getByRole("listitem")).toContainText("212-555-0123");
    await expect(profile.dialog.getByRole("button", { name: "Done" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(profile.notice("Phones Saved")).toBeVisible();
    await expect(page.getByRole("button", { name: "Phone Numbers" })).toBeFocused();
    expect(await sql("phones").where({ user_id: manager.id })).toMatchObject([
      { phone_number: "2125550123", preferred: true },
    ]);
  });
});

test(
  "V21, V25: a taken number shows an error, and a save shows somebody else's change first",
  {
    tag: "@sweep",
  },
  async ({ page, sql, portal }, info) => {
    const profile = new ProfilePage(page);
    await test.step("V21, V25: a taken phone and PIN pair is refused; somebody else's new number is shown", async () => {
      const other = await makeNewcomer(page, sql, info.testId, portal.url);
      const { id, phone } = await makeNewcomer(page, sql, info.testId, portal.url);
      await page.request.put(`/api/psychics/${id}/profile`, {
        data: { profile: { pin: other.pin } },
        headers: { Origin: portal.url },
      });
      await profile.open(id);
      await profile.openModal("Phone Numbers");
      await profile.press("Add Phone Number");
      await profile.inDialog("Phone").fill(other.phone);
      await profile.press("Save");
      await expect(profile.inDialog("Phone")).toHaveAccessibleDescription(
        "Phone/Pin combo is taken",
      );

      const theirs = await page.request.post(`/api/psychics/${id}/phones`, {
        data: { phone: { phone_number: "6465550100" } },
        headers: { Origin: portal.url },
      });
      expect(theirs.ok()).toBe(true);
      await profile.inDialog("Phone").fill("9175550123");
      await profile.press("Save");
      await expect(profile.dialog).toContainText("This has changed since you opened it.");
      await expect(profile.dialog).toContainText("646-555-0100");
      await profile.press("Save");
      await expect(profile.dialog.getByRole("listitem")).toHaveCount(3);
      const stored = await sql("phones").where({ user_id: id }).orderBy("id").pluck("phone_number");
      expect(stored).toEqual([phone, "6465550100", "9175550123"]);
    });

    await test.step("if somebody else changes a number during an edit, the user chooses a version", async () => {
      const { id, phone } = await makeNewcomer(page, sql, info.testId, portal.url);
      const { id: phoneId } = await oneRow(sql("phones").where({ user_id: id }));
      const stored = () => sql("phones").where({ user_id: id }).first();
      await page.clock.install();
      await profile.open(id);
      await profile.openModal("Phone Numbers");
      await profile.dialog.getByRole("button", { name: /^Change/ }).click();
      await profile.inDialog("Type").selectOption({ label: "Work" });
      const theirs = await page.request.post(`/api/psychics/${id}/phones`, {
        data: { phone: { id: phoneId, time_zone_id: 9 } },
        headers: { Origin: portal.url },
      });
      expect(theirs.ok()).toBe(true);
      // A return to the tab after a minute loads their change.
      await page.clock.fastForward(60_000);
      await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
      await expect(profile.dialog.getByRole("listitem")).toContainText("Central time");
      await profile.press("Save");
      const conflict = page.getByRole("dialog", { name: "This Has Changed" });
      await expect(conflict.getByRole("row", { name: "Time Zone Eastern Central" })).toBeVisible();
      expect(await stored()).toMatchObject({ time_zone_id: 9 });
      await conflict.getByRole("button", { name: "Keep mine" }).click();
      await expect(conflict).toHaveCount(0);
      await expect(profile.dialog).toContainText("Your phone numbers have been saved.");
      expect(await stored()).toMatchObject({ phone_number: phone, time_zone_id: 11, type: 2 });
    });
  },
);
