/** Files below one folder, or one file, and what they may import. */
interface Area {
  /** How their paths begin. The first area that fits a file is the file's. */
  of: string;
  /** How the paths begin that they may import, besides their own. */
  may: readonly string[];
  /** Packages that they may not import, `node:` for Node's own. */
  not?: readonly string[];
  why: string;
  /** A package of its own, in which the names of ours with # mean nothing. */
  isPackage?: true;
}

/** Areas that every area of the browser's code may import. */
const browser = ["shared/", "web/lib/", "web/api/"];
const screens = [...browser, "web/ui/", "web/features/", "web/pwa/"];
const noServer = "The browser never runs the server's code; what both need belongs in shared/.";
const noScreen = "What several screens share knows none of them: pass what differs as props.";
const noOtherScreens =
  "Screens of one area never import another's: what two of them need belongs in web/features or web/ui.";
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
    why: "shared/ is what both sides know: it imports neither side, nor what only one of them has.",
  },

  { of: "web/lib/", may: ["shared/"], not: node, why: noScreen },
  { of: "web/api/", may: [...browser, "web/ui/notice-store.ts"], not: node, why: noScreen },
  { of: "web/ui/", may: browser, not: node, why: noScreen },
  { of: "web/features/", may: [...browser, "web/ui/"], not: node, why: noScreen },
  {
    of: "web/pwa/",
    may: screens,
    not: node,
    why: "The installed app serves every screen, so it knows none of them.",
  },
  { of: "web/account/", may: screens, not: node, why: noOtherScreens },
  { of: "web/advisor/", may: screens, not: node, why: noOtherScreens },
  { of: "web/manager/", may: screens, not: node, why: noOtherScreens },
  { of: "web/signup/", may: screens, not: node, why: noOtherScreens },
  {
    of: "web/recruiting/",
    may: [...browser, "web/features/bot-check/solve.ts"],
    not: node,
    why: "A visitor's page loads none of the app's code.",
  },
  { of: "web/gallery/", may: [...browser, "web/ui/"], not: node, why: "It shows web/ui alone." },
  { of: "web/", may: ["shared/"], not: node, why: noServer },

  {
    of: "server/db/migrate.ts",
    may: server,
    why: "Migrating also installs the queue and loads the places, nothing else.",
  },
  {
    of: "server/db/definitions.ts",
    may: server,
    why: "A feature's SQL functions are created with the schema; nothing else of it is known here.",
  },
  {
    of: "server/demo.ts",
    may: [...server, "seeds/"],
    why: "The demo is all that the server may take from the seeds.",
  },
  {
    of: "server/features/documents.handlers.ts",
    may: [...serverBase, "server/pages/", "server/features/"],
    why: "It answers with the pages of the documentation, and with no others.",
  },
  { of: "server/crypto/", may: ["shared/"], why: "Cryptography knows no caller." },
  {
    of: "server/adapters/",
    may: ["server/crypto/", "server/db/prune-rows.ts", "shared/"],
    why: "An adapter speaks to the outside world and knows nothing of the portal.",
  },
  { of: "server/db/", may: ["shared/"], why: "Connections know no feature and no request." },
  { of: "server/queries/", may: ["server/db/", "shared/"], why: "A query knows no request." },
  {
    of: "server/http/",
    may: serverBase,
    why: "The mechanisms that every endpoint declares know no endpoint.",
  },
  {
    of: "server/pages/",
    may: serverBase,
    why: "Pages are files with facts filled in: a feature answers the API.",
  },
  {
    of: "server/features/",
    may: [...serverBase, "server/jobs/jobs.ts"],
    why: "A feature enqueues a job by its name; the job imports the feature.",
  },
  {
    of: "server/jobs/",
    may: [...serverBase, "server/features/"],
    why: "Jobs call features; pages and commands are not theirs.",
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
    why: "Scripts build and start the portal; they run no seeds and no screens.",
  },
  {
    of: "tests/openapi/",
    may: [...server, "seeds/", "tests/"],
    why: "It calls the API as a stranger's program would.",
    isPackage: true,
  },
  {
    of: "tests/",
    may: [...server, "web/", "seeds/", "scripts/", "migrations/"],
    why: "Tests may import everything.",
  },
];

/** Files of the server's top folder are its own settings and services, which all of it may use. */
export const isServerBase = (path: string) => /^server\/[^/]+\.ts$/.test(path);
