import type { Response } from "express";
import type { documentEndpoints } from "#shared/documents.ts";
import { pingDatabase } from "../db/ping-database.ts";
import { sendCached } from "../http/answer.ts";
import type { Handlers } from "../http/handler.ts";
import { openApiDocument } from "../http/openapi/document.ts";
import { Refusal } from "../http/refusal.ts";
import { findDocsFile } from "../pages/docs/docs-files.ts";
import { docsPolicy, referencePage } from "../pages/docs/docs-page.ts";
import { webhooksPage } from "../pages/docs/webhooks-page.ts";

/**
 * The handlers of documentation, health checks and the chat redirect.
 * @param draining whether the process is about to stop and should get no new requests.
 * @param tls whether browsers use https.
 */
export function documentHandlers(
  draining: () => boolean,
  tls: boolean,
): Handlers<typeof documentEndpoints> {
  let document: ReturnType<typeof openApiDocument> | undefined;
  const sendPage = (res: Response, page: string) => {
    res.setHeader("Content-Type", "text/html; charset=utf-8");
    res.setHeader("Content-Security-Policy", docsPolicy);
    res.end(page);
    return undefined;
  };
  return {
    getOpenApi: ({ req }) => {
      document ??= openApiDocument({ tls });
      // On an API host the router is mounted at the root.
      return { ...document, servers: [{ url: req.baseUrl || "/" }] };
    },
    getDocs: ({ res }) => sendPage(res, referencePage()),
    getWebhookDocs: ({ res }) => sendPage(res, webhooksPage()),
    getDocsFile: async ({ params, req, res }) => {
      const file = findDocsFile(params.file);
      if (!file) throw new Refusal("not_found");
      res.setHeader("Cache-Control", "public, no-cache");
      await sendCached(req, res, await file.content, file.type);
      return undefined;
    },
    getLiveness: () => ({ status: "ok" }),
    getReadiness: async ({ db }) => {
      if (draining()) throw new Refusal("unavailable", { retryAfter: 5 });
      await pingDatabase(db.pool);
      return { status: "ok" };
    },
    openChat: ({ brand, res }) => {
      res.setHeader("Location", brand.chatAddress);
      return undefined;
    },
  };
}
