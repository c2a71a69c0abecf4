import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { type Request, type RequestHandler, type Response, Router } from "express";
import type { Brand } from "#shared/reference/brands.ts";
import { siteFile, sitePages, sitePath } from "#shared/reference/site-pages.ts";
import type { Brands } from "../brands.ts";
import { isFresh, sendNotModified } from "../http/answer.ts";
import { fillSite } from "./fill-site.ts";

/** A page, compressed once for all visitors. */
interface Page {
  bodies: Record<"br" | "gzip" | "identity", Buffer>;
  etag: string;
  /** Its inline stylesheet as a source of the Content-Security-Policy. */
  style: string;
}

const hashOf = (text: string, encoding: "base64" | "base64url") =>
  createHash("sha256").update(text).digest(encoding);

async function pageOf(html: string): Promise<Page> {
  const [, style = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  return {
    bodies: {
      br: await promisify(brotliCompress)(html),
      gzip: await promisify(gzip)(html),
      identity: Buffer.from(html),
    },
    etag: hashOf(html, "base64url").slice(0, 16),
    style: `'sha256-${hashOf(style, "base64")}'`,
  };
}

function send(req: Request, res: Response, { bodies, etag }: Page): void {
  const accepted = req.acceptsEncodings("br", "gzip", "identity");
  const encoding = accepted === "br" || accepted === "gzip" ? accepted : "identity";
  // Each encoding is a representation of its own.
  const tag = `"${etag}-${encoding}"`;
  res.setHeader("Cache-Control", "no-cache");
  res.vary("Accept-Encoding");
  if (isFresh(req, tag)) {
    sendNotModified(res, tag);
    return;
  }
  res.setHeader("ETag", tag);
  res.setHeader("Content-Type", "text/html; charset=utf-8");
  if (encoding !== "identity") res.setHeader("Content-Encoding", encoding);
  res.setHeader("Content-Length", bodies[encoding].length);
  res.end(req.method === "HEAD" ? undefined : bodies[encoding]);
}

interface Sites {
  /** The built web app. */
  folder: string;
  brands: Brands;
  /** The address of a brand's pages. */
  publicUrl: (brand: Brand) => string;
  /** The headers of a page with these inline stylesheets. */
  headers: (styles: string[]) => RequestHandler;
}

/**
 * The two recruiting sites: built HTML with each brand's facts and address. A brand's pages are the
 * same on every host; `/`, robots.txt and the sitemap depend on the host.
 */
export function recruiting({ folder, brands, publicUrl, headers }: Sites): Router {
  const router = Router();

  for (const brand of brands.all) {
    for (const page of sitePages) {
      let ready: Promise<{ page: Page; policy: RequestHandler }> | undefined;
      const load = async () => {
        const built = await readFile(join(folder, siteFile(brand, page)), "utf8");
        const facts = { brand, brands: brands.all, origin: publicUrl(brand) };
        const filled = await pageOf(fillSite(built, facts));
        return { page: filled, policy: headers([filled.style]) };
      };
      // Express ignores case and a trailing slash.
      router.get(sitePath(brand, page), async (req, res) => {
        ready ??= load();
        const { page: sent, policy } = await ready.catch((error) => {
          ready = undefined;
          throw error;
        });
        res.locals.route = "recruiting page";
        policy(req, res, () => send(req, res, sent));
      });
    }
  }

  router.get("/", (req, res) => {
    res.locals.route = "recruiting page";
    res.setHeader("Cache-Control", "no-cache");
    res.redirect(sitePath(brands.of(req.hostname), "home"));
  });

  router.get("/robots.txt", (req, res) => {
    const sitemap = `${publicUrl(brands.of(req.hostname))}/sitemap.xml`;
    res.type("text/plain").setHeader("Cache-Control", "no-cache");
    res.send(`User-agent: *\nDisallow: /api/\n\nSitemap: ${sitemap}\n`);
  });

  router.get("/sitemap.xml", (req, res) => {
    const brand = brands.of(req.hostname);
    const places = sitePages.map(
      (page) => `<url><loc>${publicUrl(brand)}${sitePath(brand, page)}</loc></url>`,
    );
    res.type("application/xml").setHeader("Cache-Control", "no-cache");
    res.send(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${places.join("")}</urlset>\n`,
    );
  });
  return router;
}
