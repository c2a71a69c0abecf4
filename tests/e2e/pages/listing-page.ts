import type { Locator, Page } from "playwright/test";
import { expect } from "../support/server.ts";
import { PortalPage } from "./portal-page.ts";

export class ListingPage extends PortalPage {
  readonly form: Locator;
  readonly salesPitch: Locator;
  readonly bioText: Locator;
  readonly live: Locator;
  readonly submit: Locator;
  readonly reset: Locator;

  constructor(page: Page) {
    super(page);
    this.form = page.getByRole("region", { name: "Listing", exact: true });
    this.salesPitch = page.getByLabel("Sales Pitch");
    this.bioText = page.getByLabel("Bio Text");
    this.live = page.getByRole("region", { name: "Live listing" });
    this.submit = page.getByRole("button", { name: "Submit for Approval" });
    this.reset = page.getByRole("button", { name: "Reset" });
  }

  /** Opens it as a manager. */
  async open(id: number): Promise<void> {
    await this.page.goto(`/psychics/${id}/listing`);
    await expect(this.form).toBeVisible();
  }

  /** Opens it as the psychic. */
  async openAsPsychic(): Promise<void> {
    await this.page.goto("/psychic/listing");
    await expect(this.form).toBeVisible();
  }

  category(name: string): Locator {
    return this.page.getByRole("checkbox", { name });
  }

  /** Presses a button and answers the confirmation modal. */
  async press(button: string, answer: "Yes" | "No", reason?: string): Promise<void> {
    await this.page.getByRole("button", { name: button }).click();
    const question = this.page.getByRole("dialog", { name: "Are you sure?" });
    if (reason !== undefined) await question.getByLabel("Reason").fill(reason);
    await question.getByRole("button", { name: answer }).click();
    await expect(question).toHaveCount(0);
  }
}
