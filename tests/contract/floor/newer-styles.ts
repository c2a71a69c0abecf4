import { css, feature, isKnownOld, namesIn } from "./browser-features.ts";

/** Whether the oldest browsers have a type, function or unit of CSS values, by name. */
function readValues(): Map<string, boolean> {
  const values = new Map<string, boolean>();
  const add = (name: string, isOld: boolean) =>
    values.set(name, (values.get(name) ?? false) || isOld);
  for (const type of namesIn(feature(css, "types"))) {
    const node = feature(css, "types", type);
    add(type, isKnownOld(node));
    for (const name of namesIn(node)) add(name, isKnownOld(feature(node, name)));
  }
  return values;
}
const values = readValues();
const viewportUnits = feature(css, "types", "length");
const unitNames: Record<string, string> = {
  d: "viewport_percentage_units_dynamic",
  s: "viewport_percentage_units_small",
  l: "viewport_percentage_units_large",
};

/** The parts of a stylesheet that the oldest browsers lack. Ignores parts inside `@supports`. */
export function newerInStyles(code: string): string[] {
  const plain = code
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""')
    .replace(/url\([^)]*\)/g, "url()");
  const found = new Set<string>();
  let depth = 0;
  let supports = -1;
  const rules: boolean[] = [];
  for (const [, text = "", delimiter = ""] of plain.matchAll(/([^{};]*)([{};])/g)) {
    const head = text.trim();
    const inStyle = rules.at(-1) === true;
    if (delimiter === "{") {
      if (/^@supports/.test(head) && supports < 0) supports = depth;
      const isRule = !head.startsWith("@");
      if (supports < 0) {
        if (isRule && rules.includes(true)) found.add("nesting");
        for (const name of isRule ? newerSelectors(head) : newerAtRules(head)) found.add(name);
      }
      rules.push(isRule);
      depth += 1;
      continue;
    }
    if (inStyle && supports < 0) for (const name of newerDeclaration(head)) found.add(name);
    if (delimiter === "}") {
      depth -= 1;
      rules.pop();
      if (depth === supports) supports = -1;
    }
  }
  return [...found];
}

function newerSelectors(head: string): string[] {
  return [...head.matchAll(/::?([a-z-]+)/g)].flatMap(([text, name = ""]) =>
    isKnownOld(feature(css, "selectors", name)) ? [] : [text],
  );
}

function newerAtRules(head: string): string[] {
  const name = /^@([a-z-]+)/.exec(head)?.[1] ?? "";
  const isRange = name === "media" && /[<>]=?/.test(head);
  return [
    ...(isKnownOld(feature(css, "at-rules", name)) ? [] : [`@${name}`]),
    // Safari supports ranges from 16.4 on.
    ...(isRange ? ["@media range"] : []),
  ];
}

function newerDeclaration(text: string): string[] {
  const [property = "", ...rest] = text.split(":");
  const name = property.trim();
  if (!name) return [];
  const value = rest.join(":");
  const found = name.startsWith("--") || isKnownOld(feature(css, "properties", name)) ? [] : [name];
  for (const [, called = ""] of value.matchAll(/([a-z][a-z-]+)\(/g)) {
    if (values.get(called) === false) found.push(`${called}()`);
  }
  for (const [, kind = ""] of value.matchAll(/\d([dsl])v(?:[hwib]|min|max)\b/g)) {
    const unit = feature(viewportUnits, unitNames[kind] ?? "");
    if (!isKnownOld(unit)) found.push(`${kind}vh`);
  }
  return found;
}
