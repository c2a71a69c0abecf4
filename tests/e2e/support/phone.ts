import type { BrowserContext, Page } from "playwright/test";
import { patient } from "#tests/support/patience.ts";
import { expect } from "./server.ts";

/** Counts the entries of an IndexedDB store. Never opens a missing database, as that creates it. */
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

/** Waits until the phone has stored the app and the psychic's data for use offline. */
export async function waitUntilUsableOffline(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), {
      message: "the service worker controls the page",
      timeout: patient(60_000),
    })
    .toBe(true);
  await expect
    .poll(() => countStored(page, "kept", "answers"), {
      message: "all answers are stored",
      timeout: patient(60_000),
    })
    .toBeGreaterThanOrEqual(7);
}

/** Opens a path in a new page, as a cold start of the app does. */
export async function coldStart(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}
