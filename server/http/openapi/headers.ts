import type { EndpointData } from "#shared/http/endpoint.ts";

const text = { type: "string" };
const required = true;

/** Header parameters under their names in `#/components/parameters/`. */
export const headerParameters = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description: "A UUID. The same key gets the first answer again. Kept for 30 days.",
    schema: { type: "string", format: "uuid" },
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description:
      "The ETag of the version that the edit is based on. Any other version answers 412.",
    schema: text,
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "An ETag from an earlier answer. An unchanged answer is 304 without a body.",
    schema: text,
  },
  QueueOwner: {
    name: "X-Queue-Owner",
    in: "header",
    description: "The user_id whose queued edit this is. 409 if another user is signed in.",
    schema: { type: "string", pattern: "^[0-9]+$" },
  },
  Background: {
    name: "X-Background",
    in: "header",
    description: "`1` marks a request that a page makes by itself. It does not count as activity.",
    schema: { type: "string", enum: ["1"] },
  },
  Range: {
    name: "Range",
    in: "header",
    description: "A byte range, such as `bytes=0-1023`.",
    schema: text,
  },
  WebhookId: {
    name: "webhook-id",
    in: "header",
    required,
    description: "The event's id. Each id is applied once.",
    schema: text,
  },
  WebhookTimestamp: {
    name: "webhook-timestamp",
    in: "header",
    required,
    description: "Unix seconds. 401 if this is more than 5 minutes off.",
    schema: { type: "string", pattern: "^[0-9]+$" },
  },
  WebhookSignature: {
    name: "webhook-signature",
    in: "header",
    required,
    description: "`v1,` and the base64 HMAC-SHA-256 of `id.timestamp.body`.",
    schema: text,
  },
} as const;

type ParameterName = keyof typeof headerParameters;

/** Which request headers an endpoint reads. */
export function headersOf(endpoint: EndpointData): ParameterName[] {
  const write = endpoint.method !== "GET";
  const names: ParameterName[] = [];
  if (endpoint.signedBy === "platform")
    names.push("WebhookId", "WebhookTimestamp", "WebhookSignature");
  if (write && !endpoint.unkeyed) names.push("IdempotencyKey");
  if (write && endpoint.versioned) names.push("IfMatch");
  if (!write && hasTag(endpoint)) names.push("IfNoneMatch");
  if (endpoint.queueable) names.push("QueueOwner");
  if (endpoint.session !== "none" && endpoint.access !== "public") names.push("Background");
  if (endpoint.produces?.byRanges) names.push("Range");
  return names;
}

/** Whether the answer carries an ETag. */
export function hasTag({ versioned, revalidated, produces }: EndpointData): boolean {
  return versioned !== undefined || revalidated === true || produces?.byRanges === true;
}

/** Response headers under their names in `#/components/headers/`. */
export const responseHeaders = {
  ETag: { description: "The version of the resource that was returned or saved.", schema: text },
  RetryAfter: { description: "Seconds to wait.", schema: { type: "integer", minimum: 0 } },
  Location: { description: "Where to go.", schema: { type: "string", format: "uri-reference" } },
  ContentRange: { description: "The byte range, and the size of the whole file.", schema: text },
  AcceptRanges: { description: "`bytes`.", schema: text },
} as const;

type ResponseHeader = keyof typeof responseHeaders;
const wireNames: Record<ResponseHeader, string> = {
  ETag: "ETag",
  RetryAfter: "Retry-After",
  Location: "Location",
  ContentRange: "Content-Range",
  AcceptRanges: "Accept-Ranges",
};

/** The `headers` member of a response, or nothing. */
export function withHeaders(names: readonly ResponseHeader[]) {
  if (names.length === 0) return {};
  const entries = names.map((name) => [wireNames[name], { $ref: `#/components/headers/${name}` }]);
  return { headers: Object.fromEntries(entries) };
}
