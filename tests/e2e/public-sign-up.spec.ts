import { makePhone } from "#seeds/builders/phone.ts";
import { oneRow } from "#server/db/one-row.ts";
import { patient } from "#tests/support/patience.ts";
import { makeManager, makePsychic } from "../support/people.ts";
import { LoginPage } from "./pages/login-page.ts";
import { RecoverPasswordPage, recoveryPath } from "./pages/recovery-pages.ts";
import { boxes, steps, WizardPage } from "./pages/wizard-page.ts";
import { expectToFit } from "./support/fit.ts";
import { type MailingPortal, openMailingPortal } from "./support/mailing-portal.ts";
import { freshSignUp } from "./support/newcomer.ts";
import { expect, test } from "./support/server.ts";
import { browserStorageText } from "./support/stored.ts";

let portal: MailingPortal;
test.beforeAll(async () => {
  portal = await openMailingPortal();
});
test.afterAll(() => portal.close());

/** Matches the password, and the PIN and the SSN unless they are part of a longer number or word. */
function secretsOf({ pin, ssn }: { pin: string; ssn: string }): RegExp {
  const dashedSsn = ssn.replace(/^(...)(..)/, "$1-?$2-?");
  return new RegExp(`seven-stars|(?<![\\w-])(${pin}|${dashedSsn})(?![\\w-])`);
}

test(
  "R39 to R44, D30: a visitor signs up, sets a password from a letter and lands on /psychic",
  {
    tag: "@desktop",
  },
  async ({ page }, info) => {
    const person = freshSignUp(info.testId);
    const wizard = new WizardPage(page);
    // The path decides the brand, whatever the host.
    await wizard.open(portal.at("cos.localhost", "/OneSun/SignUp"));
    await expect(page).toHaveTitle("Sign Up · One Sun");
    await expect(page.locator("html")).toHaveAttribute("data-brand", "onesun");
    await expect(page.getByText("Copyright 2020 One Sun")).toBeVisible();
    await expectToFit(page);
    const site = page.getByRole("navigation", { name: "Site" });
    for (const [name, path] of [
      ["Home", "/onesun"],
      ["Apply", "/onesun/apply"],
      ["Login", "/login"],
    ] as const) {
      await expect(site.getByRole("link", { name })).toHaveAttribute("href", path);
    }
    await expect(page.getByRole("list", { name: "What you need" })).toContainText(
      /US or Canadian phone number.*40 or more hours a week.*skills to build repeat business/,
    );
    await expect(wizard.previous).toBeHidden();

    await wizard.passToAgreement(person);
    const agreement = page.frameLocator("iframe");
    await expect(agreement.getByRole("heading", { level: 1 })).toHaveText(steps.agreement);
    await expect(agreement.getByText("One Sun, version 2027-01")).toBeVisible();
    const [printed] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("link", { name: "Printer-friendly version" }).click(),
    ]);
    await expect(printed).toHaveURL(portal.at("cos.localhost", "/onesun/agreement"));
    await expect(printed.getByText("One Sun, version 2027-01")).toBeVisible();
    await printed.close();

    await expect(page.getByText("Checked: you are not a robot.")).toBeVisible();
    await wizard.agree.click();
    await wizard.expectError(boxes.agreed, "You must agree to the Privacy Policy");
    await wizard.expectError(boxes.psychic, "You must confirm you are psychic");
    await expect(wizard.field(boxes.agreed)).toBeFocused();
    await wizard.tickBoxes();
    expect(await browserStorageText(page)).not.toMatch(secretsOf(person));
    await wizard.agree.dblclick();

    await wizard.expectStep(steps.thanks);
    await expect(wizard.stepHeading).toBeFocused();
    await expect(
      page.getByText("An administrator will contact you, usually within 24 hours."),
    ).toBeVisible();
    await expect(page.getByText("A confirmation e-mail has been sent")).toBeVisible();
    await expect(wizard.previous).toBeHidden();
    expect(await browserStorageText(page)).not.toContain(person.username);
    await page.reload();
    await wizard.expectStep(steps.thanks);

    const { sql } = portal;
    const users = await sql("users").where({ email: person.email });
    expect(users).toMatchObject([{ username: person.username, brand: "onesun", role: "psychic" }]);
    const { id } = await oneRow(Promise.resolve(users));
    expect(await sql("psychics").where({ user_id: id }).first()).toMatchObject({
      account_status: "Pending",
      requires_approval: false,
      referral: "123456",
      referral_known: false,
    });
    expect(await sql("agreements").where({ user_id: id })).toMatchObject([
      { brand: "onesun", version: "2027-01", agreed_at: expect.any(Date) },
    ]);

    const letters = () => portal.mail.lettersTo(person.email);
    // A job sends the letter, which may take a while on a busy machine.
    await expect.poll(letters, { timeout: patient(60_000) }).toHaveLength(1);
    const [letter = ""] = letters();
    expect(letter).toContain("Welcome to One Sun");
    expect(letter).not.toMatch(secretsOf(person));
    await page.goto(portal.at("onesun.localhost", recoveryPath(letter)));
    await new RecoverPasswordPage(page).set("eight-stars");
    await expect(page).toHaveURL(/\/login$/);
    await new LoginPage(page).signIn({ username: person.username, password: "eight-stars" });
    await expect(page).toHaveURL(portal.at("onesun.localhost", "/psychic"));
    expect(await browserStorageText(page)).not.toMatch(secretsOf(person));
    // A signed-in user may open the wizard too.
    await wizard.open(portal.at("onesun.localhost", "/onesun/signup"));
  },
);

