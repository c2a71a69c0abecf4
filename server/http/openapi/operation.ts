import { type EndpointData, type RateLimit, successStatus } from "#shared/http/endpoint.ts";
import { errorCatalogue } from "#shared/http/errors.ts";
import { rolesWith } from "#shared/rules/staff.ts";
import { countsAsSave } from "../call-limits.ts";
import { examples, parameterExamples } from "./examples.ts";
import { hasTag, headersOf, withHeaders } from "./headers.ts";
import type { NamedSchemas } from "./schemas.ts";

/**
 * The statuses with which an endpoint can refuse: those that follow from its access and kind, and
 * those that it declares itself.
 */
export function refusalsOf(endpoint: EndpointData): number[] {
  const all = new Set<number>([500, 503, ...(endpoint.refuses ?? [])]);
  if (endpoint.access !== "public") all.add(401);
  if (endpoint.needs) all.add(403);
  if (endpoint.params) all.add(400).add(422);
  if (endpoint.query) all.add(422);
  if (endpoint.limits || countsAsSave(endpoint)) all.add(429);
  if (endpoint.produces?.byRanges) all.add(416);
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

function accessWords({ access, needs }: EndpointData): string {
  if (!needs)
    return access === "public" ? "Anyone may call this." : "Anyone signed in may call this.";
  const staff = `staff who may \`${needs}\` (${rolesWith(needs).join(", ")})`;
  return access === "staff"
    ? `Only ${staff} may call this.`
    : `The psychic with this \`{id}\` and ${staff} may call this.`;
}

const signedWords: Record<NonNullable<EndpointData["signedBy"]>, string> = {
  platform: "The platform signs this call (Standard Webhooks). It needs no session.",
  address: "The signature in the address allows this call. It needs no session.",
};

function limitWords({ points, seconds, by }: RateLimit): string {
  const span = seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`;
  return `At most ${points} calls in ${span} per ${by}. Staff are not limited.`;
}

function description(endpoint: EndpointData): string {
  const sentences = [
    endpoint.signedBy ? signedWords[endpoint.signedBy] : accessWords(endpoint),
    ...(endpoint.limits ?? []).map(limitWords),
  ];
  if (endpoint.versioned && endpoint.method === "GET") {
    sentences.push("The ETag names the version. Send it as If-Match when you save.");
  }
  if (endpoint.versioned && endpoint.method !== "GET") {
    sentences.push("The answer's ETag names the new version.");
  }
  return sentences.join(" ");
}

function parameters(endpoint: EndpointData, schemas: NamedSchemas) {
  const described = (["params", "query"] as const).flatMap((place) => {
    const schema = endpoint[place];
    if (!schema) return [];
    const { properties = {}, required = [] } = schemas.add(schema, "input") as {
      properties?: Record<string, object>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, inner]) => ({
      name,
      in: place === "params" ? "path" : "query",
      required: place === "params" || required.includes(name),
      schema: inner,
      ...(parameterExamples[name] !== undefined &&
        place === "params" && { example: parameterExamples[name] }),
    }));
  });
  const headers = headersOf(endpoint).map((name) => ({ $ref: `#/components/parameters/${name}` }));
  return [...described, ...headers];
}

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

function requestBody(name: string, endpoint: EndpointData, schemas: NamedSchemas) {
  if (endpoint.accepts === "recording") {
    const schema = { type: "string", format: "binary" };
    return { requestBody: { required: true, content: { "audio/wav": { schema } } } };
  }
  if (!endpoint.body) return {};
  const media = endpoint.accepts ? "multipart/form-data" : "application/json";
  const schema = schemas.add(endpoint.body, "input", `${capitalised(name)}Body`);
  const example = examples[name];
  return {
    requestBody: {
      required: !endpoint.body.safeParse(undefined).success,
      content: { [media]: { schema, ...(example !== undefined && { example }) } },
    },
  };
}

function responses(endpoint: EndpointData, schemas: NamedSchemas) {
  const success = successStatus(endpoint);
  const media = endpoint.produces?.type ?? "application/json";
  const schema = endpoint.response ? schemas.add(endpoint.response, "output") : { type: "string" };
  const hasBody = endpoint.response || endpoint.produces;
  const content = hasBody ? { content: { [media]: { schema } } } : {};
  const tagged = hasTag(endpoint);
  const isRead = endpoint.method === "GET";
  const refused = (status: number) => ({
    description: titles.get(status) ?? "Refused",
    ...withHeaders(
      status === 429 || status === 503 ? ["RetryAfter"] : status === 412 ? ["ETag"] : [],
    ),
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  });
  return {
    [success]: {
      description: success === 302 ? "Redirect" : "Success",
      ...withHeaders([
        ...(tagged ? (["ETag"] as const) : []),
        ...(success === 302 ? (["Location"] as const) : []),
        ...(endpoint.produces?.byRanges ? (["AcceptRanges"] as const) : []),
      ]),
      ...content,
    },
    ...(endpoint.produces?.byRanges && {
      206: {
        description: "Part of the file",
        ...withHeaders(["ContentRange", "AcceptRanges"]),
        ...content,
      },
    }),
    ...(isRead && tagged && { 304: { description: "Not modified", ...withHeaders(["ETag"]) } }),
    ...Object.fromEntries(refusalsOf(endpoint).map((status) => [status, refused(status)])),
  };
}

function security(endpoint: EndpointData) {
  if (endpoint.signedBy === "platform") return [{ platformSignature: [] }];
  return endpoint.access === "public" ? [] : [{ session: [] }];
}

/** One endpoint as an OpenAPI operation. */
export function operation(
  name: string,
  tag: string,
  endpoint: EndpointData,
  schemas: NamedSchemas,
) {
  return {
    operationId: name,
    tags: [tag],
    summary: endpoint.summary,
    description: description(endpoint),
    security: security(endpoint),
    "x-access": endpoint.access,
    ...(endpoint.needs && { "x-needs": endpoint.needs }),
    parameters: parameters(endpoint, schemas),
    ...requestBody(name, endpoint, schemas),
    responses: responses(endpoint, schemas),
  };
}
