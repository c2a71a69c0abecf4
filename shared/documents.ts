import { z } from "zod";
import { text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";

/** The portal about itself, and where else its pages lead. */
export const documentEndpoints = defineEndpoints({
  getOpenApi: {
    method: "GET",
    path: "/openapi.json",
    access: "public",
    session: "none",
    summary: "This API as an OpenAPI 3.1 document.",
    response: z.looseObject({}),
  },
  getDocs: {
    method: "GET",
    path: "/docs",
    access: "public",
    session: "none",
    summary: "This API as a page to read and to try calls from.",
    produces: { type: "text/html" },
  },
  getWebhookDocs: {
    method: "GET",
    path: "/docs/webhooks",
    access: "public",
    session: "none",
    summary: "How the platform's events are signed and checked, with code.",
    produces: { type: "text/html" },
  },
  getDocsFile: {
    method: "GET",
    path: "/docs/files/{file}",
    access: "public",
    session: "none",
    summary: "A script or stylesheet of the documentation pages.",
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
    summary: "The process runs.",
    response: z.object({ status: z.literal("ok") }),
  },
  getReadiness: {
    method: "GET",
    path: "/health/ready",
    access: "public",
    session: "none",
    summary: "The process can serve: 503 while the database is away and while draining.",
    response: z.object({ status: z.literal("ok") }),
    refuses: [503],
  },
  openChat: {
    method: "GET",
    path: "/chat",
    access: "public",
    session: "none",
    summary: "Leads to the chat of the host's brand.",
    status: 302,
  },
});
