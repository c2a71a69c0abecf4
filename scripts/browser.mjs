import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright";
import { root, run, runNode, ScriptError } from "./run.mjs";

const cache = join(root, ".cache", "chromium");
const cachedBrowser = join(cache, "launch");
const shell = "/usr/bin/chromium-headless-shell";

/** Finds a Chromium that runs, or installs one. Returns its path. Throws ScriptError. */
export async function findBrowser() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH && isUsable(CHROMIUM_PATH)) return CHROMIUM_PATH;
  if (CHROMIUM_PATH) throw new ScriptError(`CHROMIUM_PATH: ${CHROMIUM_PATH} does not run`);

  for (const install of [null, fromDebian, fromPlaywright, fromRegistry]) {
    if ((await install?.())?.stopped) break;
    const browser = knownPlaces().find(isUsable);
    if (browser) return browser;
  }
  throw new ScriptError(
    "Chromium could not be installed. Install it yourself and set CHROMIUM_PATH to it",
  );
}

/** The environment of the browser tests: Chromium and, where there is one, its headless shell. */
export async function findTestBrowsers() {
  const isChosen = process.env.CHROMIUM_PATH;
  const CHROMIUM_PATH = await findBrowser();
  return { CHROMIUM_PATH, ...(!isChosen && isUsable(shell) && { CHROMIUM_SHELL_PATH: shell }) };
}

function knownPlaces() {
  return [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    chromium.executablePath(),
    cachedBrowser,
  ];
}

/** On some systems `chromium-browser` only prints how to install the browser. */
function isUsable(path) {
  return existsSync(path) && spawnSync(path, ["--version"], { timeout: 30_000 }).status === 0;
}

async function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return null;
  console.log("Installing Chromium from the system's packages…");
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const update = await run("apt-get", ["update", "-qq"], { env });
  if (update.stopped) return update;
  const installed = await run("apt-get", ["install", "-y", "-qq", "chromium"], { env });
  if (installed.code !== 0) return installed;
  // Optional, because it is only faster: older systems do not have it.
  return await run("apt-get", ["install", "-y", "-qq", "chromium-headless-shell"], { env });
}

async function fromPlaywright() {
  console.log("Installing Playwright's Chromium…");
  return await runNode(["node_modules/playwright/cli.js", "install", "--no-shell", "chromium"]);
}

/** A Chromium in an npm package, made for AWS Lambda: it includes the system libraries it needs. */
async function fromRegistry() {
  console.log("Installing the Chromium of the npm registry…");
  await mkdir(cache, { recursive: true });
  await writeFile(join(cache, "package.json"), "{}");
  const npm = ["install", "--no-save", "--loglevel=error", "--prefix", cache];
  const installed = await run("npm", [...npm, "@sparticuz/chromium@153.0.0"]);
  if (installed.code !== 0) return installed;
  // The package unpacks its libraries only with AWS_EXECUTION_ENV; TMPDIR is the folder for them.
  const env = { AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x", TMPDIR: cache };
  return await runNode(["scripts/unpack-chromium.mjs", cache], { env });
}
