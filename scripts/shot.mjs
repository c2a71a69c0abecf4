// `npm run shot -- /psychics/luna --as=manager` takes a picture of a screen of the demo, which
// `npm run dev` or `npm start` must be serving.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright";
import { chromiumArguments } from "#tests/support/chromium.ts";
import { sizes } from "#tests/support/pictures.ts";
import { findBrowser } from "./browser.mjs";
import { root, ScriptError } from "./run.mjs";

const usage =
  "Usage: npm run shot -- /PATH [--as=ACCOUNT|nobody] [--phone] [--dark] [--out=FILE] [--url=URL]";

/** The greatest height of a picture in pixels, because a list can be very long. */
const heightAtMost = 6000;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        as: { type: "string", default: "manager" },
        phone: { type: "boolean", default: false },
        dark: { type: "boolean", default: false },
        out: { type: "string", default: join(root, ".cache", "shot.png") },
        url: { type: "string", default: `http://localhost:${process.env.PORT ?? 3000}` },
      },
    });
    const [path] = positionals;
    if (positionals.length !== 1 || !path.startsWith("/")) throw new Error("no path");
    return { ...values, url: new URL(values.url).origin, path, out: resolve(values.out) };
  } catch {
    throw new ScriptError(usage);
  }
}

/** Signs in with the demo's password. @returns the user, as the app stores it. */
async function signIn(context, url, username) {
  const answer = await context.request.post("/api/sessions", {
    headers: { Origin: url },
    data: { username, password: `${username}-demo` },
  });
  if (!answer.ok()) {
    if (answer.status() === 503) {
      throw new ScriptError("The portal is still starting. Try again when it says its address");
    }
    const reason = (await answer.json().catch(() => ({}))).title ?? answer.status();
    throw new ScriptError(
      `${username} cannot sign in (${reason}). README.md lists the demo's accounts`,
    );
  }
  return await answer.json();
}

/**
 * Replaces the username in `/psychics/luna` with the psychic's id, from the list of psychics that
 * only managers can read.
 */
async function withId(context, path) {
  const [, username] = /^\/psychics\/([a-z][^/?#]*)/i.exec(path) ?? [];
  if (username === undefined) return path;
  const answer = await context.request.get("/api/psychics?limit=1000");
  const { psychics = [] } = await answer.json();
  const psychic = psychics.find((row) => row.user_name === username);
  if (!psychic) throw new ScriptError(`The account sees no psychic ${username}`);
  return path.replace(username, psychic.user_id);
}

/** Takes pictures until two in a row are equal, because a chart is drawn a frame after its data. */
async function settledShot(page) {
  let last;
  for (let tries = 0; tries < 10; tries += 1) {
    const next = await page.screenshot({ caret: "hide" });
    if (last?.equals(next)) break;
    last = next;
  }
  return last;
}

async function takeShot({ as, phone, dark, out, url, path }) {
  await fetch(`${url}/api/health/live`).catch(() => {
    throw new ScriptError(
      `No portal answers at ${url}. Start npm run dev, or name the one that runs with --url= or PORT=`,
    );
  });
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: chromiumArguments,
  });
  try {
    const { width, height, scale } = phone ? sizes.phone : sizes.desktop;
    const context = await browser.newContext({
      ...{ baseURL: url, viewport: { width, height }, deviceScaleFactor: scale },
      ...{ isMobile: phone, hasTouch: phone, colorScheme: dark ? "dark" : "light" },
      ...{ reducedMotion: "reduce", serviceWorkers: "block" },
    });
    if (as !== "nobody") {
      const user = JSON.stringify(await signIn(context, url, as));
      await context.addInitScript({
        content: `localStorage.setItem("user", ${JSON.stringify(user)})`,
      });
    }
    const page = await context.newPage();
    page.on("pageerror", (error) => console.error(`The page failed: ${error.message}`));
    await page.goto(await withId(context, path));
    // A recruiting page keeps the system's typeface if its own arrives late. After a reload, the
    // browser has it.
    await page.waitForLoadState("networkidle");
    await page.reload();
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.waitForLoadState("networkidle");
    // A string, because this file is not compiled for the browser.
    await page.evaluate("document.fonts.ready.then(() => {})");
    // `fullPage` would put a bar that belongs at the bottom of the screen into the middle of the
    // picture.
    const whole = await page.evaluate("document.documentElement.scrollHeight");
    await page.setViewportSize({ width, height: Math.min(whole, heightAtMost) });
    const picture = await settledShot(page);
    await mkdir(dirname(out), { recursive: true });
    await writeFile(out, picture);
    const shown = new URL(page.url()).pathname;
    console.log(`${relative(process.cwd(), out)} shows ${shown}`);
  } finally {
    await browser.close();
  }
}

try {
  await takeShot(readArguments());
} catch (error) {
  // Playwright's messages have a log below their first line.
  console.error(error instanceof ScriptError ? error.message : error.message.split("\n")[0]);
  process.exitCode = 1;
}
