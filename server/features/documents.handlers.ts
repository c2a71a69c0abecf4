import type { documentEndpoints } from "../../shared/documents.ts";
import { prepared, silence } from "../db/connection.ts";
import { docsPage, docsPolicy } from "../http/docs-page.ts";
import type { Handlers } from "../http/handler.ts";
import { openApiDocument } from "../http/openapi.ts";
import { Refusal } from "../http/refusal.ts";

const askDatabase = prepared("ready", "select 1", silence);

/**
 * The portal about itself, and where else its pages lead.
 * @param draining whether the process is about to stop and should get no new requests.
 */
export function documentHandlers(draining: () => boolean): Handlers<typeof documentEndpoints> {
  let document: ReturnType<typeof openApiDocument> | undefined;
  let page: string | undefined;
  return {
    getOpenApi: () => {
      document ??= openApiDocument();
      return document;
    },
    getDocs: ({ res }) => {
      page ??= docsPage();
      res.setHeader("Content-Type", "text/html; charset=utf-8");
      res.setHeader("Content-Security-Policy", docsPolicy);
      res.end(page);
      return undefined;
    },
    getLiveness: () => ({ status: "ok" }),
    getReadiness: async ({ db }) => {
      if (draining()) throw new Refusal("unavailable", { retryAfter: 5 });
      await askDatabase(db.pool, []);
      return { status: "ok" };
    },
    openChat: ({ brand, res }) => {
      res.setHeader("Location", brand.chatAddress);
      return undefined;
    },
  };
}
