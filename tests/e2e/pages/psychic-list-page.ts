import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright/test";
import { expect } from "../support/server.ts";
import { escapeRegExp, PortalPage } from "./portal-page.ts";

/** A list of a psychic's records, such as `/psychics/7/readings`. */
export class PsychicListPage extends PortalPage {
  readonly table: Locator;
  readonly rows: Locator;
  readonly rowsPerPage: Locator;
  readonly from: Locator;
  readonly to: Locator;
  readonly update: Locator;
  readonly #nameStart: RegExp;

  /** @param nameStart the start of the name of the table and of its region. */
  constructor(page: Page, nameStart: string) {
    super(page);
    this.#nameStart = new RegExp(`^${escapeRegExp(nameStart)}`);
    this.table = page.getByRole("table", { name: this.#nameStart });
    // Without the day headings.
    this.rows = this.table.locator("tbody tr[data-row]");
    this.rowsPerPage = page.getByLabel("Rows per page");
    this.from = page.getByLabel("From");
    this.to = page.getByLabel("To", { exact: true });
    this.update = page.getByRole("button", { name: "Update" });
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await this.settled();
  }

  /** Waits until rows show and no request is pending. */
  async settled(): Promise<void> {
    const region = this.page.getByRole("region", { name: this.#nameStart });
    await expect(region).toHaveAttribute("aria-busy", "false");
    await expect(this.rows.first()).toBeVisible();
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

  async showDays(start: string, end: string): Promise<void> {
    await this.page.getByRole("button", { name: "Dates:" }).click();
    await this.from.fill(start);
    await this.to.fill(end);
    await this.update.click();
    await expect(this.page).toHaveURL(new RegExp(`start_date=${start}&end_date=${end}`));
  }

  /** The texts of a column's cells. @param index 0 is the row's header. */
  async column(index: number): Promise<string[]> {
    const cells = this.rows.locator(`> :nth-child(${index + 1})`);
    return (await cells.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim());
  }

  /** The names of a list of customers, which are buttons. */
  async customerNames(): Promise<string[]> {
    return this.rows.locator("th .cell-button").allInnerTexts();
  }

  /** The name and lines of the exported file. The first line is the header. */
  async exported(): Promise<{ name: string; lines: string[] }> {
    const downloading = this.page.waitForEvent("download");
    await this.page.getByRole("button", { name: "Export CSV" }).click();
    const file = await downloading;
    const text = await readFile(await file.path(), "utf8");
    return {
      name: file.suggestedFilename(),
      lines: text.replace("\uFEFF", "").trimEnd().split("\r\n"),
    };
  }

  dialog(name: string): Locator {
    return this.page.getByRole("dialog", { name, exact: true });
  }

  async closeDialog(name: string): Promise<void> {
    await this.page.keyboard.press("Escape");
    await expect(this.dialog(name)).toHaveCount(0);
  }
}
