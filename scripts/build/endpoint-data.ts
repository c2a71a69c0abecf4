import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { type Plugin, runnerImport } from "vite";

/** The properties of an endpoint that the browser needs. */
const browserProperties = ["method", "path", "versioned", "keepOffline", "queueable", "accepts"];

function isPlain(value: unknown): boolean {
  if (value === null || ["string", "number", "boolean"].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== "object") return false;
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
}

function isEndpoint(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && "method" in value && "access" in value;
}

function isGroup(value: unknown): value is Record<string, Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const members = Object.values(value);
  return members.length > 0 && members.every(isEndpoint);
}

function mapped<A, B>(record: Record<string, A>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

function inBrowser(endpoint: Record<string, unknown>): Record<string, unknown> {
  const facts = Object.entries(endpoint).filter(([name]) => browserProperties.includes(name));
  // A refusal of a public call is an answer, not the end of a session.
  return {
    ...Object.fromEntries(facts),
    ...(endpoint.access === "public" && { access: "public" }),
  };
}

/**
 * `shared/<feature>.ts` declares endpoints with zod schemas. In the browser an endpoint costs
 * little more than its method and path: this plugin evaluates the file and replaces it with plain
 * data. The schemas are left out, so importing a schema is a build error. Types still come from
 * the source.
 */
export function endpointData(shared: string): Plugin {
  let isServing = false;
  return {
    name: "endpoint-data",
    enforce: "pre",
    configResolved(config) {
      isServing = config.command === "serve";
    },
    load: {
      filter: { id: /\/shared\/[^/]+\.ts$/ },
      async handler(file) {
        if (dirname(file) !== shared) return null;
        if (!(await readFile(file, "utf8")).includes("defineEndpoints(")) return null;
        const { module, dependencies } = isServing
          ? await evaluateAgain(file)
          : await evaluate(file);
        for (const source of [file, ...dependencies]) this.addWatchFile(source);
        const lines = Object.entries(module).flatMap(([name, value]: [string, unknown]) => {
          const data = isGroup(value) ? mapped(value, inBrowser) : value;
          return isPlain(data) ? [`export const ${name} = ${JSON.stringify(data)};`] : [];
        });
        return { code: lines.join("\n"), map: null, moduleSideEffects: false };
      },
    },
  };
}

interface Evaluated {
  module: object;
  dependencies: readonly string[];
}

/** Once per process: Node keeps each module that it has loaded. */
async function evaluate(file: string): Promise<Evaluated> {
  return { module: await import(pathToFileURL(file).href), dependencies: [] };
}

/** Loads the file and its imports again, which takes several times as long. */
const evaluateAgain = (file: string): Promise<Evaluated> =>
  runnerImport<object>(file, { configFile: false, root: dirname(file), logLevel: "silent" });
