import { relative } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { buildTarget } from "./browser-floor.ts";

/** Areas and parts that need the network anyway, so a phone does not store their files. */
const notKept = [
  /\/web\/(manager|signup|recruiting|advisor\/(agreement|day|history|hours|security))\b/,
  /\/web\/advisor\/(dashboard\/questions|notifications\/notification-settings|schedule\/calendar-section)\.tsx$/,
  /\/web\/account\/(second-step|factor-setup|not-me|undo-email|(forgot|recover)-password)\b/,
  /\/web\/features\/(confirmation\/confirm-identity|security\/factor-offer)\.tsx$/,
  /\/(password\/password-modal|security\/((new-)?passkeys?|reset-sign-in))\.tsx?$/,
  /\/uqr\//,
];

/** Fonts and pictures that only decorate screens outside the sign-in. */
const decorations = /^assets\/(fraunces|figtree|cos|onesun|onesun-dark)-/;

type Chunk = Rolldown.OutputChunk;

/** The files of a page and of every screen that it may lead to, except those in `notKept`. */
export function filesToKeep(bundle: Rolldown.OutputBundle): Set<string> {
  const kept = new Set<string>();
  const chunkOf = (name: string): Chunk | undefined => {
    const output = bundle[name];
    return output?.type === "chunk" ? output : undefined;
  };
  const keep = (name: string) => {
    const chunk = chunkOf(name);
    if (!chunk || kept.has(name)) return;
    kept.add(name);
    for (const file of chunk.viteMetadata?.importedCss ?? []) kept.add(file);
    for (const file of chunk.viteMetadata?.importedAssets ?? []) kept.add(file);
    for (const next of chunk.imports) keep(next);
    for (const next of chunk.dynamicImports) {
      const module = chunkOf(next)?.facadeModuleId ?? "";
      if (!notKept.some((pattern) => pattern.test(module))) keep(next);
    }
  };
  for (const output of Object.values(bundle)) {
    if (output.type === "chunk" && output.facadeModuleId?.endsWith("/web/index.html")) {
      keep(output.fileName);
    }
  }
  return kept;
}

/**
 * The service worker of the psychics' installed app, with the list of what it keeps: the page, and
 * the files that the psychics' screens and those of the account need (D38).
 */
export function installedApp(): Plugin[] {
  const kept = new Set<string>();
  return [
    {
      name: "files-to-keep",
      apply: "build",
      generateBundle(_, bundle) {
        for (const file of filesToKeep(bundle)) kept.add(file);
      },
    },
    ...VitePWA({
      strategies: "injectManifest",
      srcDir: "pwa/worker",
      filename: "service-worker.ts",
      // The app registers the worker by itself, and the server sends each brand's host its own
      // manifest.
      injectRegister: false,
      manifest: false,
      injectManifest: {
        target: buildTarget,
        globPatterns: ["index.html", "assets/*"],
        // Their names contain a hash of their content.
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [
          (files) => ({
            manifest: files.filter(({ url }) => isKept(relative(".", url), kept)),
            warnings: [],
          }),
        ],
      },
    }),
  ];
}

function isKept(file: string, kept: Set<string>): boolean {
  return (
    file === "index.html" ||
    /^assets\/(first-paint|dashboard-start|old-browser)-/.test(file) ||
    (kept.has(file) && !decorations.test(file))
  );
}
