import type { Page } from "playwright/test";

/** All that the page's origin keeps in this browser, as one text: to look for what must not be. */
export function storedBy(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const store of database.objectStoreNames) {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        const reading = database.transaction(store);
        const keys = reading.objectStore(store).getAllKeys();
        const values = reading.objectStore(store).getAll();
        reading.oncomplete = () => resolve();
        reading.onerror = () => reject(reading.error);
        await promise;
        kept.push(keys.result, values.result);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const response of await cache.matchAll()) kept.push(await response.text());
      for (const request of await cache.keys()) kept.push(request.url);
    }
    kept.push(location.href, history.state);
    return JSON.stringify(kept, (_, part) =>
      part instanceof ArrayBuffer || ArrayBuffer.isView(part)
        ? new TextDecoder("latin1").decode(part)
        : part,
    );
  });
}
