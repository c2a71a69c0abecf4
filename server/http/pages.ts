import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import compression from "compression";
import express, { type RequestHandler, Router } from "express";
import helmet from "helmet";
import { type Brand, brands } from "../../shared/reference/brands.ts";
import { agreementPages } from "./agreement-page.ts";
import { answerOtherMethod } from "./other-methods.ts";
import { permissionsPolicy } from "./permissions-policy.ts";
import { recruiting } from "./recruiting.ts";
import { brandFiles } from "./web-manifest.ts";

/** What pages are served with. */
interface PageOptions {
  /** The built web app. */
  folder: string;
  /** Whether browsers come by https. */
  tls: boolean;
  /** Where pictures are asked for; none: at the API. */
  imageBase: string | undefined;
  /** Where a brand's pages are reached. */
  publicUrl: (brand: Brand) => string;
}

/** What a page may load: our own files and nothing inline but the named styles (safety 12). */
function pageHeaders(
  { tls, imageBase }: Pick<PageOptions, "tls" | "imageBase">,
  styles: readonly string[] = [],
): RequestHandler {
  const self = ["'self'"];
  const images = imageBase === undefined ? [] : [new URL(imageBase).origin];
  // A brand may have an API host of its own: its calls, pictures and recordings come from there.
  const api = brands.flatMap(({ apiHost }) =>
    apiHost ? [`${tls ? "https" : "http"}://${apiHost}`] : [],
  );
  const secured = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: self,
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

/** The folders of the build that are served as they are, with how long browsers keep their files. */
const servedFolders = { assets: year, brands: "no-cache" };

const filesKept = (cacheControl: string) =>
  ({
    index: false,
    redirect: false,
    setHeaders: (res: ServerResponse) => res.setHeader("Cache-Control", cacheControl),
  }) as const;

const isMissing = (error: Error) => "status" in error && error.status === 404;

/**
 * The recruiting sites, then the built web app: files with a hash in their name for ever, the page
 * itself always asked for again. A path that names no file is a screen, and the app says when it
 * has none.
 */
export function pages(options: PageOptions): Router {
  const { folder, publicUrl } = options;
  const sendPage = pageSender(folder, options.imageBase);
  const router = Router();
  router.use(pageHeaders(options));
  router.use((req, res, next) => {
    if (req.method === "GET" || req.method === "HEAD") return next();
    answerOtherMethod(req, res, ["GET", "HEAD"]);
  });
  router.use(recruiting({ folder, publicUrl, headers: (styles) => pageHeaders(options, styles) }));
  // A part of a file is a part of its plain bytes; packed, nobody could put it together again.
  router.use(
    compression({
      filter: (req, res) => res.statusCode !== 206 && compression.filter(req, res),
    }),
  );
  router.use(brandFiles(folder));
  router.use(agreementPages());
  // What the installed app keeps is the page as it is served.
  router.get("/index.html", sendPage);
  // By name, not the whole folder: the templates of the recruiting sites are in it too.
  for (const [name, cacheControl] of Object.entries(servedFolders)) {
    router.use(`/${name}`, express.static(join(folder, name), filesKept(cacheControl)));
  }
  router.get("/service-worker.js", (_req, res, next) => {
    const headers = { "Cache-Control": "no-cache" };
    res.sendFile(join(folder, "service-worker.js"), { headers }, (error) => {
      if (error) next(isMissing(error) ? undefined : error);
    });
  });
  router.get("/{*path}", (req, res, next) => {
    // A missing file is no screen: a page sent for a script would only hide the mistake.
    if (/\.\w{1,10}$|^\/assets\//.test(req.path)) return next();
    res.locals.route = "page";
    sendPage(req, res, next);
  });
  return router;
}

/** Sends the one page of the app, which names where pictures are if that is not the API. */
function pageSender(folder: string, imageBase: string | undefined): RequestHandler {
  const file = join(folder, "index.html");
  const headers = { "Cache-Control": "no-cache" };
  if (imageBase === undefined) {
    return (_req, res, next) =>
      res.sendFile(file, { headers }, (error) => {
        // Called at the end as well: what comes next would take the page for one that nobody sent.
        if (error) next(error);
      });
  }
  const named = `<meta name="image-base" content="${imageBase}" />`;
  return async (_req, res) => {
    const html = await readFile(file, "utf8");
    res
      .set(headers)
      .type("html")
      .send(html.replace("</head>", () => `${named}</head>`));
  };
}
