import type { Locator, Page } from "playwright/test";
import { expect } from "../support/server.ts";
import { PortalPage } from "./portal-page.ts";

export class StatisticsPage extends PortalPage {
  /** The button that names the dates. */
  readonly dates: Locator;
  readonly from: Locator;
  readonly to: Locator;
  readonly update: Locator;
  readonly rowsPerPage: Locator;
  readonly table: Locator;
  readonly rows: Locator;
  readonly pages: Locator;
  readonly tryAgain: Locator;

  constructor(page: Page) {
    super(page);
    this.dates = page.getByRole("button", { name: "Dates:" });
    this.from = page.getByLabel("From");
    this.to = page.getByLabel("To", { exact: true });
    this.update = page.getByRole("button", { name: "Update" });
    this.rowsPerPage = page.getByLabel("Rows per page");
    this.table = page.getByRole("table", { name: "Statistics of all psychics" });
    this.rows = this.table.locator("tbody").getByRole("row");
    this.pages = page.getByRole("navigation", { name: "Pages" });
    this.tryAgain = page.getByRole("button", { name: "Try Again" });
  }

  async open(query = ""): Promise<void> {
    await this.page.goto(`/statistics${query}`);
    await this.settled();
  }

  /** Waits until no request is pending. A new pay period may have no rows yet. */
  async loaded(): Promise<void> {
    await expect(this.page.getByRole("region", { name: /^Statistics/ })).toHaveAttribute(
      "aria-busy",
      "false",
    );
  }

  /** Waits until rows show and no request is pending. */
  async settled(): Promise<void> {
    await this.loaded();
    await expect(this.rows.first()).toBeVisible();
  }

  /** Opens the panel with the dates, fills them in and clicks Update. */
  async askFor(start: string, end: string): Promise<void> {
    if (!(await this.update.isVisible())) await this.dates.click();
    await this.from.fill(start);
    await this.to.fill(end);
    await this.update.click();
  }

  async range(): Promise<[string, string]> {
    return [await this.from.inputValue(), await this.to.inputValue()];
  }

  agents(): Promise<string[]> {
    return this.rows.getByRole("rowheader").allInnerTexts();
  }

  header(name: string): Locator {
    return this.table.getByRole("columnheader", { name, exact: true });
  }

  /** Clicks a header; `order` is the order after it. */
  async sortBy(name: string, order: "ascending" | "descending"): Promise<void> {
    await this.header(name).getByRole("button").click();
    await expect(this.header(name)).toHaveAttribute("aria-sort", order);
    await this.settled();
  }

  /** Clicks a period button; `start` and `end` are the dates after it. */
  async period(name: "Prev" | "Current" | "Next", start: string, end: string): Promise<void> {
    await this.page.getByRole("button", { name: `${name} Period` }).click();
    await expect(this.from).toHaveValue(start);
    await expect(this.to).toHaveValue(end);
    await this.settled();
  }

  async nextPage(number: number): Promise<void> {
    await this.page.getByRole("button", { name: "Next page" }).click();
    await this.expectPage(number);
  }

  async expectPage(number: number): Promise<void> {
    const button = this.pages.getByRole("button", { name: `Page ${number}`, exact: true });
    await expect(button).toHaveAttribute("aria-current", "page");
    await this.settled();
  }

  async showRows(size: "5" | "20" | "50" | "all"): Promise<void> {
    await this.rowsPerPage.selectOption(size);
    await expect(this.rowsPerPage).toHaveValue(size);
    await this.settled();
  }
}
