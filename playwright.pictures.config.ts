import { defineConfig } from "playwright/test";
import everyTest from "./playwright.config.ts";

/**
 * `npm run test:pictures`. It has a portal of its own, because the pictures show the demo as it
 * begins, and other browser tests change it.
 */
export default defineConfig({
  ...everyTest,
  testDir: "tests/pictures",
  globalSetup: "./tests/pictures/portal.ts",
  outputDir: ".cache/pictures",
  snapshotPathTemplate: "{testDir}/{projectName}/{arg}{ext}",
  expect: {
    ...everyTest.expect,
    // About as many pixels as a button's edge has. Text that moves by a pixel changes more.
    toHaveScreenshot: { maxDiffPixels: 150 },
  },
});
