import sharp from "sharp";
import { oneRow } from "#server/db/one-row.ts";
import { ProfilePage } from "../pages/profile-page.ts";
import { makeNewcomer } from "../support/newcomer.ts";
import { expect, test } from "../support/server.ts";

test.beforeEach(({ signIn, manager }) => signIn(manager));

test("R24, R37, D25, D4: a manager edits a profile and decides on it, then edits their own", async ({
  page,
  sql,
  portal,
  psychic,
  manager,
}, info) => {
  const { id, username } = await makeNewcomer(page, sql, info.testId, portal.url);
  const profile = new ProfilePage(page);
  await test.step("R24, S1, N5, V11: an edit makes the profile Pending; a ZIP fills in city and state", async () => {
    await sql("psychics").where({ user_id: id }).update({ profile_status: "Approved" });
    await profile.open(id);
    await expect(profile.approve).toBeHidden();

    await profile.field("First Name").fill("");
    await profile.expectBelow("First Name", "First Name is required");
    await profile.field("First Name").fill("Estelle");
    await profile.field("Zip/Postal Code").fill("9021");
    await profile.expectBelow("Zip/Postal Code", "Zip/Postal Code is invalid");
    // Text typed before the answer arrives stays.
    const answer = Promise.withResolvers<void>();
    await page.route(
      "**/api/locations/*",
      async (route) => {
        await answer.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await profile.field("Zip/Postal Code").fill("02116");
    await profile.field("City").fill("My Town");
    answer.resolve();
    await expect(profile.field("State/Prov")).toHaveValue("MA");
    await expect(profile.field("City")).toHaveValue("My Town");
    await profile.field("Zip/Postal Code").fill("90210");
    await expect(profile.field("City")).toHaveValue("Beverly Hills");
    await expect(profile.field("State/Prov")).toHaveValue("CA");
    await profile.field("Years Experience").fill("x");
    await profile.expectBelow("Years Experience", "Years Experience is invalid. Must be numeric.");
    await profile.field("Years Experience").fill("12");
    await profile.field("Primary Language").selectOption({ label: "French" });
    await page.getByRole("button", { name: "Add Credential" }).click();
    await profile.field("Credential 2").fill("Palmist");
    await page.getByRole("button", { name: "Remove credential 1" }).click();
    await expect(profile.field("Credential 1")).toHaveValue("Palmist");
    await page.getByRole("button", { name: "Add Credential" }).click();
    await page.getByRole("button", { name: "Remove credential 2" }).click();
    await expect(page.getByRole("button", { name: "Add Credential" })).toBeFocused();

    const sent = page.waitForRequest(
      (request) => request.method() === "PUT" && request.url().endsWith(`/psychics/${id}/profile`),
    );
    await profile.save.click();
    await expect(profile.notice("Profile Updated")).toContainText("Profile was updated");
    const { profile: changes } = (await sent).postDataJSON();
    expect(Object.keys(changes).sort()).toEqual(
      ["city", "credentials", "experience", "first", "language", "postal_code", "region"].sort(),
    );
    await expect(profile.status).toContainText("Pending");

    const user = await sql("users").where({ id }).first();
    expect(user).toMatchObject({ first: "Estelle", city: "Beverly Hills", region: "CA" });
    const details = await sql("profile_details").where({ psychic_id: id, state: "edited" }).first();
    expect(details).toMatchObject({ language: 3, experience: 12, credentials: ["Palmist"] });
  });

  await test.step("V10, V13: the country sets the dial prefix and the kind of region field", async () => {
    await profile.open(id);
    await profile.field("Country").selectOption({ label: "France" });
    await profile.expectBelow("Country", "Dial prefix +33");
    await profile.save.click();
    await profile.expectBelow("Region", "State/Region is required");
    await profile.field("Region").fill("Bretagne");
    await profile.field("Zip/Postal Code").fill("F-35000");
    await profile.save.click();
    await expect(profile.notice("Profile Updated")).toBeVisible();
    expect(await sql("users").where({ id }).first()).toMatchObject({
      country: "FR",
      country_code: 33,
      region: "Bretagne",
      postal_code: "F-35000",
    });
    await profile.field("Country").selectOption({ label: "Canada" });
    await expect(profile.field("State/Prov")).toHaveValue("");
    await profile.expectBelow("Zip/Postal Code", "Zip/Postal Code is invalid");
  });

  await test.step("V6: a taken username shows an error while it is typed and when it is saved", async () => {
    await profile.open(id);
    await profile.field("Username").fill(psychic.username);
    await profile.expectBelow("Username", "Username is taken");
    await profile.save.click();
    await profile.expectBelow("Username", "Username is taken");
    await profile.field("Username").fill(`${username}-b`);
    await profile.expectBelow("Username", "This username is free");
    await profile.save.click();
    await expect(profile.notice("Profile Updated")).toBeVisible();
  });

  await test.step("D25, S2, N3, N4: a rejected profile is edited and approved; a changed field shows its approved value", async () => {
    await profile.open(id);
    await profile.reject.click();
    await profile.inDialog("Reason").fill("Which diploma?");
    await profile.press("Reject");
    await expect(profile.notice("Profile Rejected")).toContainText("The profile was rejected.");
    await expect(profile.status).toContainText("Reason: Which diploma?");
    await expect(profile.reject).toBeHidden();
    expect(await sql("psychics").where({ user_id: id }).first()).toMatchObject({
      profile_status: "Rejected",
      profile_reason: "Which diploma?",
    });

    await profile.field("Gender").selectOption({ label: "Male" });
    await expect(profile.approve).toBeHidden();
    await profile.save.click();
    await profile.approve.click();
    await expect(profile.notice("Profile Approved")).toContainText("The profile was approved.");
    await expect(profile.heading).toBeFocused();
    await expect(profile.status).toContainText("Approved");

    await profile.field("Gender").selectOption({ label: "Female" });
    await profile.expectBelow("Gender", "Approved: Male");
    const approved = await oneRow(
      sql("profile_details").where({ psychic_id: id, state: "approved" }).first(),
    );
    expect(approved.gender).toBe("M");
  });

  await test.step("D4: a blocked account cannot be edited, but its profile can still be approved", async () => {
    await profile.save.click();
    await expect(profile.status).toContainText("Pending");
    await sql("psychics")
      .where({ user_id: id })
      .update({ account_status: "Pending", requires_approval: true });
    await page.goto(`/psychics/${id}/profile`);
    await expect(profile.field("First Name")).toBeDisabled();
    await expect(profile.save).toBeHidden();
    await profile.approve.click();
    // Approval also confirms the account, so it asks first (M1).
    await profile.press("Approve and Confirm");
    await expect(profile.notice("Profile Approved")).toBeVisible();
    await expect(profile.field("First Name")).toBeEnabled();
  });

  await test.step("R37, N5: a manager's own profile", async () => {
    await page.goto("/dashboard");
    await profile.follow("Profile");
    await expect(page).toHaveURL("/edit_profile");
    await profile.field("Last Name").fill("Lastname");
    await profile.follow("Dashboard");
    await expect(profile.dialog).toContainText("Leave without saving?");
    await profile.press("Stay");
    await profile.field("Email").fill("no address");
    await profile.expectBelow("Email", "Email is invalid");
    await profile.field("Email").fill(`${manager.username}@new.example`);
    await profile.submit.click();
    await expect(profile.notice("Profile Updated")).toContainText("Profile was updated");
    await expect(page).toHaveURL("/dashboard");
    expect(await sql("users").where({ id: manager.id }).first()).toMatchObject({
      last: "Lastname",
      email: `${manager.username}@new.example`,
    });
  });
});

test("D34a: a picture is shrunk in the browser, shown and saved; a pending one is rejected", async ({
  page,
  sql,
  psychic: { id },
}) => {
  const profile = new ProfilePage(page);
  await profile.open(id);
  const panel = page.getByRole("region", { name: "Picture" });
  await panel.getByLabel("Picture file").setInputFiles({
    name: "a.txt",
    mimeType: "image/png",
    buffer: Buffer.from("no picture"),
  });
  await expect(panel).toContainText("Picture must be a JPEG, PNG or WebP of up to 8 MB");
  const large = sharp({ create: { width: 2400, height: 200, channels: 3, background: "teal" } });
  await panel.getByLabel("Picture file").setInputFiles({
    name: "a.png",
    mimeType: "image/png",
    buffer: await large.png().toBuffer(),
  });
  const preview = panel.getByRole("img", { name: "Chosen" });
  await expect(preview).toBeVisible();
  expect(await preview.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(2000);
  await panel.getByRole("button", { name: "Use This Picture" }).click();
  await expect(panel).toContainText("The picture was saved.");
  const picture = await oneRow(sql("pictures").where({ user_id: id }));
  expect(picture.state).toBe("approved");

  await sql("pictures").insert({
    user_id: id,
    state: "pending",
    name: `${"b".repeat(26)}${String(id).padStart(6, "0")}`,
  });
  await page.reload();
  await panel.getByRole("button", { name: "Reject Picture" }).click();
  await expect(panel).toContainText("The picture was rejected.");
  expect(await sql("pictures").where({ user_id: id })).toHaveLength(1);
});
