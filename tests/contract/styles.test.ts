import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const textOf = (pattern: string) => globSync(pattern).map((file) => readFileSync(file, "utf8"));

test("every class of our stylesheets is written in full in a source, or the build drops it", () => {
  const named = new Set(
    textOf("web/**/*.{ts,tsx,html}")
      .join("\n")
      .split(/[^\w-]+/),
  );
  const classes = textOf("web/**/*.scss").flatMap((sheet) =>
    [...sheet.replaceAll(/\/\/.*/g, "").matchAll(/\.([a-z][\w-]*)(?=[^{};]*\{)/g)].map(
      ([, name = ""]) => name,
    ),
  );
  expect(classes.length).toBeGreaterThan(300);
  // We write it only in `:not()`, to override a rule of Bulma's.
  named.add("is-multiple");
  expect(classes.filter((name) => !named.has(name))).toEqual([]);
});

/** The classes that begin a stylesheet's rules. */
const classesOf = (sheet: string) =>
  new Set([...sheet.matchAll(/^\.([a-z][\w-]*)/gm)].map(([, name = ""]) => name));

/** The classes that a module writes in `className`. */
const writtenIn = (module: string) =>
  [...module.matchAll(/className=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g)].flatMap(
    ([, plain, code = ""]) =>
      (plain ?? (code.match(/["`][^"`]*["`]/g) ?? []).join(" ")).split(/[^\w-]+/),
  );

test("a module imports the stylesheets of the classes that it writes", () => {
  const sheets = globSync("web/{ui,features,pwa,account,advisor,manager,signup}/**/*.scss");
  const base = sheets.filter((file) => file.startsWith("web/ui/styles/"));
  const known = new Set(base.flatMap((file) => [...classesOf(readFileSync(file, "utf8"))]));
  const sheetsOf = new Map<string, string[]>();
  for (const file of sheets) {
    for (const name of classesOf(readFileSync(file, "utf8"))) {
      if (!known.has(name)) sheetsOf.set(name, [...(sheetsOf.get(name) ?? []), file]);
    }
  }
  expect(sheetsOf.size).toBeGreaterThan(150);

  const missing = globSync("web/{ui,features,pwa,account,advisor,manager,signup}/**/*.tsx").flatMap(
    (file) => {
      const module = readFileSync(file, "utf8");
      const imported = [...module.matchAll(/^import "([^"]+\.scss)";/gm)].map(([, path = ""]) =>
        path.startsWith("#") ? path.slice(1) : join(dirname(file), path),
      );
      return writtenIn(module)
        .filter((name) => sheetsOf.get(name)?.every((sheet) => !imported.includes(sheet)))
        .map((name) => `${file} writes ${name} without ${sheetsOf.get(name)?.join(" or ")}`);
    },
  );
  expect(missing).toEqual([]);
});
