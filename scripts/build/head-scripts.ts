import { createHash } from "node:crypto";
import { basename } from "node:path";
import { build, type HtmlTagDescriptor, type Plugin } from "vite";
import { buildTarget } from "./browser-floor.ts";
import { dashboardFiles } from "./bundle-files.ts";

/** In `web`; in the order in which they run. */
const entries = ["first-paint", "dashboard-start", "sign-in-start"] as const;

async function codeOf(web: string, entry: string): Promise<string> {
  const output = await build({
    configFile: false,
    root: web,
    logLevel: "silent",
    publicDir: false,
    build: {
      write: false,
      target: buildTarget,
      lib: { entry: `${entry}.ts`, formats: ["iife"], name: "headScript" },
    },
  });
  const [bundle] = Array.isArray(output) ? output : [output];
  if (!bundle || !("output" in bundle)) throw new Error(`${entry}.ts was not built`);
  return bundle.output[0].code;
}

/**
 * Scripts that run in <head>, before anything is painted. A module script would run too late, and
 * the Content-Security-Policy allows no inline script, so each is a small classic script in a file of
 * its own. Only the sign-in page has `sign-in-start`: `server/pages/app-page.ts` adds it.
 */
export function headScripts(web: string): Plugin {
  const scripts: { entry: string; code: string; fileName: string }[] = [];
  let serving = false;
  return {
    name: "head-scripts",
    configResolved: (config) => {
      serving = config.command === "serve";
    },
    async buildStart() {
      scripts.length = 0;
      for (const entry of entries) {
        const code = await codeOf(web, entry);
        const hash = createHash("sha256").update(code).digest("base64url").slice(0, 8);
        const fileName = `assets/${entry}-${hash}.js`;
        scripts.push({ entry, code, fileName });
        if (!serving) this.emitFile({ type: "asset", fileName, source: code });
      }
    },
    transformIndexHtml: (_, { bundle }): HtmlTagDescriptor[] =>
      scripts.flatMap(({ entry, code, fileName }) => {
        if (entry === "sign-in-start") return [];
        if (serving || !bundle) return { tag: "script", children: code, injectTo: "head-prepend" };
        const files = dashboardFiles(bundle).map((file) => basename(file));
        const data = entry === "dashboard-start" && { "data-files": files.join(" ") };
        const attrs = { src: `/${fileName}`, ...data };
        return { tag: "script", attrs, injectTo: "head-prepend" };
      }),
  };
}
