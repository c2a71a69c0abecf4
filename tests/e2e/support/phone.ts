import type { BrowserContext, Page } from "playwright/test";
import { expect } from "./server.ts";

/** Everything that a browser keeps of a page's host, as text, to look for what must not be there. */
export function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    const text = (value: unknown) =>
      JSON.stringify(value, (_, part) =>
        part instanceof ArrayBuffer || ArrayBuffer.isView(part)
          ? new TextDecoder("latin1").decode(part)
          : part,
      );
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const store of database.objectStoreNames) {
        const all = await new Promise<unknown[]>((resolve, reject) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        parts.push(`${name}/${store}: ${text(all)}`);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) parts.push(`${name}: ${request.url}`);
    }
    return parts.join("\n");
  });
}

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
      timeout: 20_000,
    })
    .toBe(true);
  await expect
    .poll(() => countStored(page, "kept", "answers"), {
      message: "all is kept",
      timeout: 20_000,
    })
    .toBeGreaterThanOrEqual(7);
}

/** A cold start without a network: another page of the browser, straight at an address. */
export async function coldStart(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}
