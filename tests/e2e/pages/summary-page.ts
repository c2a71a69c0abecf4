import type { Locator, Page } from "playwright/test";
import { PortalPage } from "./portal-page.ts";

export class SummaryPage extends PortalPage {
  readonly status: Locator;
  readonly availability: Locator;
  readonly phone: Locator;
  readonly chat: Locator;
  readonly autoEmail: Locator;
  readonly outcome: Locator;
  /** At the control that was changed. */
  readonly refusal: Locator;
  readonly approval: Locator;

  constructor(page: Page) {
    super(page);
    this.status = page.getByLabel("Status");
    this.availability = page.getByLabel("Availability");
    this.phone = page.getByRole("checkbox", { name: "Phone" });
    this.chat = page.getByRole("checkbox", { name: "Chat" });
    this.autoEmail = page.getByRole("checkbox", { name: "Automated Free Minute Emails" });
    this.outcome = page.getByRole("region", { name: "Account" }).getByRole("status");
    this.refusal = page.getByRole("region", { name: "Account" }).locator(".at-once .is-danger");
    this.approval = page.getByRole("dialog", { name: "Special Approval Required" });
  }

  async open(id: number): Promise<void> {
    await this.page.goto(`/psychics/${id}`);
    await this.status.waitFor();
  }

  /** The tick beside the control that was saved last. */
  saved(label: string): Locator {
    return this.page.locator(".at-once").filter({ hasText: label }).getByText("Saved");
  }

  tile(label: string): Locator {
    return this.page.locator(".tile").filter({ hasText: label });
  }
}
