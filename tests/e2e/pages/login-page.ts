import type { Locator, Page } from "playwright/test";
import { PortalPage } from "./portal-page.ts";

export class LoginPage extends PortalPage {
  readonly username: Locator;
  readonly password: Locator;
  readonly submit: Locator;
  readonly forgotPassword: Locator;

  constructor(page: Page) {
    super(page);
    this.username = page.getByLabel("Username");
    this.password = page.getByLabel("Password", { exact: true });
    this.submit = page.getByRole("button", { name: "Submit" });
    this.forgotPassword = page.getByRole("link", { name: "Forgot Password" });
  }

  async open(): Promise<void> {
    await this.page.goto("/login");
    await this.submit.waitFor();
  }

  async signIn(person: { username: string; password: string }): Promise<void> {
    await this.username.fill(person.username);
    await this.password.fill(person.password);
    await this.submit.click();
  }
}
