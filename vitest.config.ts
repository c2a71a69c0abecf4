import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    exclude: ["tests/e2e/**", "**/node_modules/**"],
    globalSetup: "tests/support/global-setup.ts",
    // Two cores, and PostgreSQL works on them too.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A test that passes at the second try is a test that fails.
    retry: 0,
  },
});
