import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Request, Response } from "express";
import type { Connect, Plugin, ViteDevServer } from "vite";
import { oldBrowserScript } from "#scripts/build/old-browser.ts";
import type { Render } from "#scripts/build/recruiting-pages.ts";
import { siteFonts } from "#scripts/build/site-fonts.ts";
import type { Env } from "#server/env.ts";
import { fillPage } from "#server/pages/app-page.ts";
import { fillSite } from "#server/pages/fill-site.ts";
import { pageHeaders } from "#server/pages/page-router.ts";
import { siteFile, sitePages, sitePath } from "#shared/reference/site-pages.ts";
import type { ServerProcess } from "./server-process.ts";

/** Lets Vite's inline scripts and styles pass the pages' Content-Security-Policy. */
export const nonce = "dev";

interface DevPages {
  env: Env;
  server: ServerProcess;
  /** Where the server listens. */
  port: number;
}

/** Removes the service worker that a built portal left in this browser at the same address. */
const removeWorker = `
addEventListener("install", () => skipWaiting());
addEventListener("activate", async () => {
  const windows = await clients.matchAll();
  await registration.unregister();
  for (const window of windows) window.navigate(window.url);
});
`;

const oldBrowserPath = "/old-browser-notice.js";

/**
 * Makes Vite's development server answer like the portal's server with a build: same brands, headers
 * and recruiting sites. A proxy passes everything that needs no build to the portal's server.
 */
export function devPages({ env, server, port }: DevPages): Plugin {
  const { brands } = env;
  const apiHosts = new Set([
    ...env.API_HOSTS,
    ...brands.all.flatMap(({ apiHost }) => apiHost ?? []),
  ]);
  const serverPaths = new Set(["/", "/robots.txt", "/sitemap.xml", "/manifest.webmanifest"]);
  const agreements = brands.all.map(({ key }) => `/${key}/agreement/`);
  const isForServer = (req: IncomingMessage) => {
    const { pathname, hostname } = addressOf(req);
    if (apiHosts.has(hostname) || serverPaths.has(pathname)) return true;
    if (agreements.some((path) => `${pathname}/`.startsWith(path))) return true;
    // The addresses of the sources in web/api also begin with /api.
    return /^\/api(\/|$)/.test(pathname) && !/\.tsx?$/.test(pathname);
  };

  const sites = new Map(
    brands.all.flatMap((brand) =>
      sitePages.map((page) => [sitePath(brand, page), { brand, page }]),
    ),
  );
  async function renderSite(vite: ViteDevServer, path: string): Promise<string | undefined> {
    const site = sites.get(path);
    if (!site) return undefined;
    const { renderSites } = (await vite.ssrLoadModule("/recruiting/render.tsx")) as Render;
    const scripts = { form: "/recruiting/apply/apply-form.ts", oldBrowser: oldBrowserPath };
    const addressOf = async (font: string) => `/fonts/${font}`;
    const fonts = {
      cos: await siteFonts(vite.config.root, "cos", addressOf),
      onesun: await siteFonts(vite.config.root, "onesun", addressOf),
    };
    const pages = renderSites(scripts, { cos: "", onesun: "" }, fonts, new Date());
    const file = siteFile(site.brand, site.page);
    const html = pages.find((page) => page.file === file)?.html ?? "";
    return fillSite(html, { brand: site.brand, brands: brands.all, origin: env.publicUrl })
      .replace("<style>", `<style nonce="${nonce}">`)
      .replace("</head>", '<script type="module" src="/@vite/client"></script></head>');
  }

  const headers = pageHeaders(
    { tls: env.publicUrl.startsWith("https:"), imageBase: env.IMAGE_BASE, brands },
    [`'nonce-${nonce}'`],
    [`'nonce-${nonce}'`],
  );

  return {
    name: "dev-pages",
    enforce: "pre",
    config: () => ({
      server: {
        allowedHosts: [...brands.all.flatMap(({ hosts }) => hosts), ...apiHosts],
        proxy: {
          "^/": {
            target: `http://127.0.0.1:${port}`,
            // A request that arrives while the server restarts waits for the new server.
            bypass: async (req, res) => {
              if (!isForServer(req)) return req.url;
              if (await server.waitUntilListening()) return undefined;
              res?.writeHead(503).end("The server does not start. The terminal says why.\n");
              return req.url;
            },
          },
        },
      },
    }),
    configureServer(vite) {
      vite.middlewares.use(async (req, res, next) => {
        try {
          if (isForServer(req)) return next();
          const { pathname, hostname } = addressOf(req);
          const { key } = brands.of(hostname);
          if (["/icon.svg", "/apple-touch-icon.png"].includes(pathname)) {
            req.url = `/brands/${key}${pathname}`;
          }
          // The gallery goes without these headers: they forbid frames, and it shows each theme in
          // one.
          if (!pathname.startsWith("/gallery/")) headers(req as Request, res as Response, () => {});
          if (pathname === "/service-worker.js") return send(res, "text/javascript", removeWorker);
          if (pathname === oldBrowserPath) {
            return send(res, "text/javascript", (await oldBrowserScript(vite.config.root)).source);
          }
          const site = await renderSite(vite, pathname);
          if (site !== undefined) return send(res, "text/html", site);
          next();
        } catch (error) {
          next(error);
        }
      });
    },
    transformIndexHtml: {
      order: "post",
      handler: (html) => fillPage(html, brands, env.IMAGE_BASE),
    },
    hotUpdate({ file, server: { environments, config } }) {
      // Rendered on the server, so Vite does not reload the browser when the page's modules change.
      const isSite = file.startsWith(join(config.root, "recruiting/"));
      if (this.environment.name === "ssr" && isSite) {
        environments.client?.hot.send({ type: "full-reload" });
      }
    },
  };
}

function addressOf({ url = "/", headers }: Connect.IncomingMessage): URL {
  return new URL(url, `http://${headers.host ?? "localhost"}`);
}

function send(res: ServerResponse, type: string, body: string): void {
  res.setHeader("Content-Type", `${type}; charset=utf-8`);
  res.setHeader("Cache-Control", "no-cache");
  res.end(body);
}
