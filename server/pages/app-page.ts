import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Request, RequestHandler, Response } from "express";
import { type Brand, brandOf, factsElement, publicFacts } from "#shared/reference/brands.ts";
import { type SignInPage, signInFile, sitePlaceholders } from "#shared/reference/site-pages.ts";
import type { Brands } from "../brands.ts";
import { etagsIn } from "../http/etags.ts";
import { Refusal } from "../http/refusal.ts";
import { escapeHtml } from "./escape-html.ts";

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 32);

interface FilledFile {
  text: string;
  etag: string;
  filledAt: Date;
}

/** A built file with something inserted; read again only if it has changed. */
function filledFile(file: string, fill: (built: string) => string | Promise<string>) {
  let known: (FilledFile & { mtimeMs: number }) | undefined;
  return async (): Promise<FilledFile> => {
    const { mtimeMs } = await stat(file);
    if (known?.mtimeMs !== mtimeMs) {
      const text = await fill(await readFile(file, "utf8"));
      // Weak, because the answer may be compressed.
      known = { mtimeMs, text, etag: `W/"${hashOf(text)}"`, filledAt: new Date() };
    }
    return known;
  };
}

/**
 * Refuses the same conditional requests as `express.static` does for other files (B7). A range that
 * could be served gets the whole file, which HTTP always allows.
 */
function refuseCondition(req: Request, res: Response, { text, etag, filledAt }: FilledFile): void {
  const match = req.get("if-match");
  const isOther = match !== undefined && match !== "*" && !etagsIn(match).includes(etag.slice(2));
  const unmodifiedSince = Date.parse(req.get("if-unmodified-since") ?? "");
  if (isOther || (match === undefined && filledAt.getTime() > unmodifiedSince + 1000)) {
    throw new Refusal("condition_failed");
  }
  const size = Buffer.byteLength(text);
  if (req.get("if-range") === undefined && req.range(size) === -1) {
    res.setHeader("Content-Range", `bytes */${size}`);
    throw new Refusal("range_not_satisfiable");
  }
}

function sender(read: () => Promise<FilledFile>, type: string): RequestHandler {
  return async (req, res, next) => {
    const file = await read().catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    if (file === undefined) return next();
    refuseCondition(req, res, file);
    res.set({ "Cache-Control": "no-cache", ETag: file.etag }).type(type);
    if (req.fresh) res.status(304).end();
    else res.send(file.text);
  };
}

/** Inserts into the page the settings that the app needs. */
export function fillPage(html: string, { all }: Brands, imageBase: string | undefined): string {
  const facts = `<script type="application/json" id="${factsElement}">${publicFacts(all)}</script>`;
  const images = imageBase === undefined ? "" : `<meta name="image-base" content="${imageBase}" />`;
  return html.replace("<head>", () => `<head>${facts}${images}`);
}

/**
 * The app's page and its service worker. Both contain the brands' facts, which are settings and not
 * part of the build (B1). The worker also contains a hash of the page that it stores: when a
 * setting changes, installed apps find another worker, and with it the new page.
 */
export function appPage(options: {
  /** The built web app. */
  folder: string;
  brands: Brands;
  /** The base address of pictures; default the API. */
  imageBase: string | undefined;
}): Record<"sendPage" | "sendSignIn" | "sendPublic" | "sendWorker", RequestHandler> {
  const { folder, brands, imageBase } = options;
  const facts = publicFacts(brands.all);
  const index = join(folder, "index.html");
  const fill = (built: string) => fillPage(built, brands, imageBase);
  const page = filledFile(index, fill);
  const signInOf = (brand: Brand) =>
    filledFile(index, async (built) => withSignIn(fill(built), await readSignIn(folder, brand)));
  const signIn = new Map(brands.all.map((brand) => [brand.key, sender(signInOf(brand), "html")]));
  const worker = filledFile(join(folder, "service-worker.js"), async (built) => {
    const shell = `{"revision":"${hashOf((await page()).text)}","brands":${facts}}`;
    return `self.portalShell=${shell};\n${built}`;
  });
  const fonts = new Map<string, string>();
  const fontOf = async (brand: Brand) => {
    const font = fonts.get(brand.key) ?? (await readSignIn(folder, brand)).font;
    fonts.set(brand.key, font);
    return font;
  };
  const sendPage = sender(page, "html");
  return {
    sendPage,
    async sendPublic(req, res, next) {
      const { brand: key } = req.params;
      const brand = brands.all.find((one) => one.key === key) ?? brandOf(brands.all, req.hostname);
      // Headings use their typeface only if it has loaded before the first paint.
      const font = await fontOf(brand).catch(() => null);
      const link = `</${font}>; rel=preload; as=font; type="font/woff2"; crossorigin`;
      if (font) res.append("Link", link);
      return sendPage(req, res, next);
    },
    sendSignIn: (req, res, next) =>
      signIn.get(brandOf(brands.all, req.hostname ?? "").key)?.(req, res, next),
    sendWorker: sender(worker, "js"),
  };
}

/** A brand's sign-in screen from the build, with the brand's name. */
async function readSignIn(folder: string, { key, name }: Brand): Promise<SignInPage> {
  const page: SignInPage = JSON.parse(await readFile(join(folder, signInFile(key)), "utf8"));
  return { ...page, html: page.html.replaceAll(sitePlaceholders.name, () => escapeHtml(name)) };
}

/** The app's page with the sign-in screen in its root, visible before any script runs. */
function withSignIn(page: string, { styles, start, scripts, font, art, html }: SignInPage): string {
  const links = [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`,
    ...art.map(
      ({ file, media }) =>
        `<link rel="preload" href="/${file}" as="image" media="${media}" fetchpriority="high">`,
    ),
    `<script src="/${start}" data-files="${scripts.join(" ")}"></script>`,
  ].join("");
  // The screen is painted without the app's scripts, so on a slow line its other files must load
  // first. The script of a psychic's dashboard has nothing to do here.
  return page
    .replace(/<script src="\/assets\/dashboard-start-[^>]*><\/script>/, "")
    .replace(/<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g, "")
    .replace("</head>", () => `${links}</head>`)
    .replace('<div id="root">', () => `<div id="root">${html}`);
}
