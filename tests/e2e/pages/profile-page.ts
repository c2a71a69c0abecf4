import type { Locator, Page } from "playwright/test";
import { expect } from "../support/server.ts";
import { escapeRegExp, PortalPage } from "./portal-page.ts";

/** A psychic's profile, which a manager or the psychic edits, or a manager's own profile. */
export class ProfilePage extends PortalPage {
  readonly save: Locator;
  readonly submit: Locator;
  readonly dialog: Locator;
  readonly status: Locator;
  readonly approve: Locator;
  readonly reject: Locator;

  constructor(page: Page) {
    super(page);
    this.save = page.getByRole("button", { name: "Save", exact: true });
    this.submit = page.getByRole("button", { name: "Submit", exact: true });
    this.dialog = page.getByRole("dialog");
    this.status = page.getByRole("region", { name: "Profile status" });
    this.approve = page.getByRole("button", { name: "Approve Profile" });
    this.reject = page.getByRole("button", { name: "Reject Profile" });
  }

  async open(id: number): Promise<void> {
    await this.page.goto(`/psychics/${id}/profile`);
    await expect(this.save).toBeVisible();
  }

  /** Opens the profile as the psychic. */
  async openAsPsychic(): Promise<void> {
    await this.page.goto("/psychic/profile");
    await expect(this.field("Email")).toBeVisible();
  }

  /** Opens the profile of the signed-in manager. */
  async openManagerProfile(): Promise<void> {
    await this.page.goto("/edit_profile");
    await expect(this.submit).toBeVisible();
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  /** Expects the error or hint below a field to contain this text. */
  async expectBelow(label: string, text: string): Promise<void> {
    await expect(this.field(label)).toHaveAccessibleDescription(new RegExp(escapeRegExp(text)));
  }

  async openModal(button: "Password" | "Phone Numbers" | "Change Languages"): Promise<void> {
    await this.page.getByRole("button", { name: button, exact: true }).click();
    await expect(this.dialog).toBeVisible();
  }

  inDialog(label: string): Locator {
    return this.dialog.getByLabel(label, { exact: true });
  }

  press(button: string): Promise<void> {
    return this.dialog.getByRole("button", { name: button, exact: true }).click();
  }
}