test(
  "R44: a reload loses only the secrets, and Back keeps everything",
  {
    tag: ["@desktop", "@sweep"],
  },
  async ({ page }, info) => {
    const person = freshSignUp(info.testId);
    const secrets = { PIN: person.pin, Password: "seven-stars", "Confirm Password": "seven-stars" };
    const wizard = new WizardPage(page);
    await wizard.open(portal.at("cos.localhost", "/cos/signup"));

    const reload = async () => {
      expect(await browserStorageText(page)).not.toMatch(secretsOf(person));
      await page.reload();
      await wizard.expectStep(steps.logins);
      await expect(wizard.field("Psychic Name")).toHaveValue(person.username);
      await expect(wizard.field("Referral Code")).toHaveValue("123456");
      for (const label of Object.keys(secrets)) await expect(wizard.field(label)).toHaveValue("");
      await wizard.fill(secrets);
      await wizard.next.click();
      await wizard.expectStep(steps.person);
    };

    await wizard.fillLogins(person);
    await reload();
    await wizard.fillPerson(person);
    await reload();
    await expect(wizard.field("City")).toHaveValue("New York");
    await expect(wizard.field("Email")).toHaveValue(person.email);
    await expect(wizard.field("SS Number")).toHaveValue("");
    await wizard.field("SS Number").fill(person.ssn);
    await wizard.next.click();
    await wizard.fillDetails();
    await page.goBack();
    await wizard.expectStep(steps.person);
    await expect(wizard.field("SS Number")).toHaveValue(person.ssn);
    await page.goForward();
    await wizard.expectStep(steps.details);
    await wizard.next.click();
    await wizard.tickBoxes();
    await reload();
    await wizard.field("SS Number").fill(person.ssn);
    await wizard.next.click();
    await expect(wizard.field("Years Experience")).toHaveValue("7");
    await wizard.next.click();
    await expect(wizard.field(boxes.psychic)).toBeChecked();

    // Another tab has a draft of its own.
    const other = new WizardPage(await page.context().newPage());
    await other.open(portal.at("cos.localhost", "/cos/signup"));
    await expect(other.field("Psychic Name")).toHaveValue("");
  },
);

test(
  "S15, D5: a refusal shows at its step, and a blacklisted phone requires approval",
  { tag: "@desktop" },
  async ({ page }, info) => {
    const { sql } = portal;
    const person = freshSignUp(info.testId);
    const raven = await makePsychic(sql, { psychic: { account_status: "Blacklist" } });
    await makePhone(sql, { user_id: raven.id, phone_number: person.phone });
    const wizard = new WizardPage(page);
    const accounts = (await sql("users").where({ role: "psychic" })).length;
    // The first loads of the agreement and of the bot check fail.
    const broken = /\/cos\/agreement|\/api\/bot_check/;
    await page.route(broken, (route) => route.abort());
    await wizard.open(portal.at("cos.localhost", "/cos/signup"));
    await wizard.passToAgreement(person);
    await expect(page.getByText("The agreement could not be loaded.")).toBeVisible();
    await expect(page.getByText("We could not check that you are not a robot.")).toBeVisible();
    await wizard.tickBoxes();
    await wizard.agree.click();
    await expect(page.getByText("The bot check did not succeed. Please try again.")).toBeVisible();
    await page.unroute(broken);
    await page.getByRole("button", { name: "Try Again" }).first().click();
    await expect(page.frameLocator("iframe").getByText("COS, version")).toBeVisible();

    // Somebody else takes the username before this person sends the form.
    await makeManager(sql, { username: person.username });
    await wizard.agree.click();
    await wizard.expectStep(steps.logins);
    await wizard.expectError("Psychic Name", "Username is taken");
    await expect(wizard.field("Psychic Name")).toBeFocused();
    expect(await sql("users").where({ role: "psychic" })).toHaveLength(accounts);
    const username = `${person.username}-2`;
    await wizard.field("Psychic Name").fill(username);
    for (const step of [steps.person, steps.details, steps.agreement]) {
      await wizard.next.click();
      await wizard.expectStep(step);
    }
    await wizard.agree.click();
    await wizard.expectStep(steps.thanks);
    const { id } = await oneRow(sql("users").where({ username }).first("id"));
    expect(await sql("psychics").where({ user_id: id }).first()).toMatchObject({
      account_status: "Pending",
      requires_approval: true,
    });
    // Back leads to an empty wizard.
    await page.goBack();
    await wizard.expectStep(steps.logins);
    await expect(wizard.field("Psychic Name")).toHaveValue("");
  },
);
