import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type InlineConfig } from "vite";

interface Rendered {
  /** The folder of the web app. */
  web: string;
  /** Files that only the build needs. */
  cache: string;
  plugins: NonNullable<InlineConfig["plugins"]>;
  /** The module in `web` that renders with React's server. */
  entry: string;
  css?: NonNullable<InlineConfig["css"]>;
  /** The browsers that its inline stylesheets are for. */
  target: string[];
}

/** Builds a module for Node and loads it, so that the build can render HTML with it. */
export async function loadRendered<Module>(options: Rendered): Promise<Module> {
  const { web, cache, plugins, entry, css = {}, target } = options;
  const result = await build({
    ...{ configFile: false, root: web, logLevel: "warn", publicDir: false, plugins, css },
    build: { write: false, ssr: entry, minify: true, cssTarget: target },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !("output" in output)) throw new Error(`${entry} was not built`);
  await mkdir(cache, { recursive: true });
  const file = join(cache, `${basename(entry, ".tsx")}-${process.pid}.mjs`);
  await writeFile(file, output.output[0].code);
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(file);
  }
}
