import type { Locator, Page } from "playwright";

/** One tap, click or key. */
export type Step = () => Promise<void>;

/** Waits until the page has shown what the last step asked for, and has nothing more to do. */
export async function settle(page: Page): Promise<void> {
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: "detached" });
  for (let frames = 0; frames < 2; frames++) {
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done))),
    );
  }
}

const centerOf = async (target: Locator) => {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not on screen`);
  return [box.x + box.width / 2, box.y + box.height / 2] as const;
};

/**
 * The steps of a person in a list. Playwright's own clicks would look for what covers the target.
 * That causes a layout within the measured time, so these steps click at coordinates instead.
 */
export function stepsOf(page: Page, measured: (step: Step) => Promise<void>) {
  const click = async (target: Locator) => {
    const [x, y] = await centerOf(target);
    await page.mouse.move(x, y);
    await measured(async () => {
      await page.mouse.down();
      await page.mouse.up();
    });
  };
  const tap = async (target: Locator) => {
    const [x, y] = await centerOf(target);
    await measured(() => page.touchscreen.tap(x, y));
  };
  const press = async (...keys: string[]) => {
    for (const key of keys) await measured(() => page.keyboard.press(key));
  };
  const some = async (targets: Locator, atMost: number) => (await targets.all()).slice(0, atMost);

  return {
    /** Clicks the headers that sort, the last one twice. */
    async headers() {
      const headers = await some(page.locator(".sort-button:visible"), 8);
      for (const header of headers) await click(header);
      for (const header of headers.slice(-1)) await click(header);
    },
    /** Types into the search field, and searches. */
    async search() {
      await page.locator("main input[type=search]").focus();
      await press(..."luna", "Enter");
    },
    /** Chooses other columns in "Sort by", and reverses the order. */
    async sortChoice() {
      await page.getByLabel("Sort by").focus();
      await press("ArrowDown", "ArrowDown", "ArrowUp");
      const order = page.locator(".sort-control button");
      for (let times = 0; times < 2; times++) await tap(order);
    },
    /** Opens cards, or rows of a phone's table, and closes their details. */
    async cards() {
      for (const row of await some(page.locator("tr[data-row] .icon-button"), 3)) {
        await tap(row);
        await tap(page.getByRole("dialog").getByRole("button", { name: "Close" }).first());
      }
    },
    /** Filters approvals by type, opens some from the list, and moves on with J and K. */
    async approvals() {
      const types = page.getByRole("group", { name: "Type" }).getByRole("button");
      for (const place of [2, 3, 0]) await click(types.nth(place));
      for (const link of await some(page.locator(".review-links a"), 3)) {
        await click(link);
      }
      await press("j", "j", "j", "k", "k");
    },
    /** Chooses recipients, filters and sorts them, and writes a message. */
    async recipients() {
      for (const box of await some(page.locator(".check-cell"), 4)) await tap(box);
      await page.getByLabel("RPC at least").focus();
      await press("2", "0", "Backspace", "Backspace");
      await this.sortChoice();
      await tap(page.getByRole("button", { name: /^Select All/ }));
      await tap(page.getByRole("button", { name: "Clear Selection" }));
      await page.getByLabel("Message").focus();
      await press(..."Hello");
    },
  };
}
