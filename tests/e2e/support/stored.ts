import type { Page } from "playwright/test";

/** Everything that the page's origin stores in this browser, as one searchable text. */
export function browserStorageText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const storedValues: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
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
        storedValues.push(keys.result, values.result);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const response of await cache.matchAll()) storedValues.push(await response.text());
      for (const request of await cache.keys()) storedValues.push(request.url);
    }
    storedValues.push(location.href, history.state);
    return JSON.stringify(storedValues, (_, part) =>
      part instanceof ArrayBuffer || ArrayBuffer.isView(part)
        ? new TextDecoder("latin1").decode(part)
        : part,
    );
  });
}
