import { type BrowserContext, expect, type Page } from "playwright/test";
import { payloads } from "./payloads.ts";

// Checks of a screen for the tests of hostile text.

/** Records every call and dialog that a payload causes, in any page and frame. */
export async function setTrap(context: BrowserContext): Promise<string[]> {
  const sprung: string[] = [];
  await context.exposeBinding("t", ({ page }) => void sprung.push(`ran at ${page.url()}`));
  context.on("dialog", (dialog) => {
    sprung.push(`asked "${dialog.message()}"`);
    return dialog.dismiss();
  });
  return sprung;
}

export const plain = (text: string) => text.replace(/\s+/g, " ").trim();

/** The text of a screen and the values of its fields. */
function textOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const fields = document.querySelectorAll<HTMLInputElement>("input, textarea, select");
    const words = [document.body.innerText, ...[...fields].map(({ value }) => value)];
    return words.join("\n");
  });
}

/** Elements and attributes of payloads that no screen of the portal has. */
export const foreign = `script:not([src], #brands[type="application/json"]), iframe, object, embed, base, math, marquee, form[action], animate,
  [onclick], [onerror], [onload], [onfocus], [onmouseover], [ontoggle], [onbegin], [onanimationend], [autofocus],
  [href^="javascript:" i], [src^="javascript:" i], [href^="//"], [src^="//"], img[src="x"],
  meta[http-equiv], body style, body link`;

/** Opens an address, waits for its payloads, and expects no foreign element. */
export async function expectTextsAt(
  page: Page,
  url: string,
  shows: readonly string[],
): Promise<void> {
  await page.goto(url);
  const missing = async () => {
    const text = plain(await textOf(page));
    return shows.map(plain).filter((payload) => !text.includes(payload));
  };
  await expect.poll(missing, { message: url, intervals: [50, 100] }).toEqual([]);
  await expectNoForeignElement(page);
  expect(page.url()).toBe(url);
}

async function expectNoForeignElement(page: Page): Promise<void> {
  const found = await page.locator(foreign).evaluateAll((all) => all.map((one) => one.outerHTML));
  expect(found, page.url()).toEqual([]);
}

/** Opens each row's dialog in turn, and expects them to show every payload. */
export async function lookIntoRows(page: Page): Promise<void> {
  const texts = await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const texts: string[] = [];
    for (const button of document.querySelectorAll<HTMLElement>("tbody .cell-button")) {
      button.click();
      while (!document.querySelector("dialog")) await frame();
      const dialog = document.querySelector("dialog") as HTMLDialogElement;
      texts.push(dialog.innerText);
      dialog.close();
      // React removes a dialog shortly after it closes.
      while (dialog.isConnected) await frame();
    }
    return texts;
  });
  const opened = plain(texts.join("\n"));
  expect(payloads.map(plain).filter((payload) => !opened.includes(payload))).toEqual([]);
  await expectNoForeignElement(page);
}
