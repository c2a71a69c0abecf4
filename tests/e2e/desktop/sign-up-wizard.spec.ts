import { oneRow } from "#server/db/one-row.ts";
import { makeManager } from "#tests/support/people.ts";
import { LoginPage } from "../pages/login-page.ts";
import { steps, WizardPage } from "../pages/wizard-page.ts";
import { freshSignUp, makeNewcomer } from "../support/newcomer.ts";
import { expect, test } from "../support/server.ts";

test.beforeEach(({ signIn, manager }) => signIn(manager));

test("R18, R39 to R41, S15, N9: a manager signs a psychic up in three steps", async ({
  page,
  sql,
  portal,
  manager,
}, info) => {
  const person = freshSignUp(info.testId);
  const wizard = new WizardPage(page);
  await page.goto("/psychics");
  await page.getByRole("link", { name: "Add Psychic" }).click();
  await wizard.expectStep(steps.logins);
  await expect(wizard.previous).toBeHidden();

  await wizard.next.click();
  await wizard.expectError("Psychic Name", "Username is required");
  await wizard.expectError("Password", "Password is required");
  await wizard.expectError("PIN", "Pin is required");
  await expect(wizard.field("Psychic Name")).toBeFocused();
  await wizard.fillLogins(person);
  await wizard.field("Referral Code").fill("1");
  await wizard.expectError("Referral Code", "Referral is invalid");
  await wizard.field("Referral Code").fill("123456");
  await wizard.field("Confirm Password").fill("seven-suns");
  await wizard.expectError("Confirm Password", "Passwords do not match");
  await wizard.field("Confirm Password").fill("seven-stars");
  await wizard.next.click();

  await wizard.expectStep(steps.person);
  await expect(wizard.stepHeading).toBeFocused();
  await wizard.next.click();
  await wizard.expectError("SS Number", "SSN is required");
  await wizard.expectError("Primary Phone", "Phone is required.");
  await wizard.fillPerson({ ...person, phone: person.phone.slice(1), ssn: "12345" });
  await wizard.next.click();
  await wizard.expectError("SS Number", "SSN is invalid");
  await wizard.expectError("Primary Phone", "Phone is not valid");
  await wizard.fill({ "SS Number": person.ssn, "Primary Phone": person.phone });
  await wizard.field("Text messages (SMS) may be sent to this phone").check();
  await expect(wizard.field("Primary Phone")).toHaveValue(/^\d{3}-\d{3}-\d{4}$/);
  await wizard.next.click();

  await wizard.expectStep(steps.details);
  await expect(wizard.field("Gender")).toHaveValue("F");
  await wizard.field("French").check();
  await wizard.field("Primary Language").selectOption({ label: "French" });
  await expect(wizard.field("French")).toBeHidden();
  await wizard.field("Spanish").check();
  await wizard.next.click();
  await wizard.expectError("Zodiac Sign", "Zodiac Sign is required");
  await wizard.expectError("Years Experience", "Years Experience is required");
  await wizard.field("Zodiac Sign").selectOption({ label: "Leo" });
  await wizard.field("Years Experience").fill("7");
  const add = page.getByRole("button", { name: "Add Credential" });
  for (const number of [1, 2, 3, 4, 5, 6]) {
    await add.click();
    await wizard.field(`Credential ${number}`).fill(`Diploma ${number}`);
  }
  await expect(add).toBeHidden();
  await wizard.next.click();

  await expect(wizard.notice("Psychic Created")).toContainText(
    "The Psychic was created successfully.",
  );
  await expect(page).toHaveURL(/\/approvals\?open=/);
  const user = await oneRow(sql("users").where({ username: person.username }).first());
  expect(user).toMatchObject({ first: "Stella", city: "New York", region: "NY", country: "US" });
  expect(await sql("psychics").where({ user_id: user.id }).first()).toMatchObject({
    manager_id: manager.id,
    account_status: "Pending",
    referral: "123456",
    contact_method: "P",
  });
  expect(await sql("phones").where({ user_id: user.id }).first()).toMatchObject({
    phone_number: person.phone,
    sms: true,
    type: 3,
    time_zone_id: 11,
  });
  expect(await sql("profile_details").where({ psychic_id: user.id }).first()).toMatchObject({
    zodiac: 5,
    language: 3,
    languages: [2],
    experience: 7,
  });
  expect(await portal.letterTo(person.email)).toContain(person.username);
});

