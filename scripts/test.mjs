// `npm test`: installs what the tests need, runs them and lists the results. Without arguments it
// checks the code first. With paths it runs only those tests, with --quick a selection, with
// --sweeps the tests in tests/sweeps, tests/processes, tests/openapi and tests/e2e/sweeps, and the
// browser tests with the tag @sweep. Those take many minutes, so other runs leave them out. A
// path runs them, too, and so do --project=sweeps and --project=processes.
import { globSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { quickTests } from "#tests/support/quick-tests.ts";
import { findTestBrowsers } from "./browser.mjs";
import { ensureInstalled } from "./install.mjs";
import { root, runNode, ScriptError } from "./run.mjs";
import { namedProjects, nameOnlyPure, projects, vitestArguments } from "./test-projects.mjs";
import { playwrightReport, vitestReport } from "./test-report.mjs";
import { ensureWeb } from "./web-build.mjs";

const args = process.argv.slice(2);
const isQuick = args.includes("--quick");
const isSweep = args.includes("--sweeps");
const selections = ["--quick", "--sweeps"];
/** The projects of --sweeps, and the paths and tags of its browser tests. */
const sweeps = ["sweeps", "processes"];
const sweepsInBrowser = String.raw`sweeps[\\/]|@sweep`;
const options = args.filter((arg) => arg.startsWith("-") && !selections.includes(arg));
const paths = args.filter((arg) => !arg.startsWith("-"));
const isWhole = args.length === 0;
const named = namedProjects(options);
const wanted = { vitest: wantedOf("vitest"), playwright: wantedOf("playwright") };
const isPure = nameOnlyPure(options) || (paths.length > 0 && paths.every(isPurePath));

const unmatched = unmatchedPaths();
if (unmatched.length > 0) {
  for (const path of unmatched) console.error(`No test file matches ${path}`);
  process.exit(1);
}

const reports = await mkdtemp(join(tmpdir(), "portal-test-"));
const reportOf = { vitest: join(reports, "vitest.json"), playwright: join(reports, "e2e.json") };
/** The results in order: `{ name, seconds, passed, failed, text, failures? }`. */
const results = [];
/** The most lines that a failure's message takes at the end of the output. */
const messageLines = 12;
let isStopped = false;

if (isWhole) {
  await Promise.all([
    check("formatting and lint", ["node_modules/@biomejs/biome/bin/biome", "check", "."]),
    check("types", ["node_modules/typescript/bin/tsc", "-b"]),
  ]);
}
// API tests and browser tests start processes that serve the built pages.
const isBuilt = isPure || (await prepare("web build", ensureWeb));
const openApiTools = join(root, "tests", "openapi");
const wantsOpenApi =
  isSweep || named.includes("sweeps") || paths.some((path) => path.startsWith("tests/openapi"));
const hasTools = !wantsOpenApi || (await prepare("OpenAPI tools", installOpenApiTools));
if (isBuilt && hasTools && wanted.vitest) {
  const reporters = ["--reporter=default", "--reporter=json"];
  const output = `--outputFile.json=${reportOf.vitest}`;
  const vitest = ["node_modules/vitest/vitest.mjs", "run", ...reporters, output];
  await suite("vitest", vitest, vitestReport);
}
if (isBuilt && wanted.playwright && (await prepare("browser", nameBrowsers))) {
  const playwright = ["node_modules/playwright/cli.js", "test", "--reporter=list,json"];
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf.playwright };
  await suite("playwright", playwright, playwrightReport, env);
}
await rm(reports, { recursive: true, force: true });
printResults();

/** The arguments that select a runner's tests; null if it has none to run. */
function wantedOf(suite) {
  const foreign = foreignProjects(suite);
  if (named.length > 0 && named.every((name) => foreign.includes(name))) return null;
  const others = options.filter((arg) => !foreign.includes(namedProjects([arg])[0]));
  const selected = pathsOf(suite);
  const chosen = suite === "vitest" ? vitestArguments(others) : others;
  return selected && [...selected, ...chosen];
}

/** The projects of the other runner, whose names the runner of `suite` would refuse. */
function foreignProjects(suite) {
  return suite === "vitest" ? projects.playwright : projects.vitest;
}

/**
 * The arguments that choose a runner's test files: the given paths, or the selection of --quick, of
 * --sweeps or of neither. Null if all given paths are the other runner's.
 */
