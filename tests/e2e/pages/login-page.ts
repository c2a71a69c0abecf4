import { expect, type Locator, type Page } from "playwright/test";
import { PortalPage } from "./portal-page.ts";

export class LoginPage extends PortalPage {
  readonly username: Locator;
  readonly password: Locator;
  readonly submit: Locator;
  readonly forgotPassword: Locator;

  constructor(page: Page) {
    super(page);
    // Another screen with a username may still show until the app learns that its session ended.
    const screen = page
      .getByRole("main")
      .filter({ has: page.getByRole("heading", { name: "Please Sign In" }) });
    this.username = screen.getByLabel("Username");
    this.password = screen.getByLabel("Password", { exact: true });
    this.submit = screen.getByRole("button", { name: "Submit" });
    this.forgotPassword = page.getByRole("link", { name: "Forgot Password" });
  }

  async open(): Promise<void> {
    await this.page.goto("/login");
    // The button is enabled once the script has loaded. Before that, Enter would not submit.
    await expect(this.submit).toBeEnabled();
  }

  async signIn(person: { username: string; password: string }): Promise<void> {
    await this.username.fill(person.username);
    await this.password.fill(person.password);
    await this.submit.click();
  }
}
