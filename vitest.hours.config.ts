import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { defineConfig } from "vitest/config";
import { beginVariable, clockArguments, startClock } from "./tests/support/clock.ts";
import { dayEnds, instants } from "./tests/support/instants.ts";
import { patient } from "./tests/support/patience.ts";

startClock();

/** The text of a test file and of the fixtures that it imports. */
function textOf(file: string): string {
  const text = readFileSync(file, "utf8");
  const fixtures = [...text.matchAll(/"\.\/(fixtures\/[\w-]+\.ts)"/g)].map(([, path = ""]) =>
    readFileSync(join(dirname(file), path), "utf8"),
  );
  return [text, ...fixtures].join("\n");
}

/**
 * A test depends on the time if it reads the clock of the run and does not set one of its own. A
 * test that starts commands or plans queries on much data takes too long to run twelve times. A test
 * of a component must not read the clock, because this run has no DOM.
 */
function dependsOnTime(file: string): boolean {
  const text = textOf(file);
  const readsClock = /Date\.now\(\)|new Date\(\)|services\.clock\(\)/.test(text);
  return readsClock && !/(openTestApp|setUpPsychic)\(\{ now|clockArguments|explain/.test(text);
}

// These tests only measure spans of milliseconds, which are the same at every hour; and they are slow.
const omitted =
  /(account-letters|deliveries|passwords|profile-by-managers|push-subscriptions|recovery|sessions|sign-in-limits)\.test\.ts$/;

const include = globSync("tests/{rules,web,api}/**/*.test.{ts,tsx}").filter(
  (file) => dependsOnTime(file) && !omitted.test(file),
);

export default defineConfig({
  test: {
    execArgv: clockArguments,
    maxWorkers: 2,
    isolate: false,
    testTimeout: patient(300_000),
    hookTimeout: patient(60_000),
    retry: 0,
    projects: Object.entries(instants).map(([name, instant]) => ({
      extends: true,
      test: {
        name,
        include,
        globalSetup: "tests/support/global-setup.ts",
        setupFiles: [
          "tests/support/fresh-file.ts",
          ...(dayEnds.includes(name) ? ["tests/support/pass-time.ts"] : []),
        ],
        // Each file begins at the instant itself, however long those before it took.
        env: { [beginVariable]: instant },
      },
    })),
  },
});
