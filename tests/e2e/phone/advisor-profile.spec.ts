import type { Knex } from "knex";
import type { Browser } from "playwright/test";
import sharp from "sharp";
import { oneRow } from "#server/db/one-row.ts";
import { patient } from "#tests/support/patience.ts";
import { ProfilePage } from "../pages/profile-page.ts";
import { expectNoAxeViolations } from "../support/axe.ts";
import { expectToFit } from "../support/fit.ts";
import { makeNewcomer } from "../support/newcomer.ts";
import { test as base, expect } from "../support/server.ts";

type Newcomer = Awaited<ReturnType<typeof makeNewcomer>>;

/** A manager's browser, and the signed-in psychic whose profile that manager has approved. */
interface Fixtures {
  managerBrowser: Awaited<ReturnType<Browser["newContext"]>>;
  approved: Newcomer;
}

const test = base.extend<Fixtures>({
  managerBrowser: async ({ browser, portal, manager }, use) => {
    const managerBrowser = await browser.newContext({
      baseURL: portal.url,
      extraHTTPHeaders: { Origin: portal.url },
    });
    const data = { username: manager.username, password: manager.password };
    const answer = await managerBrowser.request.post("/api/sessions", { data });
    expect(answer.status()).toBe(200);
    await use(managerBrowser);
    await managerBrowser.close();
  },
  approved: async ({ managerBrowser, sql, portal, signIn }, use, info) => {
    const newcomer = await makeNewcomer(managerBrowser, sql, info.testId, portal.url);
    const approval = await managerBrowser.request.post(`/api/profile/${newcomer.id}/approve`, {
      data: {},
    });
    expect(approval.status()).toBe(204);
    await signIn(newcomer);
    await use(newcomer);
  },
});

const rowsOf = async (sql: Knex, id: number) => ({
  user: await oneRow(sql("users").where({ id }).first()),
  psychic: await oneRow(sql("psychics").where({ user_id: id }).first()),
  details: await sql("profile_details").where({ psychic_id: id }).orderBy("state"),
});

test("V18, D25, S1, S2, S15, N5: an edit takes effect at once or is pending, and says so", {
  tag: "@quick",
}, async ({ page, sql, managerBrowser, approved }) => {
  const { id } = approved;
  const profile = new ProfilePage(page);
  await profile.openAsPsychic();
  for (const label of ["Username", "First Name", "Address 1", "Country", "City", "State/Prov"]) {
    await expect(profile.field(label)).toBeDisabled();
  }
  await expect(page.getByText(/^Your manager, .*, changes these for you/)).toBeVisible();
  await expect(profile.approve).toHaveCount(0);

  await profile.field("Email").fill("nowhere");
  await profile.expectBelow("Email", "Email is invalid");
  await profile.field("Email").fill(`${approved.username}@elsewhere.example`);
  await profile.field("PIN").fill("12");
  await profile.expectBelow("PIN", "Pin is invalid, must be 4 numbers.");
  const other = await makeNewcomer(managerBrowser, sql, `${id}-b`, new URL(page.url()).origin);
  const second = { phone: { phone_number: other.phone } };
  await managerBrowser.request.post(`/api/psychics/${id}/phones`, { data: second });
  await profile.field("PIN").fill(other.pin);
  await profile.field("Preferred Contact Method").selectOption({ label: "Phone" });
  await profile.field("Zodiac Sign").selectOption({ label: "Leo" });
  await profile.expectBelow("Zodiac Sign", "Approved: Pisces");

  // Spanish is the primary language, English is the other one.
  await profile.openModal("Change Languages");
  await profile.inDialog("French").check();
  await profile.inDialog("Primary Language").selectOption({ label: "English" });
  await expect(profile.inDialog("English")).toHaveCount(0);
  await profile.press("Done");
  await expect(page.getByRole("group", { name: "Languages" })).toContainText(
    /English, also French.*Approved: Spanish, also English/,
  );
  for (const number of [2, 3, 4, 5, 6]) {
    await page.getByRole("button", { name: "Add Credential" }).click();
    await profile.field(`Credential ${number}`).fill(`Diploma ${number}`);
  }
  await expect(page.getByRole("button", { name: "Add Credential" })).toHaveCount(0);

  await profile.save.click();
  await profile.expectBelow("PIN", "Phone/Pin combo is taken");
  await profile.field("PIN").fill("8264");
  await profile.save.click();
  await expect(profile.notice("Profile Updated")).toContainText("Your profile was updated");
  await expect(page).toHaveURL("/psychic");

  const { user, psychic, details } = await rowsOf(sql, id);
  expect(user.email).toBe(`${approved.username}@elsewhere.example`);
  expect(psychic).toMatchObject({ contact_method: "P", profile_status: "Pending" });
  expect((await (await page.request.get("/api/profile")).json()).pin).toBe("8264");
  const credentials = ["Reiki master", ...[2, 3, 4, 5, 6].map((number) => `Diploma ${number}`)];
  expect(details).toMatchObject([
    { state: "approved", zodiac: 12, language: 2, languages: [1], credentials: ["Reiki master"] },
    { state: "edited", zodiac: 5, language: 1, languages: [3], credentials },
  ]);

  await managerBrowser.request.post(`/api/profile/${id}/reject`, {
    data: { reason: "Which school?" },
  });
  await profile.openAsPsychic();
  await expect(profile.status).toContainText("Rejected");
  await expect(profile.status).toContainText("Reason: Which school?");
  await profile.expectBelow("Zodiac Sign", "Approved: Pisces");
});

