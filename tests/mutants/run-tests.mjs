import { closeSync, openSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { runNode } from "#scripts/run.mjs";

/** A run of tests takes a few minutes. One that takes this long (ms) hangs. */
const timeout = 20 * 60_000;

const isInBrowser = ({ test }) => test.startsWith("tests/e2e/");
const isPure = ({ test }) => /^tests\/(rules|web)\//.test(test);

/** Tests without a server need no web app. The other tests start portals, which serve it. */
export const needsWeb = (mutant) => !isPure(mutant);

/** Whether the built web app would contain the fault. */
export const changesWeb = (mutant) => needsWeb(mutant) && /^(web|shared)\//.test(mutant.file);

/** The calls of the two test runners, each with the mutants whose tests it runs. */
export function callsFor(mutants) {
  const [browser, other] = [
    mutants.filter(isInBrowser),
    mutants.filter((one) => !isInBrowser(one)),
  ];
  return [
    ...(other.length > 0 ? [{ runner: vitest, mutants: other }] : []),
    ...(browser.length > 0 ? [{ runner: playwright, mutants: browser }] : []),
  ];
}

const filesOf = (mutants) => [...new Set(mutants.map(({ test }) => test))];
const quoted = (text) => text.replaceAll(/[^\w\s]/g, "\\$&");

const vitest = {
  args(mutants, report) {
    const one = mutants.length === 1 ? mutants[0] : undefined;
    return [
      ...["node_modules/vitest/vitest.mjs", "run", "--reporter=json", `--outputFile=${report}`],
      // One failure is enough.
      ...(one ? ["--bail=1"] : []),
      ...(one?.title ? [`--testNamePattern=${quoted(one.title)}`] : []),
      ...filesOf(mutants),
    ];
  },
  read({ testResults }) {
    const tests = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, status, failureMessages }) => ({
        title: `${name.slice(name.lastIndexOf("/tests/") + 1)}: ${fullName}`,
        status,
        why: failureMessages[0],
      })),
    );
    const isBroken = ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((test) => test.status !== "failed");
    return {
      passed: tests.filter(({ status }) => status === "passed"),
      failed: tests.filter(({ status }) => status === "failed"),
      broken: testResults.filter(isBroken).map(({ name, message }) => message || name),
    };
  },
};

const playwright = {
  args(mutants) {
    // Playwright compares this text: project, file, titles and tags, with spaces between.
    const patterns = mutants.map(({ project = "desktop", test, title }) => {
      const file = test.replace("tests/e2e/", "");
      return `^\\s*${project} ${quoted(file)} .*${quoted(title)}`;
    });
    return [
      ...["node_modules/playwright/cli.js", "test", "--reporter=json"],
      `--grep=${[...new Set(patterns)].join("|")}`,
      ...filesOf(mutants),
    ];
  },
  env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
  read({ suites, errors }) {
    const tests = suites.flatMap(specsOf).flatMap(({ file, title, tests }) =>
      tests.map(({ projectName, status, results }) => ({
        title: `${file} (${projectName}): ${title}`,
        status,
        why: results.at(-1)?.error?.message,
      })),
    );
    return {
      passed: tests.filter(({ status }) => status === "expected"),
      failed: tests.filter(({ status }) => status === "unexpected"),
      broken: errors.map(({ message }) => message),
    };
  },
};

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

/**
 * Runs tests in the copy. Returns `{ passed, failed, broken, stopped }`. Each test has its `title`,
 * and each failed one has `why`. `broken` says why tests did not run: a file does not load, the
 * set-up fails or the run hangs.
 */
export async function runTests({ runner, mutants }, copy) {
  const report = join(copy, ".cache", "mutants.json");
  await rm(report, { force: true });
  const env = runner.env?.(report) ?? {};
  const { code, stopped, output } = await runIn(copy, runner.args(mutants, report), env);
  const text = await readFile(report, "utf8").catch(() => null);
  if (text === null) {
    return { passed: [], failed: [], stopped, broken: [`ended with code ${code}\n${output}`] };
  }
  const result = runner.read(JSON.parse(text));
  const isUnreported = code !== 0 && result.failed.length === 0 && result.broken.length === 0;
  if (isUnreported) result.broken.push(`ended with code ${code}\n${output}`);
  const isEmpty = result.passed.length + result.failed.length + result.broken.length === 0;
  if (isEmpty) result.broken.push(`no test ran\n${output}`);
  return { ...result, stopped };
}

/** Builds the copy's web app. Returns `{ broken, stopped }`. */
export async function buildWeb(copy) {
  const args = ["node_modules/vite/bin/vite.js", "build", "--logLevel=error"];
  const { code, stopped, output } = await runIn(copy, args);
  return { broken: code === 0 ? [] : [`the web app was not built\n${output}`], stopped };
}

/** Runs a script in the copy and returns the end of what it printed. */
async function runIn(copy, args, env = {}) {
  const path = join(copy, ".cache", "mutants.log");
  const log = openSync(path, "w+");
  try {
    const ended = await runNode(args, { cwd: copy, stdio: log, env, timeout });
    return { ...ended, output: (await readFile(path, "utf8")).trim().slice(-1500) };
  } finally {
    closeSync(log);
  }
}
