import type { Locator, Page } from "playwright/test";
import { expect } from "../support/server.ts";
import { PortalPage } from "./portal-page.ts";

export type ApprovalType = "Profile" | "Listing" | "Picture" | "Account";

export class ApprovalsPage extends PortalPage {
  readonly rows: Locator;

  constructor(page: Page) {
    super(page);
    this.rows = page
      .getByRole("table", { name: "Approvals Waiting" })
      .locator("tbody")
      .getByRole("row");
  }

  async open(query = ""): Promise<void> {
    await this.page.goto(`/approvals${query}`);
    await expect(this.heading).toHaveText("Approvals Waiting");
  }

  link(type: ApprovalType, name: string): Locator {
    return this.page.getByRole("link", { name: `${type} of ${name}: review` });
  }

  review(type: ApprovalType, name: string): Locator {
    return this.page.getByRole("region", { name: `${type} of ${name}` });
  }

  async press(button: string): Promise<void> {
    await this.page.getByRole("button", { name: button }).click();
  }
}
