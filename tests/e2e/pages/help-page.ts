import type { Locator, Page } from "playwright/test";
import { PortalPage } from "./portal-page.ts";

/** The psychics' help: the index, the search and the pages. */
export class HelpPage extends PortalPage {
  readonly search: Locator;
  readonly count: Locator;
  readonly results: Locator;
  /** The words that a search highlighted. */
  readonly highlights: Locator;
  /** A page has this link at its top and at its end. */
  readonly back: Locator;

  constructor(page: Page) {
    super(page);
    this.search = page.getByLabel("Search the help");
    this.count = page.getByRole("status").filter({ hasText: /for “|answer to “/ });
    this.results = page.getByRole("list", { name: "Found in the help" }).getByRole("listitem");
    this.highlights = page.getByRole("article").locator("mark");
    this.back = page.getByRole("link", { name: "Back to Index" });
  }

  async open(subpath = ""): Promise<void> {
    await this.page.goto(`/psychic/help${subpath}`);
    await this.heading.waitFor();
  }

  /** A page's entry in the index. */
  entry(title: string): Locator {
    return this.page
      .getByRole("main")
      .getByRole("link")
      .filter({
        has: this.page.getByText(title, { exact: true }),
      });
  }

  section(title: string): Locator {
    return this.page.getByRole("region", { name: title });
  }
}
