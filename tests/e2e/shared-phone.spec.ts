import { chromium } from "playwright/test";
import { LoginPage } from "./pages/login-page.ts";
import { expect, test } from "./support/server.ts";

test(
  "D38: the back button brings nobody's screen back after a sign-out",
  {
    tag: "@phone",
  },
  async ({ alsoWatch, portal, psychic }, { project }) => {
    const { launchOptions, viewport } = project.use;
    // Playwright's own browser keeps no page aside for the back button; people's browsers do.
    const browser = await chromium.launch({
      ...launchOptions,
      ignoreDefaultArgs: ["--disable-back-forward-cache"],
    });
    alsoWatch(browser);
    try {
      const context = await browser.newContext({ baseURL: portal.url, viewport: viewport ?? null });
      const page = await context.newPage();
      const login = new LoginPage(page);
      await login.open();
      await login.signIn(psychic);
      await expect(page).toHaveURL(/\/psychic$/);
      // A screen that asks the server for nothing: no refused call can help.
      await login.follow("Contact");
      await expect(login.heading).toHaveText("Contact");
      await page.evaluate((name) => {
        window.addEventListener("pageshow", ({ persisted }) => {
          const text = document.body.innerText;
          // After React's own turn, before anything is painted.
          queueMicrotask(() =>
            Object.assign(window, {
              brought: { persisted, path: location.pathname, shows: text.includes(name) },
            }),
          );
        });
      }, psychic.username);
      await page.goto("/cos");

      const other = new LoginPage(await context.newPage());
      await other.page.goto("/psychic/contact");
      await other.signOut();
      await expect(other.page).toHaveURL(/\/login$/);
      await other.page.close();

      await page.goBack({ waitUntil: "commit" });
      await expect
        .poll(() => page.evaluate(() => (window as { brought?: unknown }).brought))
        .toEqual({ persisted: true, path: "/login", shows: false });
      await expect(login.heading).toHaveText("Please Sign In");
    } finally {
      await browser.close();
    }
  },
);
