import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { brandIcons } from "./scripts/build/brand-icons.ts";
import { buildTarget } from "./scripts/build/browser-floor.ts";
import { endpointData } from "./scripts/build/endpoint-data.ts";
import { headScripts } from "./scripts/build/head-scripts.ts";
import { installedApp } from "./scripts/build/installed-app.ts";
import { oldBrowserNotice } from "./scripts/build/old-browser.ts";
import { recruitingPages } from "./scripts/build/recruiting-pages.ts";
import { signInPages } from "./scripts/build/sign-in-pages.ts";
import { onlyPublic, startModules } from "./scripts/build/start-modules.ts";
import { styles } from "./scripts/build/styles.ts";

const root = dirname(fileURLToPath(import.meta.url));
const web = join(root, "web");
const shared = join(root, "shared");

const isNeededFromStart = startModules(web);
const recruiting = recruitingPages({
  web,
  cache: join(root, ".cache"),
  shared: { plugins: [endpointData(shared)] },
});

export default defineConfig({
  root: web,
  plugins: [
    endpointData(shared),
    react(),
    styles(web),
    headScripts(web),
    oldBrowserNotice(web),
    brandIcons(),
    installedApp(),
    recruiting,
    signInPages({ web, cache: join(root, ".cache"), plugins: [endpointData(shared), react()] }),
  ],
  css: {
    preprocessorOptions: {
      scss: {
        loadPaths: [join(root, "node_modules")],
        // Hides Bulma's warnings. CSS is about to have an if(), so Sass warns about its own if(),
        // which Bulma uses. This warning is hidden for our sheets, too.
        quietDeps: true,
        silenceDeprecations: ["if-function"],
      },
    },
  },
  build: {
    outDir: join(root, "dist/web"),
    emptyOutDir: true,
    target: buildTarget,
    // The Content-Security-Policy allows no scripts or fonts from `data:` addresses; icons are
    // inlined in the JSX.
    assetsInlineLimit: 0,
    modulePreload: {
      // A phone that needs the first two has already stored them and their imports. Nobody waits for
      // the others, or their imports are loaded already. Preloading them would need a list of their
      // names, up to 250 bytes each in every dashboard.
      resolveDependencies: (file, files) =>
        /\/(descriptions|kept-readings|subscription|questions|factor-offer|accept-agreement)-/.test(
          file,
        )
          ? []
          : files,
    },
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        // The sign-in page lists every screen's file, and a hash does not compress. 42 bits for
        // scripts and 36 for other files are enough to tell the releases of one file apart.
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:6][extname]",
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: "router", test: /node_modules\/react-router/ },
            { name: "query", test: /node_modules\/@tanstack\// },
            // Code that several screens share comes in groups, not in one file per module. `common`
            // loads with every screen, also sign-in. `signed-in` loads with the screens behind the
            // sign-in. A group includes all that its modules import, so none of them may lead to
            // the schemas (shared/<feature>.ts, the forms) or to reference tables that only one
            // form needs. The page's own script stays apart: it names every screen's file, so it
            // changes with each.
            {
              name: (id, context) => (isNeededFromStart(id, context) ? "common" : null),
              debugName: "common",
            },
            { name: "public", test: onlyPublic },
            // Methods and paths: many files, and next to nothing in each.
            {
              name: "endpoints",
              test: /\/shared\/(accounts|agreements|approvals|customers|gifts|listings|logins|news|phones|pictures|profile|problems|psychics|push|readings|schedule|schedule-exceptions|scheduled-calls|statistics)\.ts$/,
              minShareCount: 2,
            },
            // `choose-theme` is a file of its own, loaded when needed, and `tile`, because only a
            // manager's screens have tiles.
            {
              name: "signed-in",
              test: /\/(web\/(ui\/(?!chips|copy-text|date-range-form|when\.|choose-theme|bar-colors|tile\.|use-more-to-scroll)[^/]+\.tsx?$|features\/(?!role-gate|use-psychic|use-picture-load)[^/]+\.tsx?$|lib\/(?!short-figures)|api\/(?!use-may|drafts|list-query|note-export|versioned-query))|shared\/rules\/(?!staff|managers|metrics|email|schedule|listing|gifts|audit-|profile|phones|promised-hours|alternating-weeks))/,
              minShareCount: 2,
            },
            // A psychic's dashboard needs no staff role.
            {
              name: "staff-parts",
              test: /\/(web\/(api\/use-may|features\/role-gate)\.tsx?|shared\/(rules\/)?staff\.ts)$/,
              minShareCount: 2,
            },
            // Separate from the tables' code, because a form that shows two versions needs only
            // these sheets.
            { name: "table-styles", test: /\/web\/ui\/table\/[^/]+\.scss$/ },
            // Lists also have their requests, their exports and the times of their rows. A psychic's
            // dashboard has no list.
            {
              name: "tables",
              test: /\/web\/(ui\/(table\/|when\.)|api\/(list-query|note-export))|\/shared\/rules\/metrics/,
            },
            // Small parts of several screens. Each separate file would add its name to the sign-in
            // page.
            { name: "written-details", test: /\/(contact-methods|written-details)\.ts$/ },
            {
              name: "advisor-parts",
              test: /\/web\/(advisor\/(use-own-|use-scheduled-calls|call-times|advisor-heading|own-account|dashboard\/lazy-questions)|pwa\/(outbox\/use-unsent-|use-offline))/,
            },
            {
              name: "form-parts",
              test: /\/web\/(ui\/form\/(tell-saved|options-of)|api\/(drafts|versioned-query)|features\/use-picture-load)\.ts$/,
            },
            {
              name: "manager-parts",
              test: /\/(web\/(manager\/(copy-text|row-mark)|features\/use-psychic|ui\/chips|lib\/short-figures)|shared\/rules\/managers)\.tsx?$/,
            },
            {
              name: "week",
              test: /\/features\/schedule\/(week(-differences|-merge)?|weeks-words|segment-times)\.ts$|\/shared\/rules\/(schedule|alternating-weeks)\.ts$/,
            },
            { name: "seen-listing", test: /\/features\/listing\/(customer-card|listing-values)\./ },
            { name: "forms", test: /node_modules\/(zod|react-hook-form|@hookform)\// },
          ],
        },
      },
    },
  },
});
