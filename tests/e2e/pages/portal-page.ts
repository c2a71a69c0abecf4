import type { Locator, Page } from "playwright/test";

/** Escapes `text`, so that a regular expression matches it literally. */
export const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The parts of every screen: notices, a heading and, after sign-in, the menu. */
export class PortalPage {
  readonly page: Page;
  readonly heading: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole("heading", { level: 1 });
  }

  /** A notice by its title, in any live region. */
  notice(title: string): Locator {
    return this.page
      .locator(".notices > *")
      .getByText(title, { exact: true })
      .locator("xpath=ancestor::*[contains(@class, 'notice ') or @class='notice'][1]");
  }

  closeNotice(title: string): Promise<void> {
    return this.page.getByRole("button", { name: `Close: ${title}` }).click();
  }

  /** The side menu. On a phone this opens it. */
  async menu(): Promise<Locator> {
    const opener = this.page.getByRole("button", { name: "Menu", exact: true });
    const menu = this.page.getByRole("navigation", { name: / Menu$/ });
    // The sign-in screen, which has neither a menu nor its button, may still show.
    await opener.or(menu).first().waitFor();
    if ((await opener.isVisible()) && (await opener.getAttribute("aria-expanded")) === "false") {
      await opener.click();
    }
    return menu;
  }

  async follow(label: string): Promise<void> {
    await (await this.menu()).getByRole("link", { name: label }).click();
  }

  async signOut(): Promise<void> {
    await (await this.menu()).getByRole("button", { name: "Log Me Out" }).click();
  }

  /** The session in the browser's local storage, or null. */
  storedSession(): Promise<unknown> {
    return this.page.evaluate(() => JSON.parse(localStorage.getItem("user") ?? "null"));
  }
}
