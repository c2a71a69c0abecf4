import { dirname, join } from "node:path/posix";
import { parseSync } from "vite";
import { areas, isServerBase } from "./areas.ts";

const linesAtMost = 300;
const topFolder = (path: string) => path.split("/", 1)[0];

/** The specifiers of a module's imports, dynamic imports and re-exports, as written. */
function importsOf(path: string, source: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, source).module;
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const [, written] = /^["'](.*)["']$/.exec(source.slice(start, end)) ?? [];
      return written ?? [];
    }),
  ];
}

function problemOfImport(path: string, imported: string): string | undefined {
  const area = areas.find(({ of }) => path.startsWith(of));
  if (!area) return undefined;
  if (imported.startsWith("../../") && !area.isPackage) {
    return `${imported}: a relative import may go up at most one folder. Write #${join(dirname(path), imported)}`;
  }
  if (!/^[.#]/.test(imported)) {
    const isForbidden = area.not?.some((name) =>
      name.endsWith(":")
        ? imported.startsWith(name)
        : imported === name || imported.startsWith(`${name}/`),
    );
    return isForbidden ? `${imported}: ${area.why}` : undefined;
  }
  const target = imported.startsWith("#") ? imported.slice(1) : join(dirname(path), imported);
  if (imported.startsWith("..") && topFolder(target) !== topFolder(path) && !area.isPackage) {
    return `${imported}: write #${target}, so that another folder's files have the same name everywhere`;
  }
  const isAllowed =
    [area.of, ...area.may].some((start) => target.startsWith(start)) ||
    (topFolder(path) === "server" && isServerBase(target));
  return isAllowed ? undefined : `${imported}: ${area.why}`;
}

/** A statement in a string, or a call that builds one. */
const sql =
  /\bsql(<[^>]*>)?\(\s*["'`]|\.raw\(|\bprepared[(<]|["'`]\s*(select|with|insert into|update|delete from)\s[\w*"]/i;

function problemOfHandler(path: string, source: string): string | undefined {
  if (!path.endsWith(".handlers.ts")) return undefined;
  const line = source.split("\n").findIndex((text) => sql.test(text));
  if (line < 0) return undefined;
  return `line ${line + 1} has SQL. Handlers speak HTTP; put SQL in another file of the feature`;
}

/** Files without a limit: frozen, or written by a script. */
const hasAnyLength = (path: string) =>
  path.startsWith("migrations/") || path === "server/db/tables.ts";

function problemOfLength(path: string, source: string): string | undefined {
  if (hasAnyLength(path)) return undefined;
  const lines = source.replace(/\n$/, "").split("\n").length;
  if (lines <= linesAtMost) return undefined;
  return `has ${lines} lines. Split it: at most ${linesAtMost} lines can be read at once`;
}

/**
 * Lists the problems of a source file.
 * @param path relative to the project's folder.
 */
export function problemsOf(path: string, source: string): string[] {
  const isModule = /\.(tsx?|mjs)$/.test(path);
  const imports = isModule ? importsOf(path, source) : [];
  return [
    ...imports.map((imported) => problemOfImport(path, imported)),
    problemOfHandler(path, source),
    problemOfLength(path, source),
  ].flatMap((problem) => (problem === undefined ? [] : `${path}: ${problem}`));
}
