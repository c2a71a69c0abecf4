// Measures how long a long list takes to respond to a tap, a click or a key (INP):
//
//   node scripts/launch.mjs browse tests/bench/interactions.ts
//   node scripts/launch.mjs browse tests/bench/interactions.ts --rounds=9       default 3
//
// The browser imitates a processor a quarter as fast. It opens nine lists, most of them with up to
// 250 rows, clicks every header that sorts and types into the search fields. The 75th percentile
// should be at most 200 ms. It gates nothing: run it on a quiet machine.
import { parseArgs } from "node:util";
import dayjs from "dayjs";
import { type Browser, chromium, devices, type Page } from "playwright";
import startPortal, { type Portal, portalVariable } from "../e2e/support/global-setup.ts";

const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "3" } } });
const rounds = Number(options.rounds);
const most = 200;

const day = (before: number) => dayjs().subtract(before, "day").format("YYYY-MM-DD");
const since = `start_date=${day(180)}&end_date=${day(0)}&size=250`;
const desktop = { viewport: { width: 1440, height: 900 } };
const phone = devices["Pixel 5"];
const screens = [
  ["manager", desktop, "/psychics?size=250"],
  ["manager", desktop, `/statistics?${since}`],
  ["manager", desktop, "/approvals"],
  ["manager", desktop, "/contacts?size=250"],
  ["luna", desktop, `/psychic/readings?${since}`],
  ["luna", phone, `/psychic/readings?${since}`],
  ["luna", phone, `/psychic/customers?${since}`],
  ["luna", phone, "/psychic/compose"],
  ["luna", phone, `/psychic/logins?${since}`],
] as const;

/** Waits until the page is done with what Playwright itself asked for: scrolling, finding, hovering. */
async function idle(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done))),
  );
}

/**
 * Milliseconds from each click or key to the next frame, as the page's Event Timing reports them.
 */
async function interact(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const seen = new Map<number, number>();
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        const { interactionId: id, duration } = entry;
        if (id) seen.set(id, Math.max(duration, seen.get(id) ?? 0));
      }
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  for (const header of await page.locator(".sort-button:visible").all()) {
    await header.hover();
    await idle(page);
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForLoadState("networkidle");
  }
  for (const field of await page.locator("main input[type=search]:visible").all()) {
    await field.pressSequentially("luna", { delay: 100 });
  }
  const rows = await page.locator("tbody tr").count();
  const times = await page.evaluate(() => [
    ...(window as unknown as { seen: Map<number, number> }).seen.values(),
  ]);
  return rows > 0 ? times : [];
}

async function measure(browser: Browser, { url }: Portal, screen: (typeof screens)[number]) {
  const [username, device, path] = screen;
  const context = await browser.newContext({ ...device, baseURL: url, serviceWorkers: "block" });
  const answer = await context.request.post("/api/sessions", {
    data: { username, password: `${username}-demo` },
    headers: { Origin: url },
  });
  const session = await answer.text();
  await context.addInitScript((stored) => localStorage.setItem("user", stored), session);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(path, { waitUntil: "networkidle" });
  const times = await interact(page);
  await context.close();
  return times;
}

const stop = await startPortal();
const browser = await chromium.launch({
  args: ["--no-sandbox"],
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
});
try {
  const portal: Portal = JSON.parse(process.env[portalVariable] ?? "");
  for (const screen of screens) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      times.push(...(await measure(browser, portal, screen)));
    }
    times.sort((a, b) => a - b);
    const p75 = times[Math.ceil(times.length * 0.75) - 1] ?? Number.NaN;
    const [username, { viewport }, path] = screen;
    console.log(
      `${username} ${viewport.width} px ${path.split("?")[0]}: ${p75} ms, longest ${times.at(-1)} ms, ` +
        `of ${times.length}, at most ${most}: ${p75 <= most ? "reached" : "MISSED"}`,
    );
  }
} finally {
  await browser.close();
  await stop();
}
