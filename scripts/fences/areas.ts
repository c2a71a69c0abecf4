/** A folder or a file, and what it may import. */
interface Area {
  /** The beginning of the paths. A file belongs to the first area that matches. */
  of: string;
  /** The beginnings of the paths that it may import, besides its own. */
  may: readonly string[];
  /** Packages that it may not import; `node:` means all of Node's own. */
  not?: readonly string[];
  why: string;
  /** A separate package, where our imports with # do not work. */
  isPackage?: true;
}

/**
 * Areas that every area of the browser's code may import, except `web/lib/`, which imports only
 * `shared/`.
 */
const browser = ["shared/", "web/lib/", "web/api/"];
const screens = [...browser, "web/ui/", "web/features/", "web/pwa/"];
const noServer = "The browser never runs the server's code. Put what both need into shared/.";
const noScreen =
  "Code that several screens share must not import a screen. Pass the differences as props.";
const noOtherScreens =
  "A screen never imports another area's screen. Put what both need into web/features or web/ui.";
const node = ["node:"];
const react = ["react", "react-dom", "react-router-dom"];

const server = ["server/", "shared/"];
const serverBase = [
  ...["server/crypto/", "server/db/", "server/http/", "server/adapters/", "server/queries/"],
  "shared/",
];

export const areas: readonly Area[] = [
  {
    of: "shared/",
    may: [],
    not: [...node, ...react],
    why: "Both sides use shared/, so it imports neither side, and no package that only one of them has.",
  },

  { of: "web/lib/", may: ["shared/"], not: node, why: noScreen },
  { of: "web/api/", may: [...browser, "web/ui/notice-store.ts"], not: node, why: noScreen },
  { of: "web/ui/", may: [...browser, "web/fonts/"], not: node, why: noScreen },
  { of: "web/features/", may: [...browser, "web/ui/"], not: node, why: noScreen },
  {
    of: "web/pwa/",
    may: screens,
    not: node,
    why: "The installed app serves every screen, so it imports none of them.",
  },
  { of: "web/account/", may: screens, not: node, why: noOtherScreens },
  { of: "web/advisor/", may: screens, not: node, why: noOtherScreens },
  { of: "web/manager/", may: screens, not: node, why: noOtherScreens },
  { of: "web/signup/", may: screens, not: node, why: noOtherScreens },
  {
    of: "web/recruiting/",
    may: [...browser, "web/features/bot-check/solve.ts"],
    not: node,
    why: "A visitor's page must load none of the app's code.",
  },
  {
    of: "web/gallery/",
    may: [...browser, "web/ui/"],
    not: node,
    why: "The gallery shows only web/ui.",
  },
  { of: "web/", may: ["shared/"], not: node, why: noServer },

  {
    of: "server/db/migrate.ts",
    may: server,
    why: "Migrating also installs the job queue and loads the places, but nothing else.",
  },
  {
    of: "server/db/definitions.ts",
    may: server,
    why: "The schema includes a feature's SQL functions, but nothing else of a feature.",
  },
  {
    of: "server/demo.ts",
    may: [...server, "seeds/"],
    why: "Of the server, only the demo may import seeds.",
  },
  {
    of: "server/features/documents.handlers.ts",
    may: [...serverBase, "server/pages/", "server/features/"],
    why: "Of the features, only the documentation may import pages.",
  },
  { of: "server/crypto/", may: ["shared/"], why: "Cryptography does not depend on its callers." },
  {
    of: "server/adapters/",
    may: ["server/crypto/", "server/db/prune-rows.ts", "shared/"],
    why: "An adapter speaks to the outside world and does not depend on the portal.",
  },
  {
    of: "server/db/",
    may: ["shared/"],
    why: "Database connections do not depend on features or requests.",
  },
  {
    of: "server/queries/",
    may: ["server/db/", "shared/"],
    why: "A query does not depend on requests.",
  },
  {
    of: "server/backup/",
    may: ["server/db/", "shared/"],
    why: "A backup copies tables and files as they are: it depends on no feature.",
  },
  {
    of: "server/http/",
    may: serverBase,
    why: "Every endpoint uses these mechanisms, so they import no endpoint.",
  },
  {
    of: "server/pages/",
    may: serverBase,
    why: "Pages are files with brand facts filled in. Features answer only the API.",
  },
  {
    of: "server/features/",
    may: [...serverBase, "server/jobs/jobs.ts"],
    why: "A feature enqueues a job by name. The job imports the feature, not the other way round.",
  },
  {
    of: "server/jobs/",
    may: [...serverBase, "server/features/"],
    why: "Jobs call features, but neither pages nor commands.",
  },
  {
    of: "server/",
    may: ["shared/"],
    not: react,
    why: "The server never imports the browser's code, nor tests, seeds and scripts.",
  },
  { of: "migrations/", may: [], why: "A frozen migration depends on nothing that may change." },
  { of: "seeds/", may: server, not: react, why: "Seeds fill the database through the server." },
  {
    of: "scripts/",
    may: [...server, "tests/support/"],
    why: "Scripts build and start the portal. They import neither seeds nor screens.",
  },
  {
    of: "tests/openapi/",
    may: [...server, "seeds/", "tests/"],
    why: "These tests call the API as an outside program does, with packages of their own.",
    isPackage: true,
  },
  {
    of: "tests/",
    may: [...server, "web/", "seeds/", "scripts/", "migrations/"],
    why: "Tests may import everything.",
  },
];

/** Files directly in server/ are settings and services, which all server code may import. */
export const isServerBase = (path: string) => /^server\/[^/]+\.ts$/.test(path);
