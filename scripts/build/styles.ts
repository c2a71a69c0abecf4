import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { PurgeCSS } from "purgecss";
import { normalizePath, type Plugin } from "vite";

/**
 * The cascade layers, weakest first, and the folders whose stylesheets are in each. A rule of a
 * screen wins over a rule of a part, regardless of their selectors and of the order in which their
 * files arrive.
 */
const layers: Record<string, RegExp> = {
  base: /^ui\/styles\//,
  parts: /^ui\//,
  features: /^(features|pwa)\//,
  screens: /./,
};

/** Puts each stylesheet into the layer of its folder. */
function layeredStyles(web: string): Plugin {
  return {
    name: "layered-styles",
    transform: {
      filter: { id: /\.scss$/ },
      handler(code, id) {
        const path = normalizePath(relative(web, id));
        const names = Object.keys(layers);
        const layer = names.find((name) => layers[name]?.test(path));
        // A character set may only be declared at a file's start; the server sends it anyway.
        const rules = code.replace(/^\s*@charset[^;]*;/, "");
        return { code: `@layer ${names.join(",")};\n@layer ${layer} {\n${rules}\n}\n`, map: null };
      },
    },
  };
}

/** The text of the app's own sources; the recruiting pages and the gallery have builds of their own. */
async function sourcesIn(web: string, kind: RegExp): Promise<string> {
  const files = await readdir(web, { recursive: true });
  const isOurs = (file: string) => kind.test(file) && !/^(recruiting|gallery)\b/.test(file);
  const texts = files.filter(isOurs).map((file) => readFile(join(web, file), "utf8"));
  return (await Promise.all(texts)).join("\n");
}

const usedIn = (css: string) => [...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = ""]) => name);

/** The variables that another stylesheet uses, and those that their values use in turn. */
function variablesFor(sheets: string, css: string): string[] {
  const declarations = [...css.matchAll(/(--[\w-]+):([^;}]*)/g)];
  const names = new Set(usedIn(sheets));
  for (const name of names) {
    for (const [, declared, value = ""] of declarations) {
      if (declared === name) for (const used of usedIn(value)) names.add(used);
    }
  }
  return [...names];
}

/** Drops the rules and variables, mostly Bulma's, that no source file names. */
function purgedStyles(web: string): Plugin {
  let sheets = "";
  let words = "";
  return {
    name: "purged-styles",
    apply: "build",
    async buildStart() {
      sheets = await sourcesIn(web, /\.scss$/);
      words = [...new Set((await sourcesIn(web, /\.(tsx?|html)$/)).match(/[\w-]+/g))].join(" ");
    },
    transform: {
      filter: { id: /\.scss$/ },
      async handler(css) {
        const [purged] = await new PurgeCSS().purge({
          content: [{ raw: words, extension: "html" }],
          css: [{ raw: css }],
          variables: true,
          safelist: {
            greedy: [/data-theme/, /data-brand/],
            variables: variablesFor(sheets, css),
          },
        });
        return purged ? { code: purged.css, map: null } : null;
      },
    },
  };
}

/** @param web the folder of the web app. */
export const styles = (web: string): Plugin[] => [purgedStyles(web), layeredStyles(web)];
