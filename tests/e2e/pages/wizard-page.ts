import type { Locator, Page } from "playwright/test";
import { expect } from "../support/server.ts";
import { escapeRegExp, PortalPage } from "./portal-page.ts";

/** The sign-up wizard: /newpsychic for managers, /cos/signup and /onesun/signup for visitors. */
export class WizardPage extends PortalPage {
  readonly next: Locator;
  readonly previous: Locator;
  readonly agree: Locator;
  readonly startOver: Locator;
  readonly stepHeading: Locator;

  constructor(page: Page) {
    super(page);
    this.next = page.getByRole("button", { name: "Next", exact: true });
    this.previous = page.getByRole("button", { name: "Previous", exact: true });
    this.agree = page.getByRole("button", { name: "I Agree", exact: true });
    this.startOver = page.getByRole("button", { name: "Start Over" });
    this.stepHeading = page.getByRole("heading", { level: 2 });
  }

  async open(path = "/newpsychic"): Promise<void> {
    await this.page.goto(path);
    await expect(this.next).toBeVisible();
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  async fill(fields: Record<string, string>): Promise<void> {
    for (const [label, text] of Object.entries(fields)) await this.field(label).fill(text);
  }

  /** Expects a field's description to end with this error. A hint may precede it. */
  async expectError(label: string, text: string): Promise<void> {
    await expect(this.field(label)).toHaveAccessibleDescription(
      new RegExp(`${escapeRegExp(text)}$`),
    );
  }

  async expectStep(title: string): Promise<void> {
    await expect(this.stepHeading).toHaveText(title);
  }

  async fillLogins(person: { username: string; pin: string }): Promise<void> {
    await this.fill({
      "Referral Code": "123456",
      "Psychic Name": person.username,
      Password: "seven-stars",
      "Confirm Password": "seven-stars",
      PIN: person.pin,
    });
  }

  /** The form fills in the city and the state from this ZIP. */
  async fillPerson(person: { email: string; ssn: string; phone: string }): Promise<void> {
    await this.fill({
      "First Name": "Stella",
      "Last Name": "Maris",
      "Address 1": "7 Harbor Road",
      "Zip/Postal Code": "10025",
      Email: person.email,
      "SS Number": person.ssn,
      "Primary Phone": person.phone,
    });
    await expect(this.field("City")).toHaveValue("New York");
  }

  async fillDetails(): Promise<void> {
    await this.field("Zodiac Sign").selectOption({ label: "Leo" });
    await this.field("Years Experience").fill("7");
  }

  /** Goes from the first step of the public wizard to the agreement. */
  async passToAgreement(person: Newcomer): Promise<void> {
    await this.fillLogins(person);
    await this.next.click();
    await this.expectStep(steps.person);
    await this.fillPerson(person);
    await this.next.click();
    await this.expectStep(steps.details);
    await this.fillDetails();
    await this.next.click();
    await this.expectStep(steps.agreement);
  }

  async tickBoxes(): Promise<void> {
    await this.field(boxes.agreed).check();
    await this.field(boxes.psychic).check();
  }
}

interface Newcomer {
  username: string;
  pin: string;
  email: string;
  ssn: string;
  phone: string;
}

export const boxes = {
  agreed: "I have read the Psychic Agreement and the Privacy Policy, and I agree to them",
  psychic: "I confirm that I am psychic",
};

export const steps = {
  logins: "Create Web and Phone Logins",
  person: "Name, Address, Email and Phone",
  details: "Zodiac, Gender, Experience and Languages",
  agreement: "Psychic Agreement and Privacy Policy",
  thanks: "Thank you!",
};
