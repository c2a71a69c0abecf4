import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { docsPage } from "../../server/http/docs-page.ts";
import { openApiDocument } from "../../server/http/openapi.ts";
import { allEndpoints } from "../../shared/api.ts";

test("the document is valid OpenAPI 3.1 and names every endpoint", async () => {
  const document = openApiDocument();
  const result = await new Validator().validate(structuredClone(document));
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
  for (const [name, { method, path }] of allEndpoints) {
    expect(document.paths[path]?.[method.toLowerCase()]).toMatchObject({ operationId: name });
  }
});

test("the page to read names every endpoint", () => {
  const page = docsPage();
  for (const [, { method, path }] of allEndpoints) {
    expect(page).toContain(`<h3>${method} ${path}</h3>`);
  }
});
