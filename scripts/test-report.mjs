import { readFile } from "node:fs/promises";

/**
 * Reads a runner's JSON report: `{ files, passed, failed, skipped, where }`; null without a report.
 * The output shows `where` after the number of tests. A file that did not load counts as a failure.
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
  // `errors` are outside tests: a file that did not load, or a setup that failed.
  const total = { files, passed: 0, failed: report.errors.length, skipped: 0, where: "" };
  for (const { status } of tests) total[playwrightKinds[status] ?? "failed"] += 1;
  const projects = Object.entries(Object.groupBy(tests, (test) => test.projectName));
  if (projects.length > 0) {
    total.where = ` (${projects.map(([name, projectTests]) => `${name} ${projectTests.length}`).join(", ")})`;
  }
  return total;
}

/** All other statuses mean that a test did not run (Vitest) or failed (Playwright). */
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
