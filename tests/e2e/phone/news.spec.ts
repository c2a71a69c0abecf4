import type { Page } from "playwright/test";
import { patient } from "#tests/support/patience.ts";
import { AdvisorPage } from "../pages/advisor-page.ts";
import { expect, test } from "../support/server.ts";
import { openStreamProxy, type StreamProxy } from "../support/stream-proxy.ts";

test.use({ serviceWorkers: "allow" });

let proxy: StreamProxy;
test.beforeEach(async ({ portal, page, psychic, signIn, sql }) => {
  proxy = await openStreamProxy(portal.url);
  await sql("availability").insert({ psychic_id: psychic.id, code: "O", at: new Date() });
  await signIn(psychic);
  await page.addInitScript(noteEvents);
});
test.afterEach(() => proxy.close());

/** Notes the last data of each event in the page, and when the status became Busy. */
function noteEvents(): void {
  const noted = { heard: {} as Record<string, unknown>, busyAt: 0 };
  Object.assign(window, { noted });
  window.EventSource = class extends EventSource {
    constructor(address: string | URL, options?: EventSourceInit) {
      super(address, options);
      for (const name of ["availability", "calls", "psychic", "beat"]) {
        this.addEventListener(name, ({ data }) => {
          noted.heard[name] = JSON.parse(data);
        });
      }
    }
  };
  new MutationObserver(() => {
    const isBusy = document.querySelector(".availability-word")?.textContent === "Busy";
    if (isBusy && noted.busyAt === 0) noted.busyAt = Date.now();
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

interface Noted {
  noted: { heard: Record<string, unknown>; busyAt: number };
}
const noted = (page: Page) => page.evaluate(() => (window as unknown as Noted).noted);
const forgetEvents = (page: Page) =>
  page.evaluate(() => {
    (window as unknown as Noted).noted.heard = {};
  });

/** Waits until a stream has sent everything that it begins with. */
const untilLive = (page: Page) =>
  expect.poll(async () => Object.keys((await noted(page)).heard)).toContain("psychic");

const polls = () => proxy.requested.filter((path) => path.endsWith("/status")).length;

test("D67: a change reaches an installed app within a second, without a poll", async ({
  page,
  portal,
  psychic,
}) => {
  const advisor = new AdvisorPage(page);
  await page.goto(`${proxy.url}/psychic`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe("activated");
  await page.reload();
  await untilLive(page);
  await expect(advisor.statusText).toHaveText("On Alert");
  const before = polls();

  const at = new Date();
  const change = { user_id: psychic.id, code: "B", at: at.toISOString() };
  await advisor.ingest(portal.secret, "availability.changed", change);
  await expect(advisor.statusText).toHaveText("Busy");
  expect((await noted(page)).busyAt - at.getTime()).toBeLessThan(patient(1_000));

  const later = new Date(Date.now() + 5_400_000);
  const call = { id: `call-${psychic.id}`, user_id: psychic.id, username: "ada", at: later };
  await advisor.ingestCall(portal.secret, { ...call, status: "booked" });
  await expect(advisor.calls).toContainText("ada");
  await advisor.ingestCall(portal.secret, { ...call, status: "cancelled" });
  await expect(advisor.calls).toContainText("No longer booked");
  expect(polls()).toBe(before);
});

test("D67: an hour of looking takes at most 120 requests", async ({ page, psychic, sql }) => {
  await page.clock.install();
  await page.goto(`${proxy.url}/psychic`);
  await untilLive(page);
  for (let number = 1; number <= 180; number += 1) {
    proxy.beat(number);
    await expect.poll(async () => (await noted(page)).heard.beat).toEqual({ number });
    await page.clock.runFor(20_000);
    if (number % 9 > 0) continue;
    await forgetEvents(page);
    proxy.renew();
    await untilLive(page);
  }
  // The app's own files come once with each release.
  const requested = proxy.requested.filter((path) => !path.startsWith("/assets/"));
  expect(requested.length).toBeLessThanOrEqual(120);
  await sql("availability").where({ psychic_id: psychic.id }).update({ code: "R", at: new Date() });
  await expect(new AdvisorPage(page).statusText).toHaveText("Reserved");
});

test("D67, K9: where a proxy swallows the stream, the app polls until the stream comes through", async ({
  page,
  psychic,
  sql,
}) => {
  const setCode = (code: "R" | "U") =>
    sql("availability").where({ psychic_id: psychic.id }).update({ code, at: new Date() });
  proxy.swallows = true;
  await page.clock.install();
  await page.goto(`${proxy.url}/psychic`);
  const advisor = new AdvisorPage(page);
  await expect(advisor.statusText).toHaveText("On Alert");
  await setCode("R");
  await page.clock.runFor(3_000);
  await expect(advisor.statusText).toHaveText("Reserved");

  proxy.swallows = false;
  // The app gives up the silent stream, and opens another half a minute later.
  await page.clock.runFor(40_000);
  await expect(async () => {
    await page.clock.runFor(500);
    expect(Object.keys((await noted(page)).heard)).toContain("psychic");
  }).toPass();
  const before = polls();
  await page.clock.runFor(9_000);
  expect(polls()).toBe(before);

  await forgetEvents(page);
  proxy.cut();
  await untilLive(page);
  await setCode("U");
  await expect(advisor.statusText).toHaveText("Unavailable");
});

test("D67, K9: the app polls while the server refuses the stream", async ({
  page,
  psychic,
  sql,
}) => {
  proxy.refuses = true;
  await page.goto(`${proxy.url}/psychic`);
  const advisor = new AdvisorPage(page);
  await expect(advisor.statusText).toHaveText("On Alert");
  const code = { code: "R", at: new Date() } as const;
  await sql("availability").where({ psychic_id: psychic.id }).update(code);
  await expect(advisor.statusText).toHaveText("Reserved");
  expect(await noted(page)).toMatchObject({ heard: {} });
});
