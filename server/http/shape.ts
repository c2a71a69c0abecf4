import type { z } from "zod";

type PickKeys = (value: unknown) => unknown;

/**
 * Removes every key that the schema of an answer does not name, so that a column selected by
 * mistake is never sent. It checks no types (the tests do): a page of rows costs microseconds.
 */
export function shapeOf(schema: z.ZodType): PickKeys {
  const { def } = schema as unknown as {
    def: {
      type: string;
      shape?: Record<string, z.ZodType>;
      element?: z.ZodType;
      innerType?: z.ZodType;
      catchall?: z.ZodType;
    };
  };
  switch (def.type) {
    case "object": {
      if (def.catchall && shapeType(def.catchall) !== "never") return same;
      const keys = Object.keys(def.shape ?? {});
      const inner = keys.map((key) => shapeOf(def.shape?.[key] as z.ZodType));
      return (value) => {
        if (value === null || typeof value !== "object") return value;
        const source = value as Record<string, unknown>;
        const out: Record<string, unknown> = {};
        for (let i = 0; i < keys.length; i++) {
          const key = keys[i] as string;
          const given = source[key];
          if (given === undefined) continue;
          const pick = inner[i] as PickKeys;
          out[key] = pick === same ? given : pick(given);
        }
        return out;
      };
    }
    case "array": {
      const each = shapeOf(def.element as z.ZodType);
      if (each === same) return same;
      return (value) => (Array.isArray(value) ? value.map(each) : value);
    }
    case "optional":
    case "nullable":
    case "readonly":
    case "default":
      return shapeOf(def.innerType as z.ZodType);
    default:
      return same;
  }
}

const same: PickKeys = (value) => value;

function shapeType(schema: z.ZodType): string {
  return (schema as unknown as { def: { type: string } }).def.type;
}