test("V6, V21, S15: a taken username or phone shows an error on the step with its field", async ({
  page,
  sql,
  portal,
}, info) => {
  const other = await makeNewcomer(page, sql, info.testId, portal.url);
  const person = freshSignUp(info.testId);
  const wizard = new WizardPage(page);
  await wizard.open("/NewPsychic");

  await test.step("V6, V21: Next checks the username and the phone", async () => {
    await wizard.fillLogins({ ...person, pin: other.pin, username: other.username.toUpperCase() });
    await wizard.next.click();
    await wizard.expectError("Psychic Name", "Username is taken");
    await wizard.field("Psychic Name").fill(person.username);
    await wizard.next.click();
    await wizard.expectStep(steps.person);
    await wizard.fillPerson({ ...person, phone: other.phone });
    await wizard.next.click();
    await wizard.expectError("Primary Phone", "Phone/Pin combo is taken");
    await wizard.expectStep(steps.person);
    await wizard.field("Primary Phone").fill(person.phone);
    await wizard.next.click();
  });

  await test.step("S15: a refused sign-up returns to the step with the error", async () => {
    await wizard.fillDetails();
    // Somebody else takes the username first.
    await makeManager(sql, { username: person.username });
    await wizard.next.click();
    await wizard.expectStep(steps.logins);
    await wizard.expectError("Psychic Name", "Username is taken");
    await wizard.field("Psychic Name").fill(`${person.username}-2`);
    await wizard.next.click();
    // Next does nothing while the server checks the username.
    await wizard.expectStep(steps.person);
    await wizard.next.click();
    await expect(wizard.field("Years Experience")).toHaveValue("7");
    await wizard.next.click();
    await expect(wizard.notice("Psychic Created")).toBeVisible();
  });
});

test(
  "R44, D7: Previous and Back keep all; a reload and a session's end lose only the secrets",
  {
    tag: "@sweep",
  },
  async ({ page, manager }, info) => {
    const person = freshSignUp(info.testId);
    const wizard = new WizardPage(page);
    const expectNoSecrets = async () => {
      await expect(wizard.field("Psychic Name")).toHaveValue(person.username);
      for (const label of ["PIN", "Password", "Confirm Password"]) {
        await expect(wizard.field(label)).toHaveValue("");
      }
    };
    await wizard.open();
    await wizard.fillLogins(person);
    await wizard.next.click();
    await wizard.fillPerson(person);

    await test.step("R44: Previous and Back keep everything", async () => {
      await wizard.previous.click();
      await wizard.expectStep(steps.logins);
      await expect(wizard.field("PIN")).toHaveValue(person.pin);
      await page.goBack();
      await wizard.expectStep(steps.person);
      await expect(wizard.field("SS Number")).toHaveValue(person.ssn);
    });

    await test.step("R44: a reload keeps all but the secrets", async () => {
      await page.reload();
      await wizard.expectStep(steps.logins);
      await expectNoSecrets();
      await wizard.fillLogins(person);
      await wizard.next.click();
      await expect(wizard.field("City")).toHaveValue("New York");
      await expect(wizard.field("SS Number")).toHaveValue("");
    });

    await test.step("D7: after a session ends, signing in returns to the wizard, filled in", async () => {
      await wizard.field("SS Number").fill(person.ssn);
      await wizard.next.click();
      await wizard.fillDetails();
      await page.context().clearCookies();
      await wizard.next.click();
      await expect(page).toHaveURL(/\/login/);
      await new LoginPage(page).signIn(manager);
      await wizard.expectStep(steps.logins);
      await expectNoSecrets();
    });

    await test.step("R44: Start Over discards everything", async () => {
      await wizard.startOver.click();
      await wizard.expectStep(steps.logins);
      await expect(wizard.field("Psychic Name")).toHaveValue("");
      await page.reload();
      await expect(wizard.next).toBeVisible();
      await expect(wizard.field("Psychic Name")).toHaveValue("");
    });
  },
);
