import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright";
import { patient } from "../support/patience.ts";
import type { Account } from "../support/people.ts";
import type { House } from "./house.ts";

/** What became of a report as far as its user was told. */
export interface Told {
  text: string;
  /** False: the form said that it could not be taken, and kept it. */
  isTaken: boolean;
}

/** How long anything may take that must come to an end. */
const patience = patient(180_000);

/** A phone: a browser of its own with the built app, whose screens are used as people use them. */
export class Phone {
  readonly house: House;
  readonly context: BrowserContext;
  page: Page;
  /** Everything that was saved on it, in order. */
  readonly told: Told[] = [];

  constructor(house: House, context: BrowserContext, page: Page) {
    this.house = house;
    this.context = context;
    this.page = page;
  }

  static async open(house: House): Promise<Phone> {
    const context = await house.browser.newContext({
      baseURL: house.url,
      viewport: { width: 1440, height: 900 },
    });
    await context.grantPermissions(["background-sync" as never]).catch(() => undefined);
    // The clock is set where a fault says so, for every page of this phone.
    await context.addInitScript(() => {
      // Not from Date.now itself: the run's own clock is read through it (clock.ts).
      const real = () => Math.floor(performance.timeOrigin + performance.now());
      Date.now = () => real() + Number(localStorage.getItem("clock-is-off-by") ?? 0);
    });
    // As a browser does it where there is no room: what was to be written is taken back.
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
    return new Phone(house, context, await context.newPage());
  }

  async signIn({ username, password }: Account): Promise<void> {
    const { page } = this;
    await page.goto("/login");
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Submit" }).click();
    await page.waitForURL(/\/psychic/);
    // From here on the app opens without a network.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, {
      timeout: patience,
    });
    await this.until(async () => (await this.keyHolder()) !== null, "the key is held");
  }

  setOffline(offline: boolean): Promise<void> {
    return this.context.setOffline(offline);
  }

  /** Another page of the same browser, straight at an address. */
  async newPage(path: string): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(path);
    return page;
  }

  /** Reports problems by the form, one after the other, as fast as the screen lets them. */
  async report(texts: readonly string[], page = this.page): Promise<void> {
    await page.waitForSelector('a[href="/psychic/problem"]', { timeout: patience });
    for (const text of texts) {
      const isTaken = await page.evaluate(reportOne, text);
      this.told.push({ text, isTaken });
    }
  }

  /** How many edits of anybody lie on this phone. */
  waiting(page = this.page): Promise<number> {
    return page.evaluate(countEntries);
  }

  /** Whose key this phone holds. */
  keyHolder(): Promise<number | null> {
    return this.page.evaluate(readKeyHolder);
  }

  /** The browser tells the page that the network is there. */
  sayOnline(page = this.page): Promise<boolean> {
    return page.evaluate(() => window.dispatchEvent(new Event("online")));
  }

  /** The network says again and again that it is there, until only `left` edits wait. */
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

  /** Whether this phone has no room left for what waits. */
  async setFull(isFull: boolean): Promise<void> {
    await this.page.evaluate(
      (full) => localStorage.setItem("phone-is-full", full ? "yes" : "no"),
      isFull,
    );
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

/** In the page: fills in the form of a problem and submits it; whether it was taken. */
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
