import { z } from "zod";
import { api } from "../../shared/api.ts";
import { type EndpointData, successStatus } from "../../shared/http/endpoint.ts";
import { errorCatalogue } from "../../shared/http/errors.ts";

/** A schema as JSON Schema; what JSON Schema cannot say (a transform) is described by its input. */
function jsonSchema(schema: z.ZodType, io: "input" | "output") {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

function parameters(schema: z.ZodObject | undefined, place: "path" | "query") {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input");
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: inner,
  }));
}

/** Which refusals an endpoint can give: those of its access and kind, and what it adds. */
export function refusalsOf(endpoint: EndpointData): number[] {
  const all = new Set<number>([500, 503, ...(endpoint.refuses ?? [])]);
  if (endpoint.access !== "public") all.add(401);
  if (endpoint.access === "manager" || endpoint.access === "self-or-manager") all.add(403);
  if (endpoint.params) all.add(400).add(422);
  if (endpoint.query) all.add(422);
  if (endpoint.limits) all.add(429);
  if (endpoint.ranged) all.add(416);
  if (endpoint.method !== "GET") {
    for (const status of [400, 403, 413, 415, 422]) all.add(status);
    if (!endpoint.unkeyed) all.add(409);
    if (endpoint.versioned) all.add(412);
  }
  return [...all].sort();
}

const titles = new Map<number, string>(
  Object.values(errorCatalogue)
    .reverse()
    .map(({ status, title }) => [status, title]),
);

function operation(name: string, tag: string, endpoint: EndpointData) {
  const success = successStatus(endpoint);
  const media = endpoint.produces ?? "application/json";
  const schema = endpoint.response ? jsonSchema(endpoint.response, "output") : { type: "string" };
  const content =
    endpoint.response || endpoint.produces ? { content: { [media]: { schema } } } : {};
  return {
    operationId: name,
    tags: [tag],
    summary: endpoint.summary,
    security: endpoint.access === "public" ? [] : [{ session: [] }],
    "x-access": endpoint.access,
    parameters: [
      ...parameters(endpoint.params, "path"),
      ...parameters(endpoint.query, "query"),
      ...(endpoint.method !== "GET" && !endpoint.unkeyed
        ? [{ $ref: "#/components/parameters/IdempotencyKey" }]
        : []),
      ...(endpoint.method !== "GET" && endpoint.versioned
        ? [{ $ref: "#/components/parameters/IfMatch" }]
        : []),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: {
              [endpoint.accepts ? "multipart/form-data" : "application/json"]: {
                schema: jsonSchema(endpoint.body, "input"),
              },
            },
          },
        }
      : {}),
    responses: {
      [success]: { description: "Success", ...content },
      ...(endpoint.ranged ? { 206: { description: "A part", ...content } } : {}),
      ...(endpoint.revalidated || endpoint.versioned
        ? { 304: { description: "Not modified" } }
        : {}),
      ...Object.fromEntries(
        refusalsOf(endpoint).map((status) => [
          status,
          {
            description: titles.get(status) ?? "Refused",
            content: {
              "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
            },
          },
        ]),
      ),
    },
  };
}

const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
  current: z.unknown().optional(),
});

/** The whole API as an OpenAPI 3.1 document, made from `shared/api.ts`. */
export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [tag, group] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries<EndpointData>(group)) {
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: operation(name, tag, endpoint),
      };
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Psychic portal",
      version: "1.0.0",
      description:
        "Back office and advisor portal of a phone and chat psychic reading service. " +
        "Session cookie only; unsafe methods need application/json and an Origin of the portal. " +
        "The platform's calls are signed instead (Standard Webhooks).",
    },
    servers: [{ url: "/api" }],
    paths,
    components: {
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "sid" } },
      parameters: {
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          description: "A UUID: the same key is answered with the first answer, kept 30 days.",
          schema: { type: "string", format: "uuid" },
        },
        IfMatch: {
          name: "If-Match",
          in: "header",
          description: "The ETag that the edit was made on; another one by now is 412.",
          schema: { type: "string" },
        },
      },
      schemas: { Problem: jsonSchema(problem, "output") },
    },
  };
}
