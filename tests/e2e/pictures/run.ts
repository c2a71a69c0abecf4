// `npm run pictures` takes the pictures of the README, of the web manifests and of the recruiting
// sites from the demo, always at the same instant. Arguments select the files whose names contain
// them.
import { writeFile } from "node:fs/promises";
import knex from "knex";
import { type Browser, chromium, type Page } from "playwright/test";
import sharp from "sharp";
import { chromiumArguments } from "#tests/support/chromium.ts";
import { setClock } from "#tests/support/clock.ts";
import { type Picture, pictures, sizes } from "#tests/support/pictures.ts";
import { demoUserId } from "../support/demo.ts";
import startPortal, { type Portal, portalVariable } from "../support/global-setup.ts";
import { shiftPages } from "../support/page-clock.ts";
import { preparations } from "./preparations.ts";

/** A Thursday afternoon in New York. It is in the future: see tests/support/clock.ts. */
const instant = new Date("2030-06-13T18:40:00Z");

/** Signs in from the page, because only the browser can resolve a brand's host. */
async function signIn(page: Page, username: string): Promise<void> {
  await page.goto("/login");
  await page.evaluate(async (username) => {
    const answer = await fetch("/api/sessions", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ username, password: `${username}-demo` }),
    });
    if (!answer.ok) throw new Error(`${username} cannot sign in: ${await answer.text()}`);
    const user = await answer.text();
    localStorage.setItem("user", user);
    // No reminder to add a passkey.
    localStorage.setItem(`factor-offer ${JSON.parse(user).user_id}`, "9999-12-31");
  }, username);
}

/** Waits until no request is pending and the typefaces have loaded. */
async function untilComplete(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
}

/** Takes pictures until two in a row are equal, because a chart is drawn a frame after its data. */
async function settled(shoot: () => Promise<Buffer>): Promise<Buffer> {
  let last = await shoot();
  for (let tries = 0; tries < 10; tries += 1) {
    const next = await shoot();
    if (next.equals(last)) return next;
    last = next;
  }
  throw new Error("the screen goes on changing");
}

/** Compresses the picture: PNG to a palette, WebP with the best quality that fits the limit. */
async function compressed(png: Buffer, { file, limit, width }: Picture): Promise<Buffer> {
  const image = sharp(png).resize(width ? { width } : {});
  if (file.endsWith(".png")) return image.png({ palette: true, effort: 10 }).toBuffer();
  for (const quality of [90, 84, 78, 72, 66, 60, 54, 48]) {
    const webp = await image.clone().webp({ quality, effort: 6 }).toBuffer();
    if (webp.length <= limit) return webp;
  }
  throw new Error(`${file} has more than ${limit} bytes`);
}

async function take(browser: Browser, portal: Portal, picture: Picture): Promise<void> {
  const { width, height, scale } = sizes[picture.size];
  const clip = { x: 0, y: 0, width, height: picture.height ?? height };
  const isPhone = picture.size === "phone";
  const address = new URL(portal.url);
  address.hostname = `${picture.brand}.localhost`;
  const context = await browser.newContext({
    ...{ viewport: { width, height }, deviceScaleFactor: scale, baseURL: address.origin },
    ...{ isMobile: isPhone, hasTouch: isPhone, colorScheme: picture.isDark ? "dark" : "light" },
    ...{ reducedMotion: "reduce", timezoneId: "America/Chicago" },
  });
  const page = await context.newPage();
  if (picture.user) await signIn(page, picture.user);
  await page.goto(picture.path);
  // A site may show its typeface only from the second visit on.
  if (!picture.user) await page.reload();
  await untilComplete(page);
  const shown = picture.prepare ? await preparations[picture.prepare](page, context) : page;
  if (picture.prepare) await untilComplete(shown);
  const png = await settled(() => shown.screenshot({ caret: "hide", clip }));
  const content = await compressed(png, picture);
  await writeFile(picture.file, content);
  console.log(`${picture.file}: ${content.length} bytes`);
  await context.close();
}

await setClock(instant);
const words = process.argv.slice(2);
const wanted = pictures.filter(({ file }) => words.every((word) => file.includes(word)));
const close = await startPortal();
try {
  const portal: Portal = JSON.parse(process.env[portalVariable] ?? "");
  const sql = knex({ client: "pg", connection: portal.databaseUrl });
  const luna = await demoUserId(sql, "luna").finally(() => sql.destroy());
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "",
    args: chromiumArguments,
  });
  shiftPages(browser);
  try {
    for (const picture of wanted) {
      const path = picture.path.replace(/^\/psychics\/luna/, `/psychics/${luna}`);
      await take(browser, portal, { ...picture, path });
    }
  } finally {
    await browser.close();
  }
} finally {
  await close();
}
