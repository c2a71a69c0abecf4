import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";
import { browserFloor } from "./browser-floor.ts";

const { safari, chrome, firefox } = browserFloor;
const names = [
  `Safari ${safari} (iPhone and iPad: iOS ${safari})`,
  `Chrome ${chrome}`,
  `Edge ${chrome}`,
  `Firefox ${firefox}`,
];

/** The script that tells users of older browsers to update, and the name of its file. */
export async function oldBrowserScript(web: string): Promise<{ fileName: string; source: string }> {
  const code = await readFile(join(web, "old-browser.js"), "utf8");
  // No minifier writes ES5, so we only remove comments and indents.
  const source = code
    .replaceAll(/^\s*\/\/.*\n/gm, "")
    .replaceAll(/^ +/gm, "")
    .replaceAll("__FLOOR__", JSON.stringify(names));
  const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
  return { fileName: `assets/old-browser-${hash}.js`, source };
}

/**
 * Puts that script into the app's page, below the root element that it looks for. `async`, so that
 * the first paint does not wait for it on a slow connection.
 */
export function oldBrowserNotice(web: string): Plugin {
  let isServed = false;
  return {
    name: "old-browser-notice",
    configResolved: (config) => {
      isServed = config.command === "serve";
    },
    async buildStart() {
      if (!isServed) this.emitFile({ type: "asset", ...(await oldBrowserScript(web)) });
    },
    async transformIndexHtml() {
      const { fileName, source } = await oldBrowserScript(web);
      return [
        isServed
          ? { tag: "script", children: source, injectTo: "body" }
          : { tag: "script", attrs: { src: `/${fileName}`, async: true }, injectTo: "body" },
      ];
    },
  };
}
