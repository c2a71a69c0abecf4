import { readFile } from "node:fs/promises";

/**
 * What a runner's JSON report says: `{ files, passed, failed, skipped, where }`, with `where` to be
 * put behind the number of tests; null without a report. A file that did not load is a failure.
 */
export async function vitestReport(path) {
  const report = await readReport(path);
  if (!report) return null;
  const total = { files: report.testResults.length, passed: 0, failed: 0, skipped: 0, where: "" };
  for (const { status, assertionResults } of report.testResults) {
    const kinds = assertionResults.map((test) => vitestKinds[test.status] ?? "skipped");
    for (const kind of kinds) total[kind] += 1;
    if (status === "failed" && !kinds.includes("failed")) total.failed += 1;
  }
  return total;
}

export async function playwrightReport(path) {
  const report = await readReport(path);
  if (!report) return null;
  const specs = report.suites.flatMap(specsOf);
  const tests = specs.flatMap((spec) => spec.tests);
  const files = new Set(specs.map((spec) => spec.file)).size;
  // Outside any test: a file that did not load, a set-up that failed.
  const total = { files, passed: 0, failed: report.errors.length, skipped: 0, where: "" };
  for (const { status } of tests) total[playwrightKinds[status] ?? "failed"] += 1;
  const projects = Object.entries(Object.groupBy(tests, (test) => test.projectName));
  if (projects.length > 0) {
    total.where = ` (${projects.map(([name, own]) => `${name} ${own.length}`).join(", ")})`;
  }
  return total;
}

/** Vitest's other words are for tests that did not run, Playwright's for those that went wrong. */
const vitestKinds = { passed: "passed", failed: "failed" };
const playwrightKinds = { expected: "passed", skipped: "skipped" };

async function readReport(path) {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    return null;
  }
}

function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}
