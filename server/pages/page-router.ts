import type { ServerResponse } from "node:http";
import { join } from "node:path";
import compression from "compression";
import express, { type RequestHandler, Router } from "express";
import helmet from "helmet";
import type { Brand } from "#shared/reference/brands.ts";
import type { Brands } from "../brands.ts";
import { answerOtherMethod } from "../http/other-methods.ts";
import { permissionsPolicy } from "../http/permissions-policy.ts";
import { agreementPages, type FindAgreement } from "./agreement-page.ts";
import { appPage } from "./app-page.ts";
import { recruiting } from "./recruiting-sites.ts";
import { brandFiles } from "./web-manifest.ts";

/** The settings that pages need. */
interface PageOptions {
  /** The built web app. */
  folder: string;
  /** Whether browsers use https. */
  tls: boolean;
  /** The base address of pictures; default the API. */
  imageBase: string | undefined;
  brands: Brands;
  findAgreement: FindAgreement;
  /** The address of a brand's pages. */
  publicUrl: (brand: Brand) => string;
}

/**
 * The headers of a page. It may load our own files, and inline only the named styles and scripts
 * (safety 12).
 */
export function pageHeaders(
  { tls, imageBase, brands }: Pick<PageOptions, "tls" | "imageBase" | "brands">,
  styles: readonly string[] = [],
  scripts: readonly string[] = [],
): RequestHandler {
  const self = ["'self'"];
  const images = imageBase === undefined ? [] : [new URL(imageBase).origin];
  // A brand may have an API host of its own for calls, pictures and recordings.
  const api = brands.all.flatMap(({ apiHost }) =>
    apiHost ? [`${tls ? "https" : "http"}://${apiHost}`] : [],
  );
  const secured = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: [...self, ...scripts],
        styleSrc: [...self, ...styles],
        imgSrc: [...self, "data:", "blob:", ...api, ...images],
        connectSrc: [...self, ...api],
        fontSrc: self,
        mediaSrc: [...self, ...api],
        manifestSrc: self,
        workerSrc: self,
        frameSrc: self,
        formAction: self,
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: tls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: "same-origin" },
    crossOriginEmbedderPolicy: false,
  });
  return (req, res, next) => {
    res.setHeader("Permissions-Policy", permissionsPolicy);
    secured(req, res, next);
  };
}

const year = "public, max-age=31536000, immutable";

/** The folders of the build that are served unchanged, with their Cache-Control. */
const servedFolders = { assets: year, brands: "no-cache" };

const staticOptions = (cacheControl: string) =>
  ({
    index: false,
    redirect: false,
    setHeaders: (res: ServerResponse) => res.setHeader("Cache-Control", cacheControl),
  }) as const;

/** The app's screens for visitors, apart from the sign-in. */
const publicScreens = [
  "/forgot_password",
  "/recover_password/:value",
  "/undo_email/:token",
  "/not_me/:token",
  "/:brand/signup",
];

/**
 * The recruiting sites and the built web app. Browsers cache files with a hash in their name for a
 * year and revalidate the page itself. Any other path gets the app's page, unless it looks like a
 * file's, and the app shows "not found" for unknown screens.
 */
export function pages(options: PageOptions): Router {
  const { folder, publicUrl, brands } = options;
  const { sendPage, sendSignIn, sendPublic, sendWorker } = appPage(options);
  const router = Router();
  router.use(pageHeaders(options));
  router.use((req, res, next) => {
    if (req.method === "GET" || req.method === "HEAD") return next();
    answerOtherMethod(req, res, ["GET", "HEAD"]);
  });
  router.use(
    recruiting({ folder, brands, publicUrl, headers: (styles) => pageHeaders(options, styles) }),
  );
  // A range counts uncompressed bytes, and clients could not join ranges that were compressed.
  router.use(
    compression({
      filter: (req, res) => res.statusCode !== 206 && compression.filter(req, res),
    }),
  );
  router.use(brandFiles(folder, brands));
  router.use(agreementPages(brands, options.findAgreement));
  // The installed app stores the page exactly as served.
  router.get("/index.html", sendPage);
  router.get("/service-worker.js", sendWorker);
  router.get("/login", (req, res, next) => {
    res.locals.route = "page";
    return sendSignIn(req, res, next);
  });
  router.get(publicScreens, (req, res, next) => {
    res.locals.route = "page";
    return sendPublic(req, res, next);
  });
  // Not the whole folder: it also contains the templates of the recruiting sites.
  for (const [name, cacheControl] of Object.entries(servedFolders)) {
    router.use(`/${name}`, express.static(join(folder, name), staticOptions(cacheControl)));
  }
  router.get("/{*path}", (req, res, next) => {
    // A missing file is a 404: the page in place of a script would hide the mistake.
    if (/\.\w{1,10}$|^\/assets\//.test(req.path)) return next();
    res.locals.route = "page";
    return sendPage(req, res, next);
  });
  return router;
}
