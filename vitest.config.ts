import { defineConfig } from "vitest/config";
import { clockArguments, startClock } from "./tests/support/clock.ts";
import { patient } from "./tests/support/patience.ts";

startClock();

export default defineConfig({
  test: {
    execArgv: clockArguments,
    // Two cores, and PostgreSQL works on them too.
    maxWorkers: 2,
    testTimeout: patient(20_000),
    hookTimeout: patient(60_000),
    expect: { poll: { timeout: patient(1_000) } },
    // A process for each file would cost more than its tests (tests/support/fresh-file.ts).
    isolate: false,
    setupFiles: "tests/support/fresh-file.ts",
    // A test that passes at the second try is a test that fails.
    retry: 0,
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          include: ["tests/{rules,web}/**/*.test.{ts,tsx}"],
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          include: ["tests/{api,contract,openapi}/**/*.test.ts"],
          globalSetup: "tests/support/global-setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: ["tests/server/**/*.test.ts"],
          globalSetup: "tests/support/global-setup.ts",
        },
      },
    ],
  },
});
