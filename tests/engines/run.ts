// `npm run test:engines` runs ten journeys through the built app in Firefox and WebKitGTK, which
// the other browser tests do not use. Arguments select the journeys and engines whose names contain
// them.
import { mkdir, writeFile } from "node:fs/promises";
import type { Driver } from "./driver.ts";
import { openFirefox } from "./firefox.ts";
import { type Journey, journeys } from "./journeys.ts";
import { type GatedPortal, openPortal } from "./portal.ts";
import { Screen } from "./screen.ts";
import { openWebKit } from "./webkit.ts";

const { FIREFOX = "", WEBKIT_DRIVER = "", MINI_BROWSER = "", XVFB = "" } = process.env;
const engines: Record<string, () => Promise<Driver>> = {
  firefox: () => openFirefox(FIREFOX),
  webkit: () => openWebKit({ driver: WEBKIT_DRIVER, miniBrowser: MINI_BROWSER, xvfb: XVFB }),
};

const words = process.argv.slice(2);
const isWanted = (engine: string, journey: string) =>
  words.length === 0 || words.every((word) => `${engine} ${journey}`.includes(word));
const say = (line: string) => process.stdout.write(`${line}\n`);
const pictures = ".cache/engines";

async function storePicture(driver: Driver, name: string): Promise<void> {
  await mkdir(pictures, { recursive: true });
  const file = `${pictures}/${name.replaceAll(" ", "-")}.png`;
  await writeFile(file, Buffer.from(await driver.picture(), "base64"));
  say(`    what it showed: ${file}`);
}

async function runOne(driver: Driver, engine: string, journey: Journey): Promise<boolean> {
  const began = performance.now();
  const screen = new Screen(driver, portal.url);
  try {
    portal.gate.open();
    await screen.begin();
    await journey.run(screen, portal);
    say(`✓ ${engine}: ${journey.name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    say(`✘ ${engine}: ${journey.name}`);
    say(`    ${error instanceof Error ? `${error.message} ${error.cause ?? ""}` : error}`);
    await storePicture(driver, `${engine} ${journey.name}`).catch(() => undefined);
    return false;
  }
}

const portal: GatedPortal = await openPortal();
let failed = 0;
let passed = 0;
try {
  for (const [engine, openEngine] of Object.entries(engines)) {
    const wanted = journeys.filter(({ name }) => isWanted(engine, name));
    if (wanted.length === 0) continue;
    const driver = await openEngine();
    try {
      for (const journey of wanted) {
        if (await runOne(driver, engine, journey)) passed += 1;
        else failed += 1;
      }
    } finally {
      await driver.close();
    }
  }
} finally {
  await portal.close();
}
say(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
