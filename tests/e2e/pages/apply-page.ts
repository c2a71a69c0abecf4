import type { Locator, Page } from "playwright/test";

/** The form of a recruiting site's apply page. */
export class ApplyPage {
  readonly page: Page;
  readonly name: Locator;
  readonly email: Locator;
  readonly phone: Locator;
  readonly comment: Locator;
  readonly submit: Locator;
  readonly success: Locator;
  readonly failure: Locator;

  constructor(page: Page) {
    this.page = page;
    this.name = page.getByLabel("Full Name");
    this.email = page.getByRole("textbox", { name: "Email" });
    this.phone = page.getByRole("textbox", { name: "Phone" });
    this.comment = page.getByLabel("Comment");
    this.submit = page.locator("form button");
    this.success = page.getByRole("status").filter({ hasText: "Success" });
    this.failure = page.getByRole("alert");
  }

  method(name: "Email" | "Phone"): Locator {
    return this.page.getByRole("radio", { name });
  }

  async fill(person: { name: string; email: string; phone: string }): Promise<void> {
    await this.name.fill(person.name);
    await this.email.fill(person.email);
    // Type key by key, because the field adds dashes during typing.
    await this.phone.pressSequentially(person.phone);
  }

  /** The error below the field. */
  error(field: "name" | "email" | "phone" | "comments"): Locator {
    return this.page.locator(`#${field}-problem`);
  }
}
