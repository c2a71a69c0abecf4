import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import sharp from "sharp";
import { build, type InlineConfig, type Plugin, type Rolldown } from "vite";
import type { BrandKey } from "#shared/reference/brands.ts";
import { buildTarget } from "./browser-floor.ts";
import { loadRendered } from "./load-rendered.ts";
import { oldBrowserScript } from "./old-browser.ts";
import { type SiteFonts, siteFonts } from "./site-fonts.ts";

/** The exports of `web/recruiting/render.tsx`. */
export interface Render {
  sharePictures(): { brand: BrandKey; svg: string }[];
  renderSites(
    scripts: { form: string; oldBrowser: string },
    pictures: Record<BrandKey, string>,
    fonts: Record<BrandKey, SiteFonts>,
    published: Date,
  ): { file: string; html: string }[];
}

interface Options {
  /** The folder of the web app. */
  web: string;
  /** Files that only the build needs. */
  cache: string;
  /** The plugins for endpoints, as in the web app's own build. */
  shared: Pick<InlineConfig, "plugins" | "css">;
}

const nameOf = (name: string, content: Uint8Array, extension: string) => {
  const hash = createHash("sha256").update(content).digest("base64url").slice(0, 8);
  return `assets/${name}-${hash}.${extension}`;
};

/**
 * Renders the pages of the recruiting sites with React during the build. The server sends finished
 * HTML; only the apply pages have a script, which is built separately so that it contains nothing of
 * the app.
 */
export function recruitingPages({ web, cache, shared }: Options): Plugin {
  const built = async (config: InlineConfig): Promise<Rolldown.RolldownOutput["output"]> => {
    const quiet = { configFile: false, root: web, logLevel: "warn", publicDir: false } as const;
    const result = await build({ ...quiet, css: shared.css ?? {}, ...config });
    const [output] = Array.isArray(result) ? result : [result];
    if (!output || !("output" in output)) throw new Error("The recruiting pages were not built");
    return output.output;
  };

  const rendering = () =>
    loadRendered<Render>({
      ...{ web, cache, plugins: [react()], entry: "recruiting/render.tsx" },
      ...{ css: shared.css ?? {}, target: buildTarget },
    });

  return {
    name: "recruiting-pages",
    apply: "build",
    async generateBundle() {
      const form = await built({
        plugins: [shared.plugins],
        build: {
          write: false,
          target: buildTarget,
          assetsInlineLimit: 0,
          rolldownOptions: {
            input: join(web, "recruiting/apply/apply-form.ts"),
            output: { entryFileNames: "assets/[name]-[hash].js" },
          },
        },
      });
      for (const file of form) {
        const source = file.type === "chunk" ? file.code : file.source;
        this.emitFile({ type: "asset", fileName: file.fileName, source });
      }
      const { sharePictures, renderSites } = await rendering();
      const scripts = {
        form: `/${form[0].fileName}`,
        oldBrowser: `/${(await oldBrowserScript(web)).fileName}`,
      };
      const pictures = { cos: "", onesun: "" };
      for (const { brand, svg } of sharePictures()) {
        const source = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
        const fileName = nameOf(`share-${brand}`, source, "png");
        this.emitFile({ type: "asset", fileName, source });
        pictures[brand] = `/${fileName}`;
      }
      const emitFont = async (name: string) => {
        const source = await readFile(join(web, "fonts", name));
        return `/${this.getFileName(this.emitFile({ type: "asset", name, source }))}`;
      };
      const fonts = {
        cos: await siteFonts(web, "cos", emitFont),
        onesun: await siteFonts(web, "onesun", emitFont),
      };
      for (const page of renderSites(scripts, pictures, fonts, new Date())) {
        this.emitFile({ type: "asset", fileName: page.file, source: page.html });
      }
    },
  };
}
