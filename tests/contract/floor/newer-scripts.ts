import { parseSync } from "vite";
import {
  api,
  builtins,
  type Feature,
  feature,
  html,
  isKnownOld,
  isShared,
  namesIn,
} from "./browser-features.ts";

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

const nameOf = (node: unknown): string =>
  isNode(node) && (node.type === "Identifier" || node.type === "JSXIdentifier")
    ? String(node.name)
    : "";

/** The interfaces of a page's global objects. */
const globals: Record<string, string> = {
  navigator: "Navigator",
  document: "Document",
  crypto: "Crypto",
  performance: "Performance",
  history: "History",
  location: "Location",
  caches: "CacheStorage",
};
const globalObjects = ["window", "self", "globalThis"];

const typeNode = (type: string): Feature | undefined =>
  feature(builtins, type) ?? feature(api, type);

/** An instance member or a static member of an interface or a built-in. */
function memberOf(type: string, name: string, isStatic: boolean): Feature | undefined {
  const both = [feature(builtins, type), feature(api, type)];
  const spellings = isStatic ? [`${name}_static`, name] : [name];
  for (const node of both) {
    for (const spelling of spellings) {
      const found = feature(node, spelling);
      if (found) return found;
    }
  }
  return undefined;
}

const globalNode = (name: string): Feature | undefined =>
  typeNode(name) ?? feature(api, "Window", name) ?? feature(api, "WorkerGlobalScope", name);

/** Names of members that are too new in every interface that has them. */
function newMembers(): Set<string> {
  const old = new Set<string>();
  const newer = new Set<string>();
  for (const root of [builtins, feature(builtins, "Intl"), api]) {
    for (const type of namesIn(root)) {
      for (const name of namesIn(feature(root, type))) {
        const member = feature(root, type, name);
        if (isKnownOld(member)) old.add(name.replace(/_static$/, ""));
        else if (isShared(member)) newer.add(name);
      }
    }
  }
  return new Set([...newer].filter((name) => !old.has(name) && /^[a-zA-Z]+$/.test(name)));
}
const newerMembers = newMembers();

function walk(node: Node, visit: (node: Node, parent: Node | null) => void): void {
  const go = (one: Node, parent: Node | null) => {
    visit(one, parent);
    for (const [key, value] of Object.entries(one)) {
      if (key === "parent") continue;
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) go(child, one);
    }
  };
  go(node, null);
}

/** The type of a name, from `: URLSearchParams`, `new URLSearchParams()` or `[]`. */
function declaredType(id: Node, init: unknown): string {
  const annotation = isNode(id.typeAnnotation) ? id.typeAnnotation.typeAnnotation : null;
  if (isNode(annotation) && annotation.type === "TSTypeReference")
    return nameOf(annotation.typeName);
  if (isNode(annotation) && annotation.type === "TSArrayType") return "Array";
  return constructedType(init);
}

function constructedType(node: unknown): string {
  if (!isNode(node)) return "";
  if (node.type === "NewExpression") return nameOf(node.callee);
  if (node.type === "ArrayExpression") return "Array";
  if (node.type === "TemplateLiteral") return "String";
  return "";
}

/** The text of a literal. The build writes strings as templates. */
function textOf(node: Node): string {
  if (node.type !== "TemplateLiteral") return String(node.value ?? "");
  const [first] = node.quasis as { value: { cooked: string } }[];
  return first?.value.cooked ?? "";
}

interface FileNames {
  /** The types of this file's names. "" if two names are equal and their types differ. */
  types: Map<string, string>;
  /** The names that the file declares or imports. They are not the browser's. */
  own: Set<string>;
  /** The names that the file checks before it uses them. */
  guarded: Set<string>;
}

