import type { Locator, Page } from "playwright/test";
import { expect } from "../support/server.ts";
import { PortalPage } from "./portal-page.ts";

/** The days that differ from the week, below it. */
export class DatesPage extends PortalPage {
  readonly section: Locator;
  readonly rows: Locator;
  readonly save: Locator;
  readonly modal: Locator;

  constructor(page: Page) {
    super(page);
    this.section = page.getByRole("region", { name: "Dates" });
    this.rows = this.section.getByRole("listitem");
    this.save = this.section.getByRole("button", { name: "Save Dates" });
    this.modal = page.getByRole("dialog", { name: /^(Add|Change) Dates$/ });
  }

  async openAsPsychic(): Promise<void> {
    await this.page.goto("/psychic/schedule");
    await expect(this.section.getByRole("button", { name: "Add Dates" })).toBeVisible();
  }

  async add(): Promise<void> {
    await this.section.getByRole("button", { name: "Add Dates" }).click();
    await expect(this.modal).toBeVisible();
  }

  /** @param name of the row's edit or delete button, such as `Edit Off 12/10/2026`. */
  press(name: string): Promise<void> {
    return this.section.getByRole("button", { name, exact: true }).click();
  }

  async fill(first: string, last: string, note?: string): Promise<void> {
    await this.modal.getByLabel("First Day").fill(first);
    await this.modal.getByLabel("Last Day").fill(last);
    if (note !== undefined) await this.modal.getByLabel("Note").fill(note);
  }

  done(): Promise<void> {
    return this.modal.getByRole("button", { name: "Done" }).click();
  }
}
