// `npm run test:hours`: runs the time-dependent tests at each instant of tests/support/instants.ts,
// browser tests only at some.
import { browserInstants, instants } from "#tests/support/instants.ts";
import { findTestBrowsers } from "./browser.mjs";
import { runNode } from "./run.mjs";
import { ensureWeb } from "./web-build.mjs";

const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config=vitest.hours.config.ts"];
const playwright = ["node_modules/playwright/cli.js", "test", "--grep=@hours", "--project=desktop"];
const failed = [];
const began = performance.now();

await run("rules and API", vitest);
await ensureWeb();
Object.assign(process.env, await findTestBrowsers());
for (const name of browserInstants) await run(`${name} in a browser`, playwright, instants[name]);

const seconds = ((performance.now() - began) / 1000).toFixed(0);
const outcome = failed.length > 0 ? `FAILED: ${failed.join(", ")}` : "all passed";
console.log(`\nAt ${Object.keys(instants).length} instants, in ${seconds} s: ${outcome}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function run(name, command, instant) {
  console.log(`\n${name}`);
  const { code, stopped } = await runNode(command, { env: instant ? { TEST_NOW: instant } : {} });
  if (stopped) process.exit(1);
  if (code !== 0) failed.push(name);
}
