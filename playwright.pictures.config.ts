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
    // About a button's edge: text that moves by a pixel is more.
    toHaveScreenshot: { maxDiffPixels: 150 },
  },
});
