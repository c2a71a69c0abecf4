import type { Locator, Page } from "playwright/test";
import { expect } from "../support/server.ts";
import { PortalPage } from "./portal-page.ts";

export class ProblemPage extends PortalPage {
  readonly category: Locator;
  readonly details: Locator;
  readonly submit: Locator;

  constructor(page: Page) {
    super(page);
    this.category = page.getByLabel("Category");
    this.details = page.getByLabel("Details");
    this.submit = page.getByRole("button", { name: "Submit" });
  }

  async open(path = "/problem"): Promise<void> {
    await this.page.goto(path);
    await expect(this.heading).toHaveText("Report a Problem");
  }

  async submitDetails(words: string): Promise<void> {
    await this.details.fill(words);
    await this.submit.click();
  }
}