function namesOfFile(program: Node): FileNames {
  const known: FileNames = { types: new Map(), own: new Set(), guarded: new Set() };
  const record = (id: Node, init: unknown) => {
    const name = nameOf(id);
    if (!name) return;
    const type = declaredType(id, init);
    const before = known.types.get(name);
    known.types.set(name, before === undefined || before === type ? type : "");
    known.own.add(name);
  };
  walk(program, (node) => {
    if (node.type === "VariableDeclarator" && isNode(node.id)) record(node.id, node.init);
    if (node.type.includes("Function") && Array.isArray(node.params)) {
      for (const one of node.params) if (isNode(one)) record(one, null);
    }
    if (/^(Function|Class)Declaration$/.test(node.type)) known.own.add(nameOf(node.id));
    if (/^TS(Interface|TypeAlias)Declaration$/.test(node.type)) known.own.add(nameOf(node.id));
    if (/^Import\w*Specifier$/.test(node.type)) known.own.add(nameOf(node.local));
    // Destructured names come from an object, not from the browser.
    if (node.type === "ObjectPattern" || node.type === "ArrayPattern") {
      walk(node, (inner) => known.own.add(nameOf(inner)));
    }
    if (node.type === "BinaryExpression" && node.operator === "in" && isNode(node.left)) {
      known.guarded.add(textOf(node.left));
    }
    if (node.type === "UnaryExpression" && node.operator === "typeof" && isNode(node.argument)) {
      known.guarded.add(nameOf(node.argument) || nameOf(node.argument.property));
    }
    // `x.newer?.()` and `x.newer?.more` check before they use it.
    const inner = node.type === "CallExpression" ? node.callee : node.object;
    if (node.optional === true && isNode(inner) && inner.type === "MemberExpression") {
      known.guarded.add(nameOf(inner.property));
    }
  });
  return known;
}

/** The feature of a member expression, such as `Array.toSorted`. null if all browsers have it. */
function newerMember(node: Node, { types, own }: FileNames, isCall: boolean): string | null {
  const name = nameOf(node.property);
  if (!name || node.computed) return null;
  const object = node.object;
  const holder = nameOf(object);
  if (globalObjects.includes(holder) && !own.has(holder)) {
    return isKnownOld(globalNode(name)) ? null : name;
  }
  if (holder && !own.has(holder)) {
    const type = globals[holder];
    const member = type ? memberOf(type, name, false) : memberOf(holder, name, true);
    if (member) return isKnownOld(member) ? null : `${holder}.${name}`;
  }
  const type = types.get(holder) || constructedType(object);
  const member = type && typeNode(type) ? memberOf(type, name, false) : undefined;
  if (member) return isKnownOld(member) ? null : `${type}.${name}`;
  return isCall && newerMembers.has(name) ? `*.${name}` : null;
}

function newerRegExp(node: Node): string | null {
  const regex = node.regex as { pattern: string; flags: string } | undefined;
  if (!regex) return null;
  // Safari supports these from 16.4 and 17 on, and the build cannot rewrite them.
  if (/\(\?<[=!]/.test(regex.pattern)) return "RegExp lookbehind";
  return regex.flags.includes("v") ? "RegExp v flag" : null;
}

function newerAttribute(node: Node): string | null {
  const element = nameOf(node.name);
  if (!/^[a-z]+$/.test(element) || !Array.isArray(node.attributes)) return null;
  for (const attribute of node.attributes as Node[]) {
    const name = nameOf(attribute.name).toLowerCase();
    const found =
      feature(html, "elements", element, name) ?? feature(html, "global_attributes", name);
    if (name && !isKnownOld(found)) return `<${element} ${name}>`;
  }
  return isKnownOld(feature(html, "elements", element)) ? null : `<${element}>`;
}

/**
 * Names the features of a script that the oldest supported browsers lack. It skips names that the
 * file checks before use (`"x" in y`, `typeof x`, `y.x?.()`). `*.name` is a method of an object of
 * unknown type. It counts only if the method is too new in every interface that has it.
 */
export function newerInScript(file: string, code: string): string[] {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const root = program as unknown as Node;
  const known = namesOfFile(root);
  const found = new Set<string>();
  walk(root, (node, parent) => {
    const names: (string | null)[] = [];
    if (node.type === "MemberExpression") {
      const isCall = parent?.type === "CallExpression" && parent.callee === node;
      names.push(newerMember(node, known, isCall));
    }
    if (node.type === "Literal") names.push(newerRegExp(node));
    if (node.type === "JSXOpeningElement") names.push(newerAttribute(node));
    const isUse =
      node.type === "Identifier" &&
      parent !== null &&
      (/^(Call|New)Expression$/.test(parent.type) ||
        (parent.type === "MemberExpression" && parent.object === node));
    if (isUse && !known.own.has(nameOf(node)) && !isKnownOld(globalNode(nameOf(node)))) {
      names.push(nameOf(node));
    }
    for (const name of names) {
      if (name && !known.guarded.has(name.split(".").at(-1) ?? "")) found.add(name);
    }
  });
  return [...found];
}
