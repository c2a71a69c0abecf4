import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright";
import { patient } from "../support/patience.ts";
import type { Account } from "../support/people.ts";
import type { House } from "./house.ts";

/** A problem report, and whether the form said that it was saved. */
export interface Report {
  text: string;
  isSaved: boolean;
}

/** How long to wait for any state (ms). */
const patience = patient(180_000);

/** A phone: a browser of its own with the built app. Tests use its screens as people do. */
export class Phone {
  readonly house: House;
  readonly context: BrowserContext;
  page: Page;
  /** All reports that were submitted on this phone, in order. */
  readonly reports: Report[] = [];

  constructor(house: House, context: BrowserContext, page: Page) {
    this.house = house;
    this.context = context;
    this.page = page;
  }

  /**
   * Takes an idle phone, without its earlier user's data, or else opens a new one. An idle phone
   * keeps the app, because installing it takes longer than most faults.
   */
  static async open(house: House): Promise<Phone> {
    const idle = house.idlePhones.pop();
    const context = idle ?? (await newContext(house));
    const page = await context.newPage();
    if (idle) {
      await context.clearCookies();
      const devtools = await context.newCDPSession(page);
      const storageTypes = "local_storage,indexeddb";
      await devtools.send("Storage.clearDataForOrigin", { origin: house.url, storageTypes });
    }
    return new Phone(house, context, page);
  }

  async signIn({ username, password }: Account): Promise<void> {
    const { page } = this;
    await page.goto("/login");
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Submit" }).click();
    await page.waitForURL(/\/psychic/);
    // Once the service worker controls the page, the app opens without a network.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, {
      timeout: patience,
    });
    await this.until(async () => (await this.keyHolder()) !== null, "the key is held");
  }

  setOffline(offline: boolean): Promise<void> {
    return this.context.setOffline(offline);
  }

  /** Opens another page of the same browser at an address. */
  async newPage(path: string): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(path);
    return page;
  }

  /** Sends problem reports through the form, one after the other, as fast as the screen allows. */
  async report(texts: readonly string[], page = this.page): Promise<void> {
    await page.waitForSelector('a[href="/psychic/problem"]', { timeout: patience });
    for (const text of texts) {
      const isSaved = await page.evaluate(reportOne, text);
      this.reports.push({ text, isSaved });
    }
  }

  /** How many edits this phone stores, for all its users. */
  waiting(page = this.page): Promise<number> {
    return page.evaluate(countEntries);
  }

  /** The id of the user whose key is on this phone. */
  keyHolder(): Promise<number | null> {
    return this.page.evaluate(readKeyHolder);
  }

  /** Makes the browser tell the page that the network is back. */
  sayOnline(page = this.page): Promise<boolean> {
    return page.evaluate(() => window.dispatchEvent(new Event("online")));
  }

  /** Tells the page repeatedly that the network is back, until at most `left` edits wait. */
  async untilSent(left = 0, page = this.page): Promise<void> {
    await this.until(async () => {
      await this.sayOnline(page);
      return (await this.waiting(page)) <= left;
    }, `all but ${left} are sent`);
  }

  async until(isSo: () => Promise<boolean>, what: string): Promise<void> {
    const deadline = Date.now() + patience;
    while (!(await isSo())) {
      if (Date.now() > deadline) throw new Error(`Not within ${patience / 1000} s: ${what}`);
      await pause(100);
    }
  }

  async setClock(offBy: number): Promise<void> {
    await this.page.evaluate((by) => localStorage.setItem("clock-is-off-by", String(by)), offBy);
  }

  /** Fills the phone's storage, or frees enough of it again. */
  async setFull(isFull: boolean): Promise<void> {
    await this.page.evaluate(
      (full) => localStorage.setItem("phone-is-full", full ? "yes" : "no"),
      isFull,
    );
  }

  /** Closes the pages. The next test may use this phone. */
  async close(): Promise<void> {
    await Promise.all(this.context.pages().map((page) => page.close()));
    this.house.idlePhones.push(this.context);
  }
}

async function newContext({ browser, url }: House): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
  });
  await context.grantPermissions(["background-sync" as never]).catch(() => undefined);
  // A fault may shift the clock of all pages of this phone.
  await context.addInitScript(() => {
    // The page's Date adds the run's shift (clock.ts) to this function's result, so the result must
    // not contain the shift.
    const real = () => Math.floor(performance.timeOrigin + performance.now());
    Date.now = () => real() + Number(localStorage.getItem("clock-is-off-by") ?? 0);
  });
  // A browser undoes a write for which it has no room, so do the same.
  await context.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...given: Parameters<typeof put>) {
      const request = put.apply(this, given);
      if (this.name === "edits" && localStorage.getItem("phone-is-full") === "yes") {
        this.transaction.abort();
      }
      return request;
    };
  });
  return context;
}

/** Runs in the page: submits a problem's form. Returns whether the report was saved. */
async function reportOne(text: string): Promise<boolean> {
  const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
  const details = () => document.querySelector<HTMLTextAreaElement>("textarea[name=details]");
  for (const notice of document.querySelectorAll<HTMLElement>('button[aria-label^="Close: "]')) {
    notice.click();
  }
  if (!details()) document.querySelector<HTMLElement>('a[href="/psychic/problem"]')?.click();
  while (!details()) await turn();
  const field = details() as HTMLTextAreaElement;
  const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value") ?? {};
  set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const button = field.form?.querySelector<HTMLElement>("button[type=submit]");
  await turn();
  button?.click();
  for (;;) {
    await turn();
    if (!field.isConnected) return true;
    if (field.form?.querySelector(".is-danger[role=alert]")?.textContent) return false;
  }
}

async function countEntries(): Promise<number> {
  const known = await indexedDB.databases();
  if (!known.some(({ name }) => name === "outbox")) return 0;
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("outbox");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction("edits").objectStore("edits").get("queue");
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        opening.result.close();
        resolve((reading.result ?? []).length);
      };
    };
  });
}

async function readKeyHolder(): Promise<number | null> {
  const known = await indexedDB.databases();
  if (!known.some(({ name }) => name === "keyval-store")) return null;
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("keyval-store");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction("keyval").objectStore("keyval").get("kept-key");
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result?.userId ?? null);
      };
    };
  });
}
