import { gzipSync } from "node:zlib";
import type { Page } from "playwright/test";
import { exampleBrands as brands } from "#shared/reference/example-brands.ts";
import { sitePages, sitePath } from "#shared/reference/site-pages.ts";
import { expect, test } from "./support/server.ts";

/** A path of the portal under another host name. */
const addressOn = (host: string, url: string, path: string) => {
  const address = new URL(path, url);
  address.hostname = host;
  return address.href;
};

test("R1 to R4, R12: each host leads to its brand's site", {
  tag: "@desktop",
}, async ({ page, portal }) => {
  const hosts = [
    ["cos.localhost", brands[0]],
    ["onesun.localhost", brands[1]],
    ["elsewhere.localhost", brands[0]],
  ] as const;
  for (const [host, brand] of hosts) {
    await page.goto(addressOn(host, portal.url, "/"));
    await expect(page).toHaveURL(addressOn(host, portal.url, `/${brand.key}`));
    await expect(page).toHaveTitle(new RegExp(`· ${brand.name}$`));
    await expect(page.getByRole("navigation").locator("[aria-current]")).toHaveText("Home");
    await expect(page.getByRole("listitem").filter({ hasText: "I-Ching" })).toBeVisible();
    await expect(page.getByText("Some of our psychics earn up to $2,500 a week.")).toBeVisible();
    const phone = brand.supportPhone.replace(/(...)(...)(....)/, "$1-$2-$3");
    await expect(page.getByRole("contentinfo")).toContainText(phone);
    await expect(page.getByText(brand.supportEmail)).toHaveCount(brand.showsSupportEmail ? 2 : 0);
    await expect(page.getByText(`Copyright 2020 ${brand.name}`, { exact: true })).toBeVisible();
    const product = page.getByRole("img", { name: /^The portal on a psychic's phone/ });
    await product.scrollIntoViewIfNeeded();
    await expect(product).toHaveJSProperty("naturalWidth", 560);
    const question = page.getByText("When and how am I paid?");
    await question.click();
    await expect(page.getByText("payment comes within five days of its end")).toBeVisible();

    await page.getByRole("link", { name: "Privacy Policy" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");
    await expect(page.getByText("a phone extension of six digits")).toBeVisible();
    await page.getByRole("navigation").getByRole("link", { name: "Apply" }).click();
    await expect(page).toHaveURL(addressOn(host, portal.url, `/${brand.key}/apply`));
    await expect(page.getByRole("navigation").locator("[aria-current]")).toHaveText("Apply");
    await page.getByRole("link", { name: "Login" }).click();
    await expect(page.getByRole("heading", { name: "Please Sign In" })).toBeVisible();
  }
});

/** Whether the page allows a fade. Chromium itself skips the fade if a page is slow. */
const agreesToFade = (page: Page) =>
  page.evaluate(() => {
    const agrees = (rule: CSSRule): boolean => {
      if (rule instanceof CSSViewTransitionRule) return rule.navigation === "auto";
      if (rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches) return false;
      return rule instanceof CSSGroupingRule && [...rule.cssRules].some(agrees);
    };
    return [...document.styleSheets].some((sheet) => [...sheet.cssRules].some(agrees));
  });

test("pages agree to fade into each other, except with reduced motion", {
  tag: "@desktop",
}, async ({ page }) => {
  for (const path of ["/cos", "/cos/apply", "/login"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const [reducedMotion, fades] of [
      ["no-preference", true],
      ["reduce", false],
    ] as const) {
      await page.emulateMedia({ reducedMotion });
      await expect.poll(() => agreesToFade(page), `${path}, ${reducedMotion}`).toBe(fades);
    }
  }
});

test("pages describe themselves to search engines, and only the forms load scripts", {
  tag: "@desktop",
}, async ({ page, portal, request }) => {
  const loaded: { kind: string; url: string }[] = [];
  page.on("request", (sent) => loaded.push({ kind: sent.resourceType(), url: sent.url() }));
  for (const brand of brands) {
    const titles = new Set<string>();
    for (const name of sitePages) {
      const path = sitePath(brand, name);
      loaded.length = 0;
      await page.goto(path.toUpperCase());
      titles.add(await page.title());
      const canonical = page.locator("link[rel=canonical]");
      await expect(canonical).toHaveAttribute("href", `${portal.url}${path}`);
      const description = page.locator("meta[name=description]");
      await expect(description).toHaveAttribute("content", new RegExp(`${brand.name}.{40}`));

      if (name === "apply") await expect(page.locator("form button")).toBeEnabled();
      const scripts = loaded.filter(({ kind }) => kind === "script");
      // One script is the form's. The other turns away browsers that are too old for the form.
      expect([path, scripts.length]).toEqual([path, name === "apply" ? 2 : 0]);
      expect(loaded.filter(({ kind }) => kind === "stylesheet")).toEqual([]);
      for (const { url } of scripts) {
        const code = await (await request.get(url)).body();
        expect(gzipSync(code).length).toBeLessThan(15 * 1024);
      }
      if (name !== "home") continue;

      const picture = await page.locator("meta[property='og:image']").getAttribute("content");
      const image = await request.get(picture ?? "");
      expect([image.status(), image.headers()["content-type"]]).toEqual([200, "image/png"]);
      expect(image.headers()["cache-control"]).toContain("immutable");
      const data = await page.locator("script[type='application/ld+json']").textContent();
      expect(JSON.parse(data ?? "")).toMatchObject({
        "@type": "JobPosting",
        employmentType: "CONTRACTOR",
        jobLocationType: "TELECOMMUTE",
        hiringOrganization: { name: brand.name },
      });
    }
    expect(titles.size).toBe(sitePages.length);
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("every page works, and the form's bot check says that it needs JavaScript", {
    tag: "@phone",
  }, async ({ page, portal }) => {
    for (const host of ["cos.localhost", "onesun.localhost"]) {
      await page.goto(addressOn(host, portal.url, "/"));
      await page.getByText("Would I be an employee?").click();
      await expect(page.getByText("Psychics are independent contractors")).toBeVisible();
      await page.getByRole("link", { name: "Privacy Policy" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");
      await page.getByRole("navigation").getByRole("link", { name: "Apply" }).click();
      await page.getByLabel("Full Name").fill("x".repeat(120));
      expect(await page.getByLabel("Full Name").inputValue()).toHaveLength(100);
      await expect(page.getByRole("radio", { name: "Phone" })).toBeChecked();
      await expect(page.getByRole("button", { name: "Submit" })).toBeDisabled();
      const note = page.locator("noscript p");
      await expect(note).toBeVisible();
      await expect(note).toHaveText(/which needs JavaScript/);
    }
  });
});
