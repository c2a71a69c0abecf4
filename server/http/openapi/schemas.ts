import { z } from "zod";

type JsonSchema = Record<string, unknown>;

/** The named schemas of one document: each stands once, under `#/components/schemas/`. */
export class NamedSchemas {
  readonly all: Record<string, JsonSchema> = {};

  /**
   * A zod schema as JSON Schema. Inner schemas that have an id in zod's registry become references.
   * JSON Schema has no transforms: `input` shows what a caller sends, `output` what we answer.
   * @param name stores the schema itself under this name and returns a reference to it.
   */
  add(schema: z.ZodType, io: "input" | "output", name?: string): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
    for (const [id, inner] of Object.entries($defs)) this.#store(id, inner as JsonSchema);
    if (!name || own.$ref) return moved(own);
    return this.#store(name, own);
  }

  #store(name: string, schema: JsonSchema): JsonSchema {
    const { id: _, ...rest } = moved(schema);
    const known = this.all[name];
    if (known && JSON.stringify(known) !== JSON.stringify(rest)) {
      throw new Error(`Two different schemas are named ${name}`);
    }
    this.all[name] = rest;
    return { $ref: `#/components/schemas/${name}` };
  }
}

/** zod keeps named schemas in `$defs`; OpenAPI keeps them in `components`. */
function moved(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