test("V18: a psychic's own request cannot change what only managers may", async ({
  page,
  sql,
  portal,
  approved,
}) => {
  const before = await rowsOf(sql, approved.id);
  const facts = [
    { first: "Other" },
    { city: "Troy", postal_code: "12180" },
    { experience: 40 },
    { username: "other" },
    { account_status: "Active", requires_approval: false },
    { profile_status: "Rejected", zodiac: 5 },
  ];
  for (const profile of facts) {
    for (const path of ["/api/profile", `/api/psychics/${approved.id}/profile`]) {
      const answer = await page.request.put(path, {
        data: { profile },
        headers: { Origin: portal.url },
      });
      expect(answer.status(), JSON.stringify(profile)).toBe(422);
    }
  }
  expect(await rowsOf(sql, approved.id)).toEqual(before);
});

test("V25, V26, N2, N6, D34a: numbers, password and picture are saved separately", async ({
  page,
  browser,
  sql,
  portal,
  approved,
}) => {
  const { id, username } = approved;
  const profile = new ProfilePage(page);
  await profile.openAsPsychic();
  await profile.openModal("Phone Numbers");
  const rows = profile.dialog.getByRole("listitem");
  for (const number of ["4155550111", "6465550123"]) {
    await profile.press("Add Phone Number");
    await profile.inDialog("Phone").fill(number);
    await profile.inDialog("Takes text messages (SMS)").check();
    await profile.press("Save");
  }
  await expect(rows).toHaveText([/Preferred/, /415-555-0111/, /646-555-0123.*SMS/s]);
  await expect(profile.dialog.getByText("Add Phone Number")).toHaveCount(0);
  await profile.press("Set Preferred: 415-555-0111");
  await expect(rows.nth(1)).toHaveText(/Preferred/);
  await profile.press("Done");
  await expect(profile.notice("Phones Saved")).toContainText("Your phone numbers have been saved.");
  expect(
    await sql("phones").where({ user_id: id }).orderBy("id").select("phone_number", "sms"),
  ).toMatchObject([{ sms: false }, { phone_number: "4155550111", sms: false }, { sms: true }]);
  expect(await sql("phones").where({ user_id: id, preferred: true })).toMatchObject([
    { phone_number: "4155550111" },
  ]);

  await profile.openModal("Password");
  await profile.inDialog("Current Password").fill("not this one");
  await profile.inDialog("New Password").fill("eight-moons");
  await profile.inDialog("Confirm Password").fill("eight-moons");
  await profile.press("Submit");
  await expect(profile.inDialog("Current Password")).toHaveAccessibleDescription(
    "Password is not correct",
  );
  await profile.inDialog("Current Password").fill(approved.password);
  await profile.press("Submit");
  await expect(profile.notice("Password Updated")).toContainText("Your password has been updated.");
  const elsewhere = await browser.newContext({ baseURL: portal.url });
  for (const [password, status] of [
    [approved.password, 401],
    ["eight-moons", 200],
  ] as const) {
    const answer = await elsewhere.request.post("/api/sessions", {
      data: { username, password },
      headers: { Origin: portal.url },
    });
    expect(answer.status()).toBe(status);
  }
  await elsewhere.close();

  const panel = page.getByRole("region", { name: "Picture" });
  const photo = sharp({ create: { width: 600, height: 600, channels: 3, background: "teal" } });
  await panel.getByLabel("Picture file").setInputFiles({
    name: "me.png",
    mimeType: "image/png",
    buffer: await photo.png().toBuffer(),
  });
  await panel.getByRole("button", { name: "Use This Picture" }).click();
  await expect(panel).toContainText("The picture is waiting for approval.");
  await expect(panel.getByRole("img", { name: "Submitted" })).toBeVisible();
  expect(await sql("pictures").where({ user_id: id }).pluck("state")).toEqual(["pending"]);
});

