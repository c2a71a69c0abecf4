import { z } from "zod";
import { text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";

/** Documentation, health checks and links to other sites. */
export const documentEndpoints = defineEndpoints({
  getOpenApi: {
    method: "GET",
    path: "/openapi.json",
    access: "public",
    session: "none",
    summary: "Get this API as an OpenAPI 3.1 document.",
    response: z.looseObject({}),
  },
  getDocs: {
    method: "GET",
    path: "/docs",
    access: "public",
    session: "none",
    summary: "Get the API reference as a page, where you can try calls.",
    produces: { type: "text/html" },
  },
  getWebhookDocs: {
    method: "GET",
    path: "/docs/webhooks",
    access: "public",
    session: "none",
    summary: "Get the guide to signing and checking events, with code.",
    produces: { type: "text/html" },
  },
  getDocsFile: {
    method: "GET",
    path: "/docs/files/{file}",
    access: "public",
    session: "none",
    summary: "Get a script or stylesheet of the documentation pages.",
    params: z.object({ file: text(100) }),
    produces: { type: "text/*" },
    revalidated: true,
    refuses: [404],
  },
  getLiveness: {
    method: "GET",
    path: "/health/live",
    access: "public",
    session: "none",
    summary: "Check that the process runs.",
    response: z.object({ status: z.literal("ok") }),
  },
  getReadiness: {
    method: "GET",
    path: "/health/ready",
    access: "public",
    session: "none",
    summary:
      "Check that the process can serve. 503 while the database is away or the process stops.",
    response: z.object({ status: z.literal("ok") }),
    refuses: [503],
  },
  openChat: {
    method: "GET",
    path: "/chat",
    access: "public",
    session: "none",
    summary: "Redirect to the chat of the host's brand.",
    status: 302,
  },
});
