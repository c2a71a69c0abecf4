import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { beginVariable, clockArguments, startClock } from "./tests/support/clock.ts";
import { instants, runsOver } from "./tests/support/instants.ts";
import { patient } from "./tests/support/patience.ts";

startClock();

/**
 * A test depends on the time if it reads the clock of the run and does not set one of its own. One
 * that starts commands or plans queries on much data takes too long for twelve times.
 */
function dependsOnTime(file: string): boolean {
  const text = readFileSync(file, "utf8");
  const readsClock = /Date\.now\(\)|new Date\(\)|services\.clock\(\)/.test(text);
  return readsClock && !/openTestApp\(\{ now|clockArguments|explain/.test(text);
}

// What these count are milliseconds since a moment before, the same at every hour; and they are slow.
const omitted = /(account-letters|profile|push|recovery|sessions|sign-in-limits)\.test\.ts$/;

const include = globSync("tests/{rules,web,api}/**/*.test.{ts,tsx}").filter(
  (file) => dependsOnTime(file) && !omitted.test(file),
);

export default defineConfig({
  test: {
    execArgv: clockArguments,
    maxWorkers: 2,
    isolate: false,
    testTimeout: patient(20_000),
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
          ...(runsOver.includes(name) ? ["tests/support/pass-time.ts"] : []),
        ],
        // Each file begins at the instant itself, however long those before it took.
        env: { [beginVariable]: instant },
      },
    })),
  },
});
