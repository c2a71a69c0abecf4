import { chromium } from "playwright/test";
import { watchForFaults } from "#tests/support/page-watch.ts";
import { expect, test } from "../support/server.ts";

// Use a second browser: faults in Playwright's own would fail this test.
test(
  "a fault on any page of a watched browser is reported",
  {
    tag: "@sweep",
  },
  async ({ playwright: _, portal }, { project }) => {
    const browser = await chromium.launch(project.use.launchOptions);
    const faults: string[] = [];
    watchForFaults(browser, faults);
    const context = await browser.newContext({ baseURL: portal.url });
    const first = await context.newPage();
    const second = await context.newPage();
    await first.goto("/login");
    await second.goto("/cos");
    expect(faults).toEqual([]);

    await second.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "1";
      document.head.append(script);
    });
    await expect.poll(() => faults.join()).toMatch(/inline script.*Content Security Policy/s);
    await second.evaluate(() =>
      setTimeout(() => void Promise.reject(new Error("nobody caught me"))),
    );
    await expect.poll(() => faults).toContain("uncaught: nobody caught me");
    await second.evaluate(() => {
      new Image().src = "http://elsewhere.example/pixel.gif";
    });
    await expect.poll(() => faults.join()).toMatch(/elsewhere\.example/);
    const third = await (await browser.newContext({ baseURL: portal.url })).newPage();
    await third.goto("/login");
    const faultsBefore = faults.length;
    await third.evaluate(() => document.body.setAttribute("style", "color: red"));
    await expect.poll(() => faults.length).toBeGreaterThan(faultsBefore);
    await browser.close();
  },
);
