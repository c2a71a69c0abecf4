import type { BrowserContext, Page } from "playwright/test";
import { patient } from "#tests/support/patience.ts";
import { expect } from "./server.ts";

/** How many entries a database's store of this page has; opening one that is not there makes it. */
export function countStored(page: Page, database: string, store: string): Promise<number> {
  return page.evaluate(
    async ([database, store]) => {
      const known = await indexedDB.databases();
      if (!known.some(({ name }) => name === database)) return 0;
      return new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(database);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction(store).objectStore(store).count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
          counting.onerror = () => reject(counting.error);
        };
      });
    },
    [database, store] as const,
  );
}

/** Waits until the phone has the app and what its psychic may need in a tunnel. */
export async function untilKept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), {
      message: "the worker has the page",
      timeout: patient(20_000),
    })
    .toBe(true);
  await expect
    .poll(() => countStored(page, "kept", "answers"), {
      message: "all is kept",
      timeout: patient(20_000),
    })
    .toBeGreaterThanOrEqual(7);
}

/** A cold start without a network: another page of the browser, straight at an address. */
export async function coldStart(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}
