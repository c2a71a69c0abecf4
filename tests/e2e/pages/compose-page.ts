import type { Locator, Page } from "playwright/test";
import { expect } from "../support/server.ts";
import { PortalPage } from "./portal-page.ts";

/** The gift composer, `/psychics/7/compose`. */
export class ComposePage extends PortalPage {
  readonly subject: Locator;
  readonly minutes: Locator;
  readonly message: Locator;
  readonly send: Locator;
  readonly recipients: Locator;
  readonly table: Locator;

  constructor(page: Page) {
    super(page);
    this.subject = page.getByLabel("Subject");
    this.minutes = page.getByLabel("Free Minutes");
    this.message = page.getByLabel("Message");
    this.send = page.getByRole("button", { name: "Send Gifts" });
    this.recipients = page.getByRole("region", { name: "Recipients" });
    this.table = page.getByRole("table", { name: "Customers who may get a gift" });
  }

  /** Opens it as a manager. @param count how many customers may get a gift. */
  async open(psychic: { id: number }, count: number): Promise<void> {
    await this.page.goto(`/psychics/${psychic.id}/compose`);
    await this.expectSelected(0, count);
  }

  /** Opens it as the psychic. */
  async openAsPsychic(count: number): Promise<void> {
    await this.page.goto("/psychic/compose");
    await this.expectSelected(0, count);
  }

  async expectSelected(chosen: number, count: number): Promise<void> {
    await expect(this.recipients.getByText(`${chosen} of ${count} selected`)).toBeVisible();
  }

  /** The customers' names in the table's order. On a phone, each cell has a day below the name. */
  async customerNames(): Promise<string[]> {
    const texts = await this.table.locator("tbody").getByRole("rowheader").allInnerTexts();
    return texts.map((text) => text.split("\n", 1)[0] ?? "");
  }

  /** Presses Send and confirms the number of gifts. */
  async sendTo(recipients: number): Promise<void> {
    await this.send.click();
    const question = this.page.getByRole("dialog", { name: "Send these gifts?" });
    const yes = recipients === 1 ? "Send 1 Gift" : `Send ${recipients} Gifts`;
    await question.getByRole("button", { name: yes, exact: true }).click();
  }

  box(customer: string): Locator {
    return this.table.getByRole("checkbox", { name: customer, exact: true });
  }

  filter(name: "RPC at least" | "ALC at least" | "UFM exactly"): Locator {
    return this.recipients.getByLabel(name);
  }

  /** @param count the number on the button. */
  selectAll(count: number): Promise<void> {
    return this.page.getByRole("button", { name: `Select All ${count}`, exact: true }).click();
  }

  async write(subject: string, message: string): Promise<void> {
    await this.subject.fill(subject);
    await this.message.fill(message);
  }
}
