import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { CachedReply } from "#server/http/handler.ts";

const ownFile = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const packageFile = (name: string) => fileURLToPath(import.meta.resolve(name));

const javaScript = "text/javascript; charset=utf-8";
const css = "text/css; charset=utf-8";

/** The files of the documentation pages, by name. */
const files: Record<string, { path: string; type: string }> = {
  "docs.css": { path: ownFile("docs.css"), type: css },
  "docs.js": { path: ownFile("docs.js"), type: javaScript },
  "swagger-ui.css": { path: packageFile("swagger-ui-dist/swagger-ui.css"), type: css },
  "swagger-ui-bundle.js": {
    path: packageFile("swagger-ui-dist/swagger-ui-bundle.js"),
    type: javaScript,
  },
};

const replies = new Map<string, Promise<CachedReply>>();

/** A file with its media type, compressed once and cached; null for an unknown name. */
export function findDocsFile(name: string): { type: string; content: Promise<CachedReply> } | null {
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (!file) return null;
  const cached = replies.get(name);
  if (cached) return { type: file.type, content: cached };
  const content = readFile(file.path).then(reply);
  replies.set(name, content);
  // The next request reads the file again.
  content.catch(() => replies.delete(name));
  return { type: file.type, content };
}

function reply(bytes: Buffer): CachedReply {
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 16);
  return new CachedReply(bytes, `"${hash}"`);
}
