import { createHash } from "node:crypto";
import { z } from "zod";
import { api } from "../../shared/api.ts";
import { type EndpointData, successStatus } from "../../shared/http/endpoint.ts";
import { refusalsOf } from "./openapi.ts";
import { quote } from "./quote.ts";

const style = `
:root { color-scheme: light dark; --line: light-dark(#d5d7e0, #3a3d4a); --soft: light-dark(#f4f5f9, #20222b); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1.5rem; background: light-dark(#fff, #15161c); color: light-dark(#1c1e26, #e6e7ee); }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); text-transform: capitalize; }
article { margin: 1rem 0; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; }
h3 { margin: 0; font: 600 1rem ui-monospace, monospace; overflow-wrap: anywhere; }
p { margin: .25rem 0; } dl { margin: .5rem 0 0; display: grid; grid-template-columns: 7rem 1fr; gap: .15rem 1rem; }
dt { color: light-dark(#565a6b, #a5a9ba); } dd { margin: 0; } 
pre { margin: 0; padding: .5rem; background: var(--soft); border-radius: .25rem; overflow-x: auto; font-size: .8rem; }
a { color: light-dark(#3f3cbb, #a5a3ff); }
`;

/** Nothing but this page's own style. */
export const docsPolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256")
  .update(style)
  .digest("base64")}'; frame-ancestors 'none'; base-uri 'none'`;

/** A schema as a person reads it: keys with their types. */
function outline(schema: z.ZodType, io: "input" | "output"): string {
  const write = (node: z.core.JSONSchema._JSONSchema, indent: string): string => {
    if (typeof node === "boolean") return "any";
    if (node.properties) {
      const inner = `${indent}  `;
      const lines = Object.entries(node.properties).map(
        ([key, value]) =>
          `${inner}${key}${node.required?.includes(key) ? "" : "?"}: ${write(value, inner)}`,
      );
      return `{\n${lines.join("\n")}\n${indent}}`;
    }
    const choices = node.anyOf ?? node.oneOf;
    if (choices) return choices.map((choice) => write(choice, indent)).join(" | ");
    if (node.enum) return node.enum.map((value) => JSON.stringify(value)).join(" | ");
    if (node.const !== undefined) return JSON.stringify(node.const);
    if (node.type === "array") {
      return `[${write((node.items ?? true) as z.core.JSONSchema._JSONSchema, indent)}]`;
    }
    return `${node.format ?? node.type ?? "any"}`;
  };
  return write(z.toJSONSchema(schema, { io, unrepresentable: "any" }), "");
}

function article(endpoint: EndpointData): string {
  const rows: [string, string][] = [["Access", endpoint.access]];
  if (endpoint.signedBy) rows.push(["Signed by", `the ${endpoint.signedBy} (Standard Webhooks)`]);
  const code = (text: string) => `<pre tabindex="0">${quote(text)}</pre>`;
  if (endpoint.query) rows.push(["Query", code(outline(endpoint.query, "input"))]);
  if (endpoint.body)
    rows.push([
      endpoint.accepts ? "Multipart body" : "Body",
      code(outline(endpoint.body, "input")),
    ]);
  rows.push([
    "Answer",
    `${successStatus(endpoint)} ${endpoint.response ? code(outline(endpoint.response, "output")) : (endpoint.produces ?? "without a body")}`,
  ]);
  if (endpoint.limits) {
    rows.push([
      "Limit",
      endpoint.limits.map((l) => `${l.points} in ${l.seconds} s by ${l.by}`).join("; "),
    ]);
  }
  rows.push(["Refusals", refusalsOf(endpoint).join(", ")]);
  return `<article><h3>${endpoint.method} ${quote(endpoint.path)}</h3><p>${quote(
    endpoint.summary,
  )}</p><dl>${rows.map(([term, text]) => `<dt>${term}</dt><dd>${text}</dd>`).join("")}</dl></article>`;
}

/** The API as a page to read, made from the same list as everything else. */
export function docsPage(): string {
  const sections = Object.entries(api).map(
    ([tag, group]) =>
      `<h2>${quote(tag)}</h2>${Object.values<EndpointData>(group).map(article).join("")}`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>The portal's API</title><style>${style}</style></head><body><main><h1>The portal's API</h1><p>JSON both ways under <code>/api</code>, by session cookie. Unsafe methods need <code>Content-Type: application/json</code> (a picture: <code>multipart/form-data</code>) and an <code>Origin</code> of the portal; the platform's calls are signed instead. Refusals are <code>application/problem+json</code>. The same as a document: <a href="openapi.json">OpenAPI 3.1</a>.</p>${sections.join("")}</main></body></html>`;
}
