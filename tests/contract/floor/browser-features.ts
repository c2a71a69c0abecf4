import { createRequire } from "node:module";
import { browserFloor } from "#scripts/build/browser-floor.ts";

type Version = string | boolean | null;

interface Statement {
  version_added: Version;
  version_removed?: Version;
  flags?: unknown;
  prefix?: string;
  alternative_name?: string;
}

/** A node of MDN's browser-compat-data: the data of a feature, and the features below it. */
export interface Feature {
  __compat?: { support: Record<string, Statement | Statement[]> };
  [name: string]: Feature | undefined | Feature["__compat"];
}

const floors: Record<string, number> = {
  chrome: browserFloor.chrome,
  chrome_android: browserFloor.chrome,
  edge: browserFloor.chrome,
  firefox: browserFloor.firefox,
  safari: browserFloor.safari,
  safari_ios: browserFloor.safari,
};

const data = createRequire(import.meta.url)("@mdn/browser-compat-data") as Record<string, Feature>;

/** The feature below `path`. undefined if the data does not have it. */
export function feature(root: Feature | undefined, ...path: string[]): Feature | undefined {
  let found = root;
  for (const name of path) {
    if (!found || name === "__compat" || !Object.hasOwn(found, name)) return undefined;
    found = found[name] as Feature;
  }
  return found;
}

export const builtins = feature(data.javascript, "builtins");
export const api = feature(data.api);
export const css = feature(data.css);
export const html = feature(data.html);

export function namesIn(node: Feature | undefined): string[] {
  return Object.keys(node ?? {}).filter((name) => name !== "__compat");
}

function isSupported(statement: Statement, floor: number): boolean {
  const { version_added: added, version_removed: removed } = statement;
  if (statement.flags || statement.prefix || statement.alternative_name) return false;
  if (removed && Number.parseFloat(String(removed)) <= floor) return false;
  if (added === true) return true;
  return typeof added === "string" && Number.parseFloat(added.replace("≤", "")) <= floor;
}

/** Whether every supported browser has the feature. A feature that the data lacks counts as present. */
export function isKnownOld(node: Feature | undefined): boolean {
  const support = node?.__compat?.support;
  if (!support) return true;
  return Object.entries(floors).every(([browser, floor]) => {
    const statements = support[browser];
    if (statements === undefined) return true;
    return [statements].flat().some((statement) => isSupported(statement, floor));
  });
}

/** Whether two engines have the feature now. TypeScript's `lib.dom` uses the same rule. */
export function isShared(node: Feature | undefined): boolean {
  const support = node?.__compat?.support ?? {};
  const engines = ["chrome", "firefox", "safari"].filter((browser) =>
    [support[browser] ?? []].flat().some((statement) => isSupported(statement, 10_000)),
  );
  return engines.length >= 2;
}
