// Measures how long a developer waits with `npm run dev`, in a real browser with the demo in .data:
//
//   node scripts/launch.mjs browse tests/bench/inner-loop.ts
//   node scripts/launch.mjs browse tests/bench/inner-loop.ts --rounds=9       default 5
//
// It changes a label and an answer in the sources, and restores both at the end. It gates nothing:
// run it on a quiet machine.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright";
import { freePort } from "#server/db/embedded/free-port.ts";
import { median } from "./load.ts";

const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const rounds = Number(options.rounds);
const root = join(import.meta.dirname, "../..");
const secondsSince = (began: number) => (performance.now() - began) / 1000;

interface Change {
  name: string;
  file: string;
  /** A text that occurs once in the file. `changed` returns its replacement. */
  text: string;
  changed: (round: number) => string;
  /** Waits until the page shows the change. */
  seen: (page: Page, round: number) => Promise<unknown>;
}

const changes: Change[] = [
  {
    name: "a changed component on screen",
    file: "web/account/login.tsx",
    text: 'title="Please Sign In"',
    changed: (round) => `title="Please Sign In ${round}"`,
    seen: (page, round) => page.getByText(`Please Sign In ${round}`).waitFor(),
  },
  {
    name: "a changed handler answered",
    file: "server/features/places/places.handlers.ts",
    text: 'new Refusal("not_found")',
    changed: (round) => `new Refusal("not_found", { detail: "round ${round}" })`,
    seen: async (page, round) => {
      for (;;) {
        const answer = await page.request.get("/api/locations/00000");
        if ((await answer.text()).includes(`round ${round}`)) return;
      }
    },
  },
];

async function timesOf(change: Change, page: Page): Promise<number[]> {
  const path = join(root, change.file);
  const source = await readFile(path, "utf8");
  if (source.split(change.text).length !== 2) {
    throw new Error(`${change.file} does not have this once: ${change.text}`);
  }
  const times: number[] = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      // A developer looks at a change before making the next one. By then all restarts are over.
      await pause(2_000);
      const began = performance.now();
      await writeFile(path, source.replace(change.text, change.changed(round)));
      await change.seen(page, round);
      times.push(secondsSince(began));
    }
  } finally {
    await writeFile(path, source);
  }
  return times;
}

function print(name: string, times: number[]): void {
  const all = times.map((time) => time.toFixed(2)).join(" ");
  console.log(`${name}: ${median(times).toFixed(2)} s (${all})`);
}

const port = await freePort();
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: ["--no-sandbox"],
});
const page = await browser.newPage({ baseURL: `http://localhost:${port}` });

const began = performance.now();
const dev = spawn("node", ["scripts/launch.mjs", "run", "scripts/dev/main.ts"], {
  cwd: root,
  env: { ...process.env, PORT: String(port) },
  stdio: "ignore",
});
try {
  while (!(await page.goto("/login").catch(() => null))) await pause(50);
  await page.getByText("Please Sign In").waitFor();
  print("the first page", [secondsSince(began)]);
  for (const change of changes) print(change.name, await timesOf(change, page));
} finally {
  await browser.close();
  dev.kill("SIGINT");
  await once(dev, "exit");
}
