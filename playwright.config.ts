import { defineConfig } from "playwright/test";
import { headlessShell } from "./tests/support/chromium.ts";
import { startClock } from "./tests/support/clock.ts";
import { patient } from "./tests/support/patience.ts";

startClock();

const minute = 60_000;
const hour = 60 * minute;

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: ".cache/e2e",
  globalSetup: "./tests/e2e/support/global-setup.ts",
  // Ends a run that hangs. Long enough for a slow machine.
  globalTimeout: patient(hour),
  // A journey through a dozen screens takes a minute where the processor has six other tasks.
  timeout: patient(3 * minute),
  expect: { timeout: patient(15_000) },
  retries: 0,
  // One more than the cores of a small machine: while a page waits for its server, another one works.
  workers: 3,
  forbidOnly: true,
  reporter: "list",
  use: {
    launchOptions: headlessShell,
    contextOptions: { reducedMotion: "no-preference" },
    // A service worker would answer requests meant for the server. The installed app's tests allow
    // it.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    // A test that waits for a missing button fails with the button's name, long before its own
    // limit.
    actionTimeout: patient(minute),
    navigationTimeout: patient(minute),
  },
  projects: [
    // Files in desktop/ run only on a desktop, those in phone/ only on a phone.
    // The remaining files run on both, unless the tag of a test names one.
    {
      name: "desktop",
      testIgnore: "**/phone/**",
      grepInvert: /@phone/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: "phone",
      testIgnore: "**/desktop/**",
      grepInvert: /@desktop/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
