import type { Page } from "playwright/test";
import { demoUserId } from "#tests/e2e/support/demo.ts";
import { expect, test } from "#tests/e2e/support/server.ts";

/** The demo's user, the name of the picture, and the path of its screen. */
const screens = [
  [null, "landing", "/cos"],
  [null, "apply", "/cos/apply"],
  [null, "sign-in", "/login"],
  ["manager", "dashboard", "/dashboard"],
  ["manager", "psychics", "/psychics"],
  ["manager", "account", "/psychics/luna"],
  ["manager", "statistics", "/statistics"],
  ["manager", "approvals", "/approvals"],
  ["luna", "home", "/psychic"],
  ["luna", "schedule", "/psychic/schedule"],
  ["luna", "her-statistics", "/psychic/statistics"],
  ["luna", "readings", "/psychic/readings"],
] as const;

for (const [username, name, path] of screens) {
  test(`${name} looks as in its picture`, async ({ page, signIn, sql }) => {
    await waitForTypefaces(page);
    await page.addInitScript(fixTimes);
    if (username) await page.addInitScript(putOffReminder, await demoUserId(sql, username));
    if (username) await signIn({ username, password: `${username}-demo` });
    await page.goto(path.replace("luna", String(await demoUserId(sql, "luna"))));
    await page.waitForLoadState("networkidle");
    await expect(page.locator('[aria-busy="true"], .spinner')).toHaveCount(0);
    await expect(page).toHaveScreenshot(`${name}.png`);
  });
}

/** A reminder to add a passkey appears once the page is idle. */
const putOffReminder = (userId: number) =>
  localStorage.setItem(`factor-offer ${userId}`, "9999-12-31");

/** On a slow network a site's page may stay in a system font. A picture waits for the brand's font. */
const waitForTypefaces = (page: Page) =>
  page.route(/\/cos(\/apply)?$/, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replaceAll("font-display:optional", "font-display:block");
    // The policy names the hash of the unchanged styles, so it would block the changed ones.
    const { "content-security-policy": _, ...headers } = response.headers();
    await route.fulfill({ response, headers, body });
  });

/** Replaces every time on the page with the same one, because the portal's start takes a varying time. */
function fixTimes() {
  const fixTexts = () => {
    const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const fixed = text.data
        .replace(/\d+:\d\d(:\d\d)?(?=\s[AP]M)/g, "10:08$1")
        .replace(/:\d\d(?=\s[AP]M)/g, ":08")
        // "8 min" is the time until or since something. In a table, "8 min." are minutes that the
        // psychic worked.
        .replace(/\b\d+(?= (h|min|sec)\b(?!\.))/g, "10");
      if (fixed !== text.data) text.data = fixed;
    }
  };
  // In the last hour before the next call, a ring shrinks. Only a slow run would show it.
  const hideRing = () => document.querySelector(".call-ring.is-near")?.classList.remove("is-near");
  const fixAll = () => {
    fixTexts();
    hideRing();
  };
  new MutationObserver(fixAll).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ["class"],
  });
}
