// Measures how long a long list takes to respond to a tap, a click or a key (INP):
//
//   node scripts/launch.mjs browse tests/bench/interactions.ts
//   node scripts/launch.mjs browse tests/bench/interactions.ts --rounds=9           default 3
//   node scripts/launch.mjs browse tests/bench/interactions.ts --only=compose       some screens
//   node scripts/launch.mjs browse tests/bench/interactions.ts --against=FOLDER     another checkout
//
// The browser imitates a processor a quarter as fast. It opens the lists with 250 rows or more and
// does what their users do: sorts, searches, filters, opens rows. The 75th percentile of the time
// to the next frame should be at most 200 ms. "Work" is the time that the page's main thread works
// after an interaction (the median). Other work on the machine changes this time less than the time
// to the next frame.
//
// With --against, each round visits both checkouts, and the report shows the ratio to the other. Its
// web app must be built. The bench gates nothing: run it on a quiet machine.
import { parseArgs } from "node:util";
import dayjs from "dayjs";
import { type Browser, type CDPSession, devices, type Page } from "playwright";
import { type Side, withPortals } from "./compared-portals.ts";
import { fillLists, fullPage } from "./fill-lists.ts";
import { type Step, settle, stepsOf } from "./list-steps.ts";
import { median } from "./load.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "" },
    against: { type: "string" },
  },
});
const rounds = Number(options.rounds);
const most = 200;

const day = (before: number) => dayjs().subtract(before, "day").format("YYYY-MM-DD");
const since = `start_date=${day(180)}&end_date=${day(0)}&size=${fullPage}`;
const desktop = { viewport: { width: 1440, height: 900 } };
const phone = devices["Pixel 5"];
type Steps = keyof ReturnType<typeof stepsOf>;
type Screen = readonly [
  user: "manager" | "luna",
  device: typeof desktop | typeof phone,
  path: string,
  steps: readonly Steps[],
];
const screens: readonly Screen[] = [
  ["manager", desktop, `/psychics?size=${fullPage}`, ["headers", "search"]],
  ["manager", desktop, `/statistics?${since}`, ["headers"]],
  ["manager", desktop, "/approvals", ["headers", "approvals"]],
  ["manager", desktop, `/contacts?size=${fullPage}`, ["headers"]],
  ["luna", desktop, `/psychic/readings?${since}`, ["headers"]],
  ["luna", phone, `/psychic/readings?${since}`, ["sortChoice", "cards"]],
  ["luna", phone, `/psychic/customers?${since}`, ["sortChoice", "cards"]],
  ["luna", phone, "/psychic/compose", ["recipients"]],
  ["luna", phone, `/psychic/logins?${since}`, ["sortChoice"]],
];

interface Measured {
  /** Milliseconds from each tap or key to the next frame, as the page's Event Timing reports them. */
  times: number[];
  /** Milliseconds that the page's main thread worked after each. */
  work: number[];
}

/** Collects the longest event of each interaction. */
function followEvents(): void {
  const seen = new Map<number, number>();
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const { interactionId: id, duration } = entry;
      if (id) seen.set(id, Math.max(duration, seen.get(id) ?? 0));
    }
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}

async function workOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
}

/** @throws Error if the list is shorter than it should be. */
async function expectFullPage(page: Page, path: string): Promise<void> {
  await page.locator("tr[data-row]").first().waitFor();
  await settle(page);
  const rendered = await page.locator("tr[data-row]").count();
  // A table that renders only some rows says how many it has.
  const rows = Number(
    (await page.locator("table").first().getAttribute("aria-rowcount")) ?? rendered,
  );
  if (rows < fullPage) throw new Error(`${path} has ${rows} rows instead of ${fullPage}`);
}

async function measure(browser: Browser, { portal }: Side, screen: Screen): Promise<Measured> {
  const [username, device, path, steps] = screen;
  const { url } = portal;
  const context = await browser.newContext({ ...device, baseURL: url, serviceWorkers: "block" });
  const answer = await context.request.post("/api/sessions", {
    data: { username, password: `${username}-demo` },
    headers: { Origin: url },
  });
  const session = await answer.text();
  await context.addInitScript((stored) => localStorage.setItem("user", stored), session);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(path);
  await expectFullPage(page, path);
  await page.evaluate(followEvents);

  const work: number[] = [];
  const measured = async (step: Step) => {
    await settle(page);
    const before = await workOf(devtools);
    await step();
    await settle(page);
    work.push((await workOf(devtools)) - before);
  };
  for (const name of steps) await stepsOf(page, measured)[name]();
  const times = await page.evaluate(() => [
    ...(window as unknown as { seen: Map<number, number> }).seen.values(),
  ]);
  await context.close();
  if (times.length === 0) throw new Error(`${path} has reported no interaction`);
  return { times, work };
}

const percentile = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * part) - 1] ?? Number.NaN;

function report([username, { viewport }, path]: Screen, [here, there]: readonly Measured[]): void {
  if (!here) return;
  const p75 = percentile(here.times, 0.75);
  const parts = [
    `${p75} ms, longest ${Math.max(...here.times)} ms, of ${here.times.length}`,
    `at most ${most}: ${p75 <= most ? "reached" : "MISSED"}`,
    `work ${Math.round(median(here.work))} ms`,
  ];
  if (there) {
    const wait = (p75 / percentile(there.times, 0.75)).toFixed(2);
    const work = (median(here.work) / median(there.work)).toFixed(2);
    parts.push(`to the other checkout ${wait}, work ${work}`);
  }
  console.log(`${username} ${viewport.width} px ${path.split("?")[0]}: ${parts.join(", ")}`);
}

const measureAll = async (browser: Browser, sides: readonly Side[]) => {
  for (const screen of screens.filter(([, , path]) => path.includes(options.only))) {
    const results = sides.map((): Measured => ({ times: [], work: [] }));
    for (let round = 0; round < rounds; round++) {
      for (const [place, side] of sides.entries()) {
        const { times, work } = await measure(browser, side, screen);
        results[place]?.times.push(...times);
        results[place]?.work.push(...work);
      }
    }
    report(screen, results);
  }
};

await withPortals(options.against, measureAll, fillLists);
