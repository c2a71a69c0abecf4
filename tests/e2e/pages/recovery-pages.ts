import type { Locator, Page } from "playwright/test";
import { PortalPage } from "./portal-page.ts";

export class ForgotPasswordPage extends PortalPage {
  readonly email: Locator;
  readonly submit: Locator;

  constructor(page: Page) {
    super(page);
    this.email = page.getByLabel("Email");
    this.submit = page.getByRole("button", { name: "Submit" });
  }
}

export class RecoverPasswordPage extends PortalPage {
  readonly password: Locator;
  readonly confirmation: Locator;
  readonly submit: Locator;

  constructor(page: Page) {
    super(page);
    this.password = page.getByLabel("Password", { exact: true });
    this.confirmation = page.getByLabel("Password Confirmation", { exact: true });
    this.submit = page.getByRole("button", { name: "Submit" });
  }

  async set(password: string, confirmation = password): Promise<void> {
    await this.password.fill(password);
    await this.confirmation.fill(confirmation);
    await this.submit.click();
  }
}

/** The path of the recovery link in a mail file. */
export function recoveryPath(letter: string): string {
  // Undo the quoted-printable encoding, which folds long lines.
  const text = letter.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
  const [path] = /\/recover_password\/[0-9a-f-]{36}/.exec(text) ?? [];
  if (!path) throw new Error("the letter has no recovery link");
  return path;
}
