import type { Locator, Page } from "playwright/test";
import { PortalPage } from "./portal-page.ts";

export class DashboardPage extends PortalPage {
  readonly revenue: Locator;
  readonly approvals: Locator;
  readonly busy: Locator;
  readonly topFive: Locator;
  readonly tryAgain: Locator;

  constructor(page: Page) {
    super(page);
    this.revenue = page.getByText("Revenue", { exact: true }).first().locator("xpath=..");
    this.approvals = page.getByText("Approvals Waiting").locator("xpath=..");
    this.busy = page.getByText("On a Call or Chat").locator("xpath=..");
    this.topFive = page.getByRole("table", {
      name: /^Top 5 Psychics by Revenue for the (Current|Last) Period$/,
    });
    this.tryAgain = page.getByRole("button", { name: "Try Again" });
  }

  /** The words of each row. Drops the label `Ext.`, which only a phone shows. */
  async topRows(): Promise<string[][]> {
    const rows = this.topFive.locator("tbody").getByRole("row");
    await rows.first().waitFor();
    const texts = await rows.allInnerTexts();
    return texts.map((text) => text.split(/\s+/).filter((word) => word !== "Ext."));
  }
}