function pathsOf(suite) {
  if (isQuick) {
    if (suite === "playwright") return ["--grep=@quick"];
    const files = Object.values(quickTests).map((name) => `tests/${name}.test.ts`);
    return ["tests/rules", "tests/web", ...files];
  }
  if (isSweep) {
    return suite === "playwright"
      ? [`--grep=${sweepsInBrowser}`]
      : named.length > 0
        ? []
        : sweeps.map((name) => `--project=${name}`);
  }
  if (paths.length > 0) {
    const selected = paths.filter(
      (path) => path.startsWith("tests/e2e") === (suite === "playwright"),
    );
    return selected.length > 0 ? selected : null;
  }
  if (suite === "playwright") return [`--grep-invert=${sweepsInBrowser}`];
  return named.length > 0 ? [] : sweeps.map((name) => `--project=!${name}`);
}

/** The paths that select no test file. A runner ignores such a path if another one selects a file. */
function unmatchedPaths() {
  const files = globSync(["tests/**/*.test.{ts,tsx}", "tests/e2e/**/*.spec.ts"], {
    cwd: root,
    exclude: ["**/node_modules/**"],
  });
  return paths.filter((path) => {
    const [start] = relative(root, resolve(root, path)).split(/:\d+/);
    // Playwright reads a path as a regular expression.
    const isMatch = (file) => path.startsWith("tests/e2e") && new RegExp(path).test(file);
    return !files.some((file) => file.includes(start) || isMatch(file));
  });
}

function isPurePath(path) {
  return /^tests\/(rules|web)\b/.test(path);
}

async function timed(work) {
  const began = performance.now();
  return [await work(), (performance.now() - began) / 1000];
}

async function check(name, command) {
  if (isStopped) return;
  const [{ code, stopped }, seconds] = await timed(() => runNode(command));
  isStopped ||= stopped;
  const text = code === 0 ? "fine" : "FAILED";
  results.push({ name, seconds, passed: 0, failed: code === 0 ? 0 : 1, text });
}

async function suite(name, command, read, env = {}) {
  if (isStopped) return;
  const whole = [...command, ...wanted[name]];
  const [{ code, stopped }, seconds] = await timed(() => runNode(whole, { env }));
  isStopped ||= stopped;
  const report = await read(reportOf[name]);
  if (!report) {
    const text = `FAILED: ended with code ${code} and without a report`;
    results.push({ name, seconds, passed: 0, failed: 1, text });
    return;
  }
  const { files, passed, failed, skipped, where, failures } = report;
  const counts = [`${files} files, ${passed + failed + skipped} tests${where}`];
  if (skipped > 0) counts.push(`${skipped} skipped`);
  if (failed > 0) counts.push(`${failed} FAILED`);
  // A runner can fail although its report has no failure. A report without a passed test is a
  // failure, too.
  const isUnreported = failed === 0 && (code !== 0 || passed === 0);
  if (isUnreported) counts.push(`FAILED: ended with code ${code}`);
  const all = isUnreported ? 1 : failed;
  results.push({ name, seconds, passed, failed: all, text: counts.join(", "), failures });
}

/** Does `work` and returns whether it succeeded. A failure is added to the results. */
async function prepare(name, work) {
  if (isStopped) return false;
  const began = performance.now();
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    const seconds = (performance.now() - began) / 1000;
    results.push({ name, seconds, passed: 0, failed: 1, text: error.message });
    return false;
  }
}

async function installOpenApiTools() {
  await ensureInstalled({ folder: openApiTools });
}

async function nameBrowsers() {
  Object.assign(process.env, await findTestBrowsers());
}

function printResults() {
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, isStopped ? 1 : 0);
  console.log("\nWhat ran:");
  for (const { name, seconds, text } of results) {
    console.log(`  ${name.padEnd(20)}${`${seconds.toFixed(1)} s`.padStart(8)}   ${text}`);
  }
  if (isStopped) console.log("  stopped before the end");
  printFailures(results.flatMap((result) => result.failures ?? []));
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

/** Prints the failures again: a log that keeps only its last lines still says what failed. */
function printFailures(failures) {
  if (failures.length > 0) console.log("\nWhat failed:");
  for (const { test, message } of failures) {
    const lines = stripVTControlCharacters(message ?? "")
      .split("\n")
      .filter((line) => !/^\s+at .*(node_modules|<anonymous>)/.test(line))
      .slice(0, messageLines);
    console.log(`  ${test}`);
    for (const line of lines) console.log(`    ${line}`);
    // The stack below the message names functions such as `runWithTimeout`.
    if (/timed out|Timeout/.test((message ?? "").replace(/^\s+at .*$/gm, ""))) {
      console.log("    On a slow or busy machine: TEST_PATIENCE=3");
    }
  }
}
