import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { root } from "./run.mjs";

/**
 * Reads a runner's JSON report as `{ files, passed, failed, skipped, where, failures }`; null if
 * there is none. The output shows `where` after the number of tests. A file that did not load
 * counts as a failure. Each of `failures` is `{ test, message }`.
 */
export async function vitestReport(path) {
  const report = await readReport(path);
  if (!report) return null;
  const total = { files: report.testResults.length, passed: 0, failed: 0, skipped: 0, where: "" };
  const failures = [];
  for (const { name, status, message, assertionResults } of report.testResults) {
    const file = relative(root, name);
    const kinds = assertionResults.map((test) => vitestKinds[test.status] ?? "skipped");
    for (const kind of kinds) total[kind] += 1;
    if (status === "failed" && !kinds.includes("failed")) {
      total.failed += 1;
      failures.push({ test: file, message });
    }
    const failed = assertionResults.filter((test) => test.status === "failed");
    for (const { fullName, failureMessages } of failed) {
      failures.push({ test: `${file}: ${fullName}`, message: failureMessages.join("\n") });
    }
  }
  return { ...total, failures };
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
  const failures = specs.flatMap(failuresOf);
  for (const { message } of report.errors) failures.push({ test: "outside tests", message });
  return { ...total, failures };
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

function failuresOf({ file, title, tests }) {
  const failed = tests.filter((test) => !playwrightKinds[test.status]);
  return failed.map(({ projectName, results }) => {
    const messages = results.flatMap((result) => result.errors).map((error) => error.message);
    return { test: `${file} [${projectName}]: ${title}`, message: messages.join("\n") };
  });
}

function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}
