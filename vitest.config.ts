import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { clockArguments, startClock } from "./tests/support/clock.ts";
import { patient } from "./tests/support/patience.ts";

startClock();
// Commands that tests start use this cache, too, so they spend no time on compiling.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, ".cache/compiled");

export default defineConfig({
  test: {
    execArgv: clockArguments,
    // One more than the cores of a small machine: a file that waits for a process or a timeout does
    // not use its core.
    maxWorkers: 3,
    // Ends only tests that hang: a passing test may be slow on a busy machine.
    testTimeout: patient(300_000),
    hookTimeout: patient(300_000),
    expect: { poll: { timeout: patient(60_000) } },
    // A process for each file would cost more than its tests (tests/support/fresh-file.ts).
    isolate: false,
    setupFiles: ["tests/support/fresh-file.ts"],
    // A test that passes at the second try is a test that fails.
    retry: 0,
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          include: ["tests/{rules,web}/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "pure-dom",
          include: ["tests/web/**/*.test.tsx"],
          environment: "happy-dom",
          // Each file has a window of its own: listeners, storage and timers of an earlier file would
          // change what it sees.
          pool: "vmForks",
          setupFiles: ["tests/support/dom-patience.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          include: ["tests/{api,contract}/**/*.test.ts"],
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
      {
        extends: true,
        test: {
          name: "processes",
          include: ["tests/processes/**/*.test.ts"],
          globalSetup: "tests/support/global-setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "sweeps",
          include: ["tests/{openapi,sweeps}/**/*.test.ts"],
          globalSetup: "tests/support/global-setup.ts",
        },
      },
    ],
  },
});
