import { z } from "zod";
import { api } from "#shared/api.ts";
import type { EndpointData } from "#shared/http/endpoint.ts";
import { cookieName } from "../sessions.ts";
import { headerParameters, responseHeaders } from "./headers.ts";
import { operation } from "./operation.ts";
import { NamedSchemas } from "./schemas.ts";
import { tags } from "./tags.ts";

const problem = z.object({
  type: z.string().meta({ examples: ["urn:problem:invalid"] }),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
  current: z.unknown().optional(),
});

const introduction = `Back office and advisor portal of a phone and chat psychic reading service.

**Sessions.** \`POST /sessions\` sets a cookie. Every other call sends it. To try calls on this page, run \`POST /sessions\` first.

**Writes** need \`Content-Type: application/json\` (for a picture, \`multipart/form-data\`) and an \`Origin\` of the portal. Browsers send the origin by themselves. Send an \`Idempotency-Key\` to repeat a write safely.

**Limits** answer 429 with \`Retry-After\`. A psychic saves at most 120 times a minute, and some calls have limits of their own. Signed-in staff have no limits, except on wrong passwords and codes, on SSNs, on exports of their own data, and, without the right to see PINs, on checks of a phone and PIN. A limit by address counts an IPv6 /64 as one address. A repeat under the same \`Idempotency-Key\` takes no points.

**Refusals** are \`application/problem+json\` (RFC 9457). \`errors\` names each wrong field by its path.

**The phone and chat platform** signs its calls instead. [How to sign and check them](docs/webhooks).`;

/**
 * The whole API as an OpenAPI 3.1 document, made from `shared/api.ts`.
 * @param tls whether browsers reach the portal by https. The name of the session cookie depends on
 * it.
 */
export function openApiDocument({ tls = false } = {}) {
  const schemas = new NamedSchemas();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const key of Object.keys(tags) as (keyof typeof tags)[]) {
    for (const [name, endpoint] of Object.entries<EndpointData>(api[key])) {
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: operation(name, tags[key].name, endpoint, schemas),
      };
    }
  }
  schemas.add(problem, "output", "Problem");
  return {
    openapi: "3.1.0",
    info: { title: "Psychic portal", version: "1.0.0", description: introduction },
    servers: [{ url: "/api" }],
    tags: Object.values(tags),
    paths,
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: cookieName(tls) },
        platformSignature: { type: "apiKey", in: "header", name: "webhook-signature" },
      },
      parameters: headerParameters,
      headers: responseHeaders,
      schemas: schemas.all,
    },
  };
}
