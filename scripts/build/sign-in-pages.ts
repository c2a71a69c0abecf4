import { basename } from "node:path";
import type { InlineConfig, Plugin } from "vite";
import { type BrandKey, brandKeys } from "#shared/reference/brands.ts";
import { type SignInPage, signInFile } from "#shared/reference/site-pages.ts";
import { buildTarget } from "./browser-floor.ts";
import { assetOf, chunkOf, importedBy, sheetsOf } from "./bundle-files.ts";
import { loadRendered } from "./load-rendered.ts";

/** The exports of `web/account/render-sign-in.tsx`. */
interface Render {
  renderSignIn(key: BrandKey): string;
}

/** In `web/fonts`. */
const headingFonts: Record<BrandKey, string> = { cos: "fraunces.woff2", onesun: "figtree.woff2" };

/** In `web/ui/art`, for the same themes as in `web/ui/public-frame.scss`. */
const art: Record<BrandKey, [name: string, media: string][]> = {
  cos: [["cos.svg", "all"]],
  onesun: [
    ["onesun.svg", "(prefers-color-scheme: light)"],
    ["onesun-dark.svg", "(prefers-color-scheme: dark)"],
  ],
};

interface Options {
  /** The folder of the web app. */
  web: string;
  /** Files that only the build needs. */
  cache: string;
  /** The plugins for endpoints and for React, as in the web app's own build. */
  plugins: NonNullable<InlineConfig["plugins"]>;
}

/**
 * Renders the sign-in screen during the build, so that the server can send it with the page. On a
 * slow phone it shows after one second; the app's script needs two.
 */
export function signInPages({ web, cache, plugins }: Options): Plugin {
  return {
    name: "sign-in-pages",
    apply: "build",
    generateBundle: {
      // Before `post`, a screen's stylesheet is a chunk of its own.
      order: "post",
      async handler(_, bundle) {
        const layout = chunkOf(bundle, "/web/account/account-layout.tsx");
        const screen = chunkOf(bundle, "/web/account/login.tsx");
        const { renderSignIn } = await loadRendered<Render>({
          ...{ web, cache, plugins, entry: "account/render-sign-in.tsx", target: buildTarget },
        });
        const main = chunkOf(bundle, "/web/index.html");
        const ofEveryPage = importedBy(bundle, main);
        const chunks = importedBy(bundle, layout, screen, main);
        const sheetsOfEveryPage = sheetsOf(ofEveryPage);
        const start = Object.keys(bundle).find((name) => name.startsWith("assets/sign-in-start-"));
        if (!start) throw new Error("The build has no sign-in-start");
        for (const key of brandKeys) {
          const page: SignInPage = {
            styles: [...sheetsOf(chunks)].filter((file) => !sheetsOfEveryPage.has(file)),
            start,
            scripts: [...chunks].map(({ fileName }) => basename(fileName)),
            font: assetOf(bundle, headingFonts[key]),
            art: art[key].map(([name, media]) => ({ file: assetOf(bundle, name), media })),
            html: renderSignIn(key),
          };
          const source = JSON.stringify(page);
          this.emitFile({ type: "asset", fileName: signInFile(key), source });
        }
      },
    },
  };
}