test("D39: offline, PIN, password and picture cannot be changed, and a save has no PIN", async ({
  page,
  context,
  sql,
  approved,
}) => {
  const profile = new ProfilePage(page);
  await profile.openAsPsychic();
  await profile.field("PIN").fill("00");
  await context.setOffline(true);
  await expect(profile.field("PIN")).toBeDisabled();
  await profile.expectBelow("PIN", "You need to be online to change the PIN.");
  const panel = page.getByRole("region", { name: "Picture" });
  await expect(panel).toContainText("You need to be online to send a picture.");
  await expect(panel.getByRole("button", { name: "Choose Picture" })).toBeDisabled();
  await profile.field("Email").fill(`${approved.username}@offline.example`);
  await profile.save.click();
  await expect(profile.notice("Waiting to send")).toContainText("It is stored on this device");
  // Text that could not be sent stays in its field, and the screen stays open.
  await expect(page).toHaveURL("/psychic/profile");
  await context.setOffline(false);
  await expect(profile.field("PIN")).toHaveValue("00");
  // The page or the worker sends the new e-mail address later.
  await expect
    .poll(async () => (await oneRow(sql("users").where({ id: approved.id }).first())).email, {
      timeout: patient(60_000),
    })
    .toBe(`${approved.username}@offline.example`);
  const { detail } = await oneRow(
    sql("audit_trail").where({ subject_id: approved.id, action: "profile changed" }).first(),
  );
  expect(detail.to).toEqual({ email: `${approved.username}@offline.example` });
  expect(detail).not.toHaveProperty("pin_changed");
  expect((await (await page.request.get("/api/profile")).json()).pin).toBe(approved.pin);
});

test("D38: a PIN that arrives late fills its field, and typed fields stay", async ({
  page,
  context,
  approved,
}) => {
  const profile = new ProfilePage(page);
  const path = `**/api/psychics/${approved.id}/profile`;
  await page.route(
    path,
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), pin: null } });
    },
    { times: 1 },
  );
  await page.clock.install();
  await profile.openAsPsychic();
  await expect(profile.field("PIN")).toHaveValue("");
  await profile.field("Zodiac Sign").selectOption({ label: "Leo" });
  await page.clock.fastForward(60_000);
  await context.setOffline(true);
  await expect(profile.field("PIN")).toBeDisabled();
  await context.setOffline(false);
  await expect(profile.field("PIN")).toHaveValue(approved.pin);
  await expect(profile.field("Zodiac Sign")).toHaveValue("5");
});

test("axe finds nothing on the profile and its modals, and they fit", async ({
  page,
  managerBrowser,
  approved,
}) => {
  await managerBrowser.request.put(`/api/psychics/${approved.id}/profile`, {
    data: { profile: { zodiac: 5, language: 1 } },
  });
  const profile = new ProfilePage(page);
  await profile.openAsPsychic();
  await expect(profile.status).toContainText("Pending");
  await expect(profile.field("Username")).toHaveValue(approved.username);
  await expectNoAxeViolations(page);
  await expectToFit(page);
  for (const [button, first] of [
    ["Change Languages", "Primary Language"],
    ["Password", "Current Password"],
  ] as const) {
    await profile.openModal(button);
    await expect(profile.inDialog(first)).toBeVisible();
    await expectNoAxeViolations(page);
    await expectToFit(page);
    await page.keyboard.press("Escape");
  }
});
