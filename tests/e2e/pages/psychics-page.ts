import type { Locator, Page } from "playwright/test";
import { expect } from "../support/server.ts";
import { PortalPage } from "./portal-page.ts";

export class PsychicsPage extends PortalPage {
  readonly term: Locator;
  readonly search: Locator;
  readonly clear: Locator;
  readonly rowsPerPage: Locator;
  readonly table: Locator;
  readonly rows: Locator;

  constructor(page: Page) {
    super(page);
    this.term = page.getByPlaceholder("Username, Name, or Extension");
    this.search = page.getByRole("button", { name: "Search" });
    this.clear = page.getByRole("button", { name: "Clear" });
    this.rowsPerPage = page.getByLabel("Rows per page");
    this.table = page.getByRole("table");
    this.rows = this.table.locator("tbody").getByRole("row");
  }

  async open(query = ""): Promise<void> {
    await this.page.goto(`/psychics${query}`);
    await this.settled();
  }

  /** Waits until no request is pending. A search may leave no rows. */
  async settled(): Promise<void> {
    await expect(this.page.locator(".table-scroller")).toHaveAttribute("aria-busy", "false");
  }

  async find(term: string): Promise<void> {
    await this.term.fill(term);
    await this.search.click();
    await this.settled();
  }

  names(): Promise<string[]> {
    return this.rows.getByRole("rowheader").getByRole("link").allInnerTexts();
  }
}
