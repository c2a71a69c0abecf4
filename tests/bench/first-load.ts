// Measures how long a psychic waits for the dashboard on a cheap phone with a slow network:
//
//   node scripts/launch.mjs browse tests/bench/first-load.ts
//   node scripts/launch.mjs browse tests/bench/first-load.ts --rounds=9           default 5
//   node scripts/launch.mjs browse tests/bench/first-load.ts --against=FOLDER     another checkout
//
// The browser imitates 1.6 Mbit/s and a latency of 150 ms, once with this machine's processor and
// once with one a quarter as fast. The dashboard is usable once it shows the next call, the status
// and its choices. "Cold" is a browser without the app; "warm" is the same browser after it has
// stored the app. With --against, each round visits both checkouts, and the report shows the ratio to
// the other. Its web app must be built. The bench gates nothing: run it on a quiet machine.
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, devices, type Page } from "playwright";
import type { Portal } from "../e2e/support/global-setup.ts";
import { withPortals } from "./compared-portals.ts";
import { median } from "./load.ts";

const { values: options } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, against: { type: "string" } },
});
const rounds = Number(options.rounds);

const bytesPerSecond = (1.6 * 1_000_000) / 8;
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: bytesPerSecond,
  uploadThroughput: bytesPerSecond,
};

async function slowPage(context: BrowserContext, slowdown: number): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", network);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return page;
}

/** Milliseconds from the page's request until all selectors match, by the page's own clock. */
async function timeTo(page: Page, path: string, selectors: readonly string[]): Promise<number> {
  await page.addInitScript((wanted) => {
    const look = () => {
      const isThere = wanted.every((selector) => document.querySelector(selector));
      if (isThere) {
        performance.mark("usable");
        console.info("usable");
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, selectors);
  // A message, because waiting in the page would load Playwright's own scripts into it first.
  const isUsable = page.waitForEvent("console", (message) => message.text() === "usable");
  await page.goto(path, { waitUntil: "commit" });
  await isUsable;
  return page.evaluate(() => performance.getEntriesByName("usable")[0]?.startTime ?? Number.NaN);
}

const dashboard = [".calls-tile .call-customer", ".availability-choice"];

/** Signs in through the API, as the login screen does, but loads nothing of the app. */
async function signedIn(browser: Browser, { url }: Portal): Promise<BrowserContext> {
  const context = await browser.newContext({ ...devices["Pixel 5"], baseURL: url });
  const answer = await context.request.post("/api/sessions", {
    data: { username: "luna", password: "luna-demo" },
    headers: { Origin: url },
  });
  const session = await answer.text();
  await context.addInitScript((stored) => localStorage.setItem("user", stored), session);
  return context;
}

interface Round {
  signIn: number;
  cold: number;
  warm: number;
}

async function measure(browser: Browser, portal: Portal, slowdown: number): Promise<Round> {
  const visitor = await browser.newContext({ ...devices["Pixel 5"], baseURL: portal.url });
  const signIn = await timeTo(await slowPage(visitor, slowdown), "/login", ["button[type=submit]"]);
  await visitor.close();

  const context = await signedIn(browser, portal);
  const first = await slowPage(context, slowdown);
  const cold = await timeTo(first, "/psychic", dashboard);
  // The worker is ready once it has stored everything.
  await first.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await first.close();
  const warm = await timeTo(await slowPage(context, slowdown), "/psychic", dashboard);
  await context.close();
  return { signIn, cold, warm };
}

function print([here = [], there]: readonly (readonly Round[])[]): void {
  for (const [name, key, most] of [
    ["sign-in, cold", "signIn", null],
    ["dashboard, cold", "cold", 3000],
    ["dashboard, warm", "warm", 1000],
  ] as const) {
    const times = here.map((round) => round[key]);
    const [least, middle, longest] = [Math.min(...times), median(times), Math.max(...times)];
    const target =
      most === null ? "" : `, at most ${most}: ${middle <= most ? "reached" : "MISSED"}`;
    const other = there && median(there.map((round) => round[key]));
    const ratio = other ? `, to the other checkout ${(middle / other).toFixed(2)}` : "";
    console.log(
      `  ${name}: ${Math.round(middle)} ms (${Math.round(least)}–${Math.round(longest)})${target}${ratio}`,
    );
  }
}

await withPortals(options.against, async (browser, sides) => {
  for (const slowdown of [1, 4]) {
    console.log(slowdown === 1 ? "this processor" : `a processor ${slowdown} times slower`);
    const measured = sides.map((): Round[] => []);
    for (let round = 0; round < rounds; round++) {
      for (const [place, { portal }] of sides.entries()) {
        measured[place]?.push(await measure(browser, portal, slowdown));
      }
    }
    print(measured);
  }
});
