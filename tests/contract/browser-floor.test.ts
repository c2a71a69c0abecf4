import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newerInScript } from "./floor/newer-scripts.ts";
import { newerInStyles } from "./floor/newer-styles.ts";

/** Methods of other objects that are named like a browser's newer methods. */
const otherMethods = [
  // diff, zod, React, TanStack Query, React Hook Form, Workbox
  "*.equals",
  "*.union",
  "*.use",
  "*.subscribe",
  "*.isActive",
  "*.destroy",
  "*.handle",
  // our own code
  "*.queue",
  "*.forget",
  "*.lines",
];

/** Features that older browsers may ignore. */
const ignorableFeatures = [
  "<search>",
  "<iframe loading>",
  "<input autocapitalize>",
  // `[data-open]` replaces it.
  "<div popover>",
];

/**
 * Push messages. None of these is used before `isSupported` in web/pwa/push/subscription.ts has
 * found `PushManager` and `Notification`.
 */
const push = [
  "Notification",
  "Notification.permission",
  "Notification.requestPermission",
  "Notification.close",
  "Notification.data",
  "*.getSubscription",
  "*.unsubscribe",
  "*.getNotifications",
  "*.showNotification",
];
const pushFiles =
  /(^web\/pwa\/(worker\/(push|notifications|answer-by-button)|push\/subscription)\.ts|\/subscription-[\w-]+\.js|service-worker\.js)$/;

/** React checks for these in ways that this test cannot recognize. */
const reactChecks = ["*.startViewTransition", "*.skipTransition", "navigator.connection"];
/** zod checks for these in ways that this test cannot recognize. */
const zodChecks = ["Error.captureStackTrace"];

/** Properties that a browser may ignore without harm. */
const decorations = [
  "-webkit-touch-callout",
  // Bulma uses it, and the build adds Safari's spelling.
  "user-select",
  // A faded edge; the sheets have Chromium's older spelling, too.
  "mask-image",
  "text-size-adjust",
  "resize",
  "hyphens",
  "scrollbar-width",
  "print-color-adjust",
  "forced-color-adjust",
  "text-wrap",
  "@page",
  // These only fade from one page to the next.
  "@view-transition",
  "view-transition-name",
  "::view-transition-group",
  "::view-transition-old",
  "::view-transition-new",
];

function allowedIn(file: string): string[] {
  return [
    ...otherMethods,
    ...ignorableFeatures,
    ...decorations,
    ...(pushFiles.test(file) ? push : []),
    ...(/\/react-[\w-]+\.js$/.test(file) ? reactChecks : []),
    ...(/\/forms-[\w-]+\.js$/.test(file) ? zodChecks : []),
  ];
}

function filesIn(folder: string, pattern: RegExp): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.filter((file) => pattern.test(file)).map((file) => join(folder, file));
}

function newerIn(file: string): string[] {
  const text = readFileSync(file, "utf8");
  if (/\.[jt]sx?$/.test(file)) return newerInScript(file, text);
  if (file.endsWith(".css")) return newerInStyles(text);
  return [...text.matchAll(/<style>([\s\S]*?)<\/style>/g)].flatMap(([, styles = ""]) =>
    newerInStyles(styles),
  );
}

function tooNewIn(files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const allowed = allowedIn(file);
    return newerIn(file)
      .filter((name) => !allowed.includes(name))
      .map((name) => `${file}: ${name}`);
  });
}

describe("nothing newer than Safari 16, Chrome 108 and Firefox 115 (M3)", () => {
  test("in the web app's sources", () => {
    const files = ["web", "shared"].flatMap((folder) => filesIn(folder, /\.tsx?$/));
    expect(files.length).toBeGreaterThan(300);
    expect(tooNewIn(files)).toEqual([]);
  });

  test("in the build: app, service worker, apply form, styles and pages", () => {
    const files = filesIn("dist/web", /\.(js|css|html)$/);
    expect(files.length).toBeGreaterThan(60);
    expect(tooNewIn(files)).toEqual([]);
  });
});

test("the script that turns older browsers away is ES5 (M3)", () => {
  const code = readFileSync("web/old-browser.js", "utf8").replaceAll(/\/\/.*/g, "");
  expect(code).not.toMatch(/=>|`|\b(let|const|class|import|async)\b|\.\.\.|\?\.|,\s*\)/);
});

describe("the check itself", () => {
  test.each([
    ["AbortSignal.any([a, b])", "AbortSignal.any"],
    ["const q = new URLSearchParams(); if (q.size > 0) go();", "URLSearchParams.size"],
    ["function f(q: URLSearchParams) { return q.size; }", "URLSearchParams.size"],
    ["Promise.withResolvers()", "Promise.withResolvers"],
    ["Object.groupBy(rows, key)", "Object.groupBy"],
    ["rows.toSorted()", "*.toSorted"],
    ["const ids = new Set(); ids.union(others)", "Set.union"],
    ["new Intl.DurationFormat()", "Intl.DurationFormat"],
    ["requestIdleCallback(go)", "requestIdleCallback"],
    ["document.startViewTransition(go)", "document.startViewTransition"],
    ["scheduler.postTask(go)", "scheduler"],
    ["box.showPopover()", "*.showPopover"],
    ["text.split(/(?<=a)b/)", "RegExp lookbehind"],
    ["const a = <div popover='auto' />;", "<div popover>"],
  ])("finds %s", (code, name) => {
    expect(newerInScript("given.tsx", code)).toContain(name);
  });

  test.each([
    'if ("requestIdleCallback" in window) requestIdleCallback(go);',
    "box.showPopover?.()",
    "AbortSignal.timeout(5)",
    "rows.findLast(isFit); structuredClone(rows); navigator.locks.request(name, go)",
    "const all = new Map(); all.size",
    'import { Iterator } from "./ours.ts"; Iterator.from(rows)',
  ])("accepts %s", (code) => {
    expect(newerInScript("given.tsx", code)).toEqual([]);
  });

  test.each([
    ["a:has(b) { color: red }", ":has"],
    ["a { b { color: red } }", "nesting"],
    ["a { color: light-dark(red, blue) }", "light-dark()"],
    ["a { color: color-mix(in srgb, red, blue) }", "color-mix()"],
    ["a { field-sizing: content }", "field-sizing"],
    ["a:popover-open { color: red }", ":popover-open"],
    ["@media (width <= 3px) { a { color: red } }", "@media range"],
    ["@starting-style { a { color: red } }", "@starting-style"],
  ])("finds %s", (code, name) => {
    expect(newerInStyles(code)).toContain(name);
  });

  test.each([
    "@supports selector(:has(*)) { a:has(b) { color: red } }",
    "@media (max-width: 3px) { a { min-height: 100dvh } }",
    "@container (max-width: 3em) { dialog::backdrop { color: red } }",
  ])("accepts %s", (code) => {
    expect(newerInStyles(code)).toEqual([]);
  });
});
