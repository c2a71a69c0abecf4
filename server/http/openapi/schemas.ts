import { z } from "zod";

type JsonSchema = Record<string, unknown>;

/** The named schemas of one document, each once under `#/components/schemas/`. */
export class NamedSchemas {
  readonly all: Record<string, JsonSchema> = {};

  /**
   * A zod schema as JSON Schema. Inner schemas that have an id in zod's registry become references.
   * JSON Schema has no transforms: `input` shows what a caller sends, `output` what we answer.
   * @param name stores the schema itself under this name and returns a reference to it.
   */
  add(schema: z.ZodType, io: "input" | "output", name?: string): JsonSchema {
    const override: Override =
      io === "input"
        ? ({ zodSchema, jsonSchema }) => removeCleanedPattern(zodSchema, jsonSchema)
        : () => {};
    const {
      $schema: _,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, { io, unrepresentable: "any", override });
    for (const [id, inner] of Object.entries($defs)) this.#store(id, inner as JsonSchema);
    if (!name || own.$ref) return withComponentRefs(own);
    return this.#store(name, own);
  }

  #store(name: string, schema: JsonSchema): JsonSchema {
    const { id: _, ...rest } = withComponentRefs(schema);
    const known = this.all[name];
    if (known && JSON.stringify(known) !== JSON.stringify(rest)) {
      throw new Error(`Two different schemas are named ${name}`);
    }
    this.all[name] = rest;
    return { $ref: `#/components/schemas/${name}` };
  }
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>["override"]>;

/**
 * Removes the pattern of a text that we clean before we check it (dashes out of a phone number). The
 * pattern describes the cleaned text, and a caller may send more than that.
 */
function removeCleanedPattern(schema: z.core.$ZodTypes, json: z.core.JSONSchema.BaseSchema): void {
  const checks = schema._zod.def.checks ?? [];
  if (!checks.some((check) => check._zod.def.check === "overwrite")) return;
  delete json.pattern;
  delete json.allOf;
}

/** zod puts named schemas into `$defs`; OpenAPI has them in `components`. */
function withComponentRefs(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
