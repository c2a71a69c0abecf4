import type { InlineConfig, Plugin, Rolldown } from "vite";
import { type BrandKey, brandKeys } from "#shared/reference/brands.ts";
import { type SignInPage, signInFile } from "#shared/reference/site-pages.ts";
import { buildTarget } from "./browser-floor.ts";
import { loadRendered } from "./load-rendered.ts";

/** The exports of `web/account/render-sign-in.tsx`. */
interface Render {
  renderSignIn(key: BrandKey): string;
}

interface Options {
  /** The folder of the web app. */
  web: string;
  /** Files that only the build needs. */
  cache: string;
  /** The plugins that turn endpoints into plain data, as in the web app's own build. */
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
      // Until then a screen's stylesheet is a chunk of its own.
      order: "post",
      async handler(_, bundle) {
        const layout = chunkOf(bundle, "/web/account/account-layout.tsx");
        const screen = chunkOf(bundle, "/web/account/login.tsx");
        const { renderSignIn } = await loadRendered<Render>({
          ...{ web, cache, plugins, entry: "account/render-sign-in.tsx", target: buildTarget },
        });
        const ofEveryPage = sheetsOf(bundle, chunkOf(bundle, "/web/index.html"));
        const sheets = [layout, screen].flatMap((chunk) => [...sheetsOf(bundle, chunk)]);
        for (const key of brandKeys) {
          const page: SignInPage = {
            styles: [...new Set(sheets)].filter((file) => !ofEveryPage.has(file)),
            scripts: [layout.fileName, screen.fileName],
            html: renderSignIn(key),
          };
          const source = JSON.stringify(page);
          this.emitFile({ type: "asset", fileName: signInFile(key), source });
        }
      },
    },
  };
}

/** The stylesheets of a file and of the files that it imports, which come before its own. */
function sheetsOf(bundle: Rolldown.OutputBundle, chunk: Rolldown.OutputChunk): Set<string> {
  const sheets = chunk.imports.flatMap((name) => {
    const imported = bundle[name];
    return imported?.type === "chunk" ? [...sheetsOf(bundle, imported)] : [];
  });
  return new Set([...sheets, ...(chunk.viteMetadata?.importedCss ?? [])]);
}

function chunkOf(bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk {
  for (const output of Object.values(bundle)) {
    if (output.type === "chunk" && output.facadeModuleId?.endsWith(module)) return output;
  }
  throw new Error(`${module} has no file of its own`);
}
