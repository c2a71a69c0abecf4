import { join } from "node:path";
import compression from "compression";
import express, { type RequestHandler, Router } from "express";
import helmet from "helmet";
import { type Brand, brands } from "../../shared/reference/brands.ts";
import { agreementPages } from "./agreement-page.ts";
import { recruiting } from "./recruiting.ts";
import { brandFiles } from "./web-manifest.ts";

/** What a page may load: our own files and nothing inline but the named styles (safety 12). */
function pageHeaders(tls: boolean, styles: readonly string[] = []): RequestHandler {
  const self = ["'self'"];
  // A brand may have an API host of its own: its calls, pictures and recordings come from there.
  const api = brands.flatMap(({ apiHost }) =>
    apiHost ? [`${tls ? "https" : "http"}://${apiHost}`] : [],
  );
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: self,
        styleSrc: [...self, ...styles],
        imgSrc: [...self, "data:", "blob:", ...api],
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
}

const year = "public, max-age=31536000, immutable";

interface PagesOptions {
  /** The built web app. */
  folder: string;
  tls: boolean;
  /** Where a brand's pages are reached. */
  publicUrl: (brand: Brand) => string;
}

/**
 * The recruiting sites, then the built web app: files with a hash in their name for ever, the page
 * itself always asked for again. A path that names no file is a screen, and the app says when it
 * has none.
 */
export function pages({ folder, tls, publicUrl }: PagesOptions): Router {
  const router = Router();
  router.use(recruiting({ folder, publicUrl, headers: (styles) => pageHeaders(tls, styles) }));
  router.use(compression());
  router.use(pageHeaders(tls));
  router.use(brandFiles(folder));
  router.use(agreementPages());
  router.use(
    express.static(folder, {
      index: false,
      setHeaders: (res, path) => {
        const hashed = path.startsWith(join(folder, "assets"));
        res.setHeader("Cache-Control", hashed ? year : "no-cache");
      },
    }),
  );
  router.get("/{*path}", (req, res, next) => {
    // A missing file is no screen: a page sent for a script would only hide the mistake.
    if (/\.\w{1,10}$/.test(req.path)) return next();
    res.locals.route = "page";
    const headers = { "Cache-Control": "no-cache" };
    res.sendFile(join(folder, "index.html"), { headers }, (error) => {
      // Called at the end as well: what comes next would take the page for one that nobody sent.
      if (error) next(error);
    });
  });
  return router;
}
