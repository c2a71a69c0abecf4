import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { openApiDocument } from "#server/http/openapi/document.ts";
import { examples } from "#server/http/openapi/examples.ts";
import { allEndpoints } from "#shared/api.ts";

interface Operation {
  operationId: string;
  tags: string[];
  description: string;
  parameters: { $ref?: string; name?: string; in?: string; schema?: Record<string, unknown> }[];
  requestBody?: { required: boolean };
  responses: Record<string, { headers?: Record<string, unknown> }>;
}

const document = openApiDocument();

function operationOf(name: string): Operation {
  const found = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods) as Operation[])
    .find(({ operationId }) => operationId === name);
  if (!found) throw new Error(`the document has no ${name}`);
  return found;
}

test("the document is valid OpenAPI 3.1 and names every endpoint", async () => {
  const result = await new Validator().validate(structuredClone(document));
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
  for (const [name, { method, path }] of allEndpoints) {
    expect(document.paths[path]?.[method.toLowerCase()]).toMatchObject({ operationId: name });
  }
});

test("only a GET with an ETag declares a 304 (I5, L10)", () => {
  for (const [name, { method, versioned, revalidated, produces }] of allEndpoints) {
    const hasTag = versioned !== undefined || revalidated === true || produces?.byRanges === true;
    expect("304" in operationOf(name).responses, name).toBe(method === "GET" && hasTag);
  }
});

test("a body is required exactly where the endpoint refuses a missing one (I5, L10)", () => {
  for (const [name, { body }] of allEndpoints) {
    if (!body) continue;
    const isOptional = body.safeParse(undefined).success;
    expect(operationOf(name).requestBody?.required, name).toBe(!isOptional);
  }
  expect(operationOf("rejectListing").requestBody?.required).toBe(false);
  expect(operationOf("signIn").requestBody?.required).toBe(true);
});

test("ids, limits and offsets are bounded integers (I5, L10)", () => {
  const numbers = new Set(["id", "phoneId", "customerId", "limit", "offset", "psychic_id"]);
  for (const [name] of allEndpoints) {
    for (const parameter of operationOf(name).parameters) {
      if (!numbers.has(parameter.name ?? "")) continue;
      expect(parameter.schema, `${name} ${parameter.name}`).toEqual({
        type: "integer",
        minimum: expect.any(Number),
        maximum: expect.any(Number),
      });
    }
  }
});

test("request and response headers are declared (I5, L10)", () => {
  const names = (name: string) =>
    operationOf(name).parameters.flatMap(({ $ref }) => ($ref ? [$ref.split("/").at(-1)] : []));
  expect(names("updateSchedule")).toEqual([
    "IdempotencyKey",
    "IfMatch",
    "QueueOwner",
    "Background",
  ]);
  expect(names("getSchedule")).toEqual(["IfNoneMatch", "Background"]);
  expect(names("ingestEvent")).toEqual(["WebhookId", "WebhookTimestamp", "WebhookSignature"]);
  const headers = (name: string, status: number) =>
    Object.keys(operationOf(name).responses[status]?.headers ?? {});
  expect(headers("getSchedule", 200)).toEqual(["ETag"]);
  expect(headers("updateSchedule", 204)).toEqual(["ETag"]);
  expect(headers("updateSchedule", 412)).toEqual(["ETag"]);
  expect(headers("createContact", 429)).toEqual(["Retry-After"]);
  expect(headers("getRecording", 206)).toEqual(["Content-Range", "Accept-Ranges"]);
  expect(headers("openChat", 302)).toEqual(["Location"]);
});

test("the cookie is named as the portal sets it (L10)", () => {
  const nameOf = (tls: boolean) => openApiDocument({ tls }).components.securitySchemes.session.name;
  expect([nameOf(false), nameOf(true)]).toEqual(["sid", "__Host-sid"]);
});

test("entities and bodies have names, groups have descriptions (I5)", () => {
  const schemas = Object.keys(document.components.schemas);
  expect(schemas).toEqual(
    expect.arrayContaining(["Psychic", "Reading", "Listing", "Problem", "SignInBody"]),
  );
  for (const [name] of allEndpoints) {
    const { tags, description } = operationOf(name);
    expect(document.tags.map((tag) => tag.name)).toContain(tags[0]);
    expect(description, name).toMatch(/\.$/);
  }
});

test("every JSON body has an example that its endpoint accepts (I8)", () => {
  for (const [name, { body, accepts }] of allEndpoints) {
    if (!body || accepts) continue;
    expect(examples, `an example for ${name}`).toHaveProperty(name);
    const result = body.safeParse(examples[name]);
    expect(result.error?.issues, name).toBeUndefined();
  }
});
