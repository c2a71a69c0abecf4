import type { Driver, ElementName } from "./driver.ts";
import { until } from "./until.ts";

/**
 * Runs in the page: finds a visible element by `kind` and `name`, anywhere or inside the selector
 * `within`.
 */
const finder = `
  const [kind, name, within] = arguments;
  const clean = (text) => (text ?? "").replace(/\\s+/g, " ").trim();
  const isSeen = (one) => one.getClientRects().length > 0 && !one.closest("[inert]");
  const nameOf = (one) =>
    clean(one.getAttribute("aria-label")) ||
    clean([...(one.labels ?? [])].map((label) => label.textContent).join(" ")) ||
    clean(one.innerText);
  const all = {
    button: "button, [role=button]",
    link: "a[href]",
    field: "input, select, textarea",
    heading: "h1, h2, h3",
  }[kind];
  const root = within ? document.querySelector(within) : document;
  const found = [...(root?.querySelectorAll(all) ?? [])].filter(isSeen);
  return (
    found.find((one) => nameOf(one) === name) ??
    found.find((one) => nameOf(one).startsWith(name)) ??
    null
  );`;

/** The app's screens, used by their visible texts as a person does. */
export class Screen {
  readonly driver: Driver;
  readonly origin: string;

  constructor(driver: Driver, origin: string) {
    this.driver = driver;
    this.origin = origin;
  }

  go(path: string): Promise<void> {
    return this.driver.go(this.origin + path);
  }

  find(kind: "button" | "link" | "field" | "heading", name: string, within?: string) {
    return until(`${kind} “${name}”`, () =>
      this.driver.run<ElementName | null>(finder, kind, name, within ?? null),
    );
  }

  async press(name: string, within?: string): Promise<void> {
    await until(`press “${name}”`, async () => {
      await this.driver.click(await this.find("button", name, within));
      return true;
    });
  }

  async follow(name: string, within?: string): Promise<void> {
    await until(`follow “${name}”`, async () => {
      await this.driver.click(await this.find("link", name, within));
      return true;
    });
  }

  async fill(fields: Record<string, string>): Promise<void> {
    for (const [name, text] of Object.entries(fields)) {
      // A new screen may replace the field after it was found. Then try again.
      await until(`fill “${name}”`, async () => {
        await this.driver.type(await this.find("field", name), text);
        return true;
      });
    }
  }

  /** Chooses an option by its label, and sends the select's change event. */
  async choose(name: string, option: string, within?: string): Promise<void> {
    const field = await this.find("field", name, within);
    await this.driver.run(
      `const [field, words] = arguments;
       const option = [...field.options].find(({ label }) => label.trim() === words);
       const { set } = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value");
       set.call(field, option.value);
       field.dispatchEvent(new Event("change", { bubbles: true }));`,
      field,
      option,
    );
  }

  async tick(name: string): Promise<void> {
    await this.driver.click(await this.find("field", name));
  }

  /** Waits until the page shows the words. With `not`, waits until they are gone. */
  async sees(words: string | RegExp, { not = false } = {}): Promise<void> {
    const pattern = typeof words === "string" ? null : words;
    await until(`${not ? "not " : ""}seen: ${words}`, async () => {
      const text = await this.driver.run<string>("return document.body.innerText");
      const isSeen = pattern ? pattern.test(text) : text.includes(String(words));
      return isSeen !== not;
    });
  }

  async isAt(path: RegExp): Promise<void> {
    await until(`at ${path}`, async () =>
      path.test(await this.driver.run<string>("return location.pathname")),
    );
  }

  async signIn({ username, password }: { username: string; password: string }): Promise<void> {
    await this.go("/login");
    await this.fill({ Username: username, Password: password });
    await this.press("Submit");
  }

  /** Clears the browser, as if nobody had used it before. */
  async begin(): Promise<void> {
    await this.go("/login");
    await this.driver.run("localStorage.clear(); sessionStorage.clear();");
    await this.driver.forgetCookies();
  }
}
