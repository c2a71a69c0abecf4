import { askEarly } from "./api/ask-early.ts";

// Runs in <head>, while the app's own script loads: see scripts/build/head-scripts.ts. The page that
// the server sends for signing in does not contain this script.

/**
 * Loads a screen's files before the script that imports them runs.
 * @param names files in `assets`, separated by spaces.
 */
function loadFiles(names: string): void {
  for (const name of names.split(" ").filter(Boolean)) {
    const link = document.createElement("link");
    const isSheet = name.endsWith(".css");
    // Only preload a stylesheet, so that it does not hold up the first paint. The script that needs
    // it waits for it.
    link.rel = isSheet ? "preload" : "modulepreload";
    if (isSheet) link.as = "style";
    link.crossOrigin = "";
    link.href = `/assets/${name}`;
    document.head.append(link);
  }
}

if (askEarly(location.pathname)) loadFiles(document.currentScript?.dataset.files ?? "");
