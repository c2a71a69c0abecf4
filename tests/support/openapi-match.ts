import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Response } from "supertest";
import { openApiDocument } from "#server/http/openapi/document.ts";

type Answers = Record<string, { content?: Record<string, { schema: object }> }>;
interface Operation {
  method: string;
  pattern: RegExp;
  /** How many parts of the path are parameters. If two paths match, the one with fewer wins. */
  parameters: number;
  responses: Answers;
}

const document = openApiDocument();
const operations: Operation[] = Object.entries(document.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(
        `^/api${path.replace(/\{\w+\}/g, "[^/]+").replaceAll(".", "\\.")}/?$`,
        "i",
      ),
      parameters: path.split("{").length - 1,
      responses: (operation as { responses: Answers }).responses,
    })),
  )
  .sort((a, b) => a.parameters - b.parameters);

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema({ $id: "portal", ...document });
const compiled = new Map<object, ValidateFunction>();

function validatorOf(schema: object): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  // The references point into the document, which Ajv knows by its id.
  const target = JSON.stringify(schema).replaceAll('"#/', '"portal#/');
  const validator = ajv.compile(JSON.parse(target));
  compiled.set(schema, validator);
  return validator;
}

/**
 * Compares an answer with the OpenAPI document: the operation must list its status and its type, and
 * its body must match the schema. Ignores paths outside the API, and refusals of paths without an operation.
 * @throws Error that names the place.
 */
export function expectDocumented(answer: Response): void {
  const { method, path } = answer.request as unknown as { method: string; path?: string };
  const { pathname } = new URL((answer.request as unknown as { url: string }).url ?? path);
  const operation = operations.find((one) => one.method === method && one.pattern.test(pathname));
  const summary = `${method} ${pathname} -> ${answer.status}`;
  if (!operation) {
    // Tests of the HTTP stages add endpoints of their own below /api/probe.
    const isOurs = pathname.startsWith("/api/") && !pathname.startsWith("/api/probe/");
    if (isOurs && answer.status < 400)
      throw new Error(`${summary}: the document does not name this path`);
    return;
  }
  const documented = operation.responses[String(answer.status)];
  if (!documented) throw new Error(`${summary}: the document does not name this status`);
  const [type = ""] = (answer.headers["content-type"] ?? "").split(";");
  if (!documented.content) {
    if (answer.text) throw new Error(`${summary}: a body where the document names none`);
    return;
  }
  const content = documented.content[type] ?? documented.content[type.replace(/\/.*/, "/*")];
  if (!content) throw new Error(`${summary}: ${type} is not what the document names`);
  if (!type.endsWith("json")) return;
  const validate = validatorOf(content.schema);
  if (validate(JSON.parse(answer.text))) return;
  throw new Error(`${summary}: ${ajv.errorsText(validate.errors)} in ${answer.text.slice(0, 500)}`);
}
