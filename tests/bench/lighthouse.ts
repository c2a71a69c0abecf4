// Runs Lighthouse on every page of the recruiting sites and on sign-in, as on a phone with a slow
// connection:
//
//   node scripts/launch.mjs browse tests/bench/lighthouse.ts [ROUNDS, default 3]
//
// It visits a portal with the settings of production. It prints each page's scores and times, those
// of the median round. It gates nothing, because other work on the machine lowers the scores.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "chrome-launcher";
import lighthouse, { type Result } from "lighthouse";
import { freePort } from "#server/db/embedded/free-port.ts";
import { exampleBrands as brands } from "#shared/reference/example-brands.ts";
import { sitePages, sitePath } from "#shared/reference/site-pages.ts";
import brandsOfTests from "../support/brands.json" with { type: "json" };
import { withPortal } from "./bench-portal.ts";

const rounds = Number(process.argv[2] ?? 3);
const categories = ["performance", "accessibility", "best-practices", "seo"];

async function visit(url: string, port: number): Promise<Result> {
  const run = await lighthouse(url, { port, onlyCategories: categories, logLevel: "error" });
  if (!run) throw new Error(`No report on ${url}`);
  return run.lhr;
}

const score = (result: Result, category: string) =>
  Math.round((result.categories[category]?.score ?? 0) * 100);

function report(path: string, results: Result[]): void {
  const sorted = results.toSorted((a, b) => score(a, "performance") - score(b, "performance"));
  const median = sorted[Math.floor(sorted.length / 2)];
  if (!median) return;
  const figure = (audit: string) => Math.round(median.audits[audit]?.numericValue ?? Number.NaN);
  const scores = categories.map((name) => `${name} ${score(median, name)}`).join(", ");
  const times = [
    `first paint ${figure("first-contentful-paint")} ms`,
    `largest paint ${figure("largest-contentful-paint")} ms`,
    `blocked ${figure("total-blocking-time")} ms`,
    `shift ${median.audits["cumulative-layout-shift"]?.displayValue}`,
    `${Math.round(figure("total-byte-weight") / 1024)} KiB`,
  ].join(", ");
  console.log(`${path}: ${scores}; ${times}`);
  for (const { id, score: reached, title } of Object.values(median.audits)) {
    if (reached !== null && reached < 0.9) console.log(`  ${id} ${reached}: ${title}`);
  }
}

/** Lighthouse trusts these addresses of this machine without TLS. The name decides the brand. */
const hosts = { cos: "localhost", onesun: "127.0.0.1" };
const folder = await mkdtemp(join(tmpdir(), "portal-lighthouse-"));
const BRANDS_FILE = join(folder, "brands.json");
// Every other name belongs to the first brand, and so does localhost.
const hosted = { ...brandsOfTests, onesun: { ...brandsOfTests.onesun, hosts: [hosts.onesun] } };
await writeFile(BRANDS_FILE, JSON.stringify(hosted));

// Pages may call only the portal of their own address, and a brand's address is no local name.
const PORT = String(await freePort());
const PUBLIC_URL = `http://${hosts.cos}:${PORT}`;

await withPortal({ env: { BRANDS_FILE, PORT, PUBLIC_URL } }, async (portal) => {
  const browser = await launch({
    ...(process.env.CHROMIUM_PATH ? { chromePath: process.env.CHROMIUM_PATH } : {}),
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu"],
  });
  try {
    for (const brand of brands) {
      for (const path of [...sitePages.map((page) => sitePath(brand, page)), "/login"]) {
        const url = `http://${hosts[brand.key]}:${portal.port}${path}`;
        const results: Result[] = [];
        for (let round = 0; round < rounds; round++) results.push(await visit(url, browser.port));
        report(path === "/login" ? `${path} of ${brand.key}` : path, results);
      }
    }
  } finally {
    await browser.kill();
  }
});
await rm(folder, { recursive: true });
