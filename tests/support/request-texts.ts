import type { z } from "zod";
import type { EndpointData } from "#shared/http/endpoint.ts";

/** One place of a request's schema where a value can be put. */
export interface Place {
  /** `body.contact.email`; an item of a list is `[]`. */
  name: string;
  schema: z.core.$ZodType;
  /** Whether the length of this list is checked before its items (`listOf`). */
  isBounded: boolean;
  /** Returns a value of the whole schema that has the given value at this place. */
  put: (value: unknown) => unknown;
}

type Def = z.core.$ZodTypes["_zod"]["def"];
const defOf = (schema: z.core.$ZodType) => schema._zod.def as Def;

/** Lists every place in a schema's input: keys of objects, lists and their items, and leaves. */
export function placesOf(schema: z.core.$ZodType, name: string, isBounded = false): Place[] {
  const def = defOf(schema);
  const here: Place = { name, schema, isBounded, put: (value) => value };
  const within = (inner: z.core.$ZodType) => placesOf(inner, name, isBounded);
  switch (def.type) {
    case "object": {
      // A literal selects the object of a union.
      const literals = Object.fromEntries(
        Object.entries(def.shape).flatMap(([key, inner]) => {
          const innerDef = defOf(inner);
          return innerDef.type === "literal" ? [[key, innerDef.values[0]]] : [];
        }),
      );
      const inner = Object.entries(def.shape).flatMap(([key, value]) =>
        placesOf(value, `${name}.${key}`).map((place) => ({
          ...place,
          put: (given: unknown) => ({ ...literals, [key]: place.put(given) }),
        })),
      );
      return [here, ...inner];
    }
    case "array": {
      const items = placesOf(def.element, `${name}[]`);
      return [
        here,
        ...items.map((place) => ({ ...place, put: (given: unknown) => [place.put(given)] })),
      ];
    }
    case "union":
      return def.options.flatMap(within);
    case "optional":
    case "nullable":
    case "default":
    case "readonly":
      return within(def.innerType);
    case "pipe": {
      const isPreprocess = defOf(def.in).type === "transform";
      return isPreprocess ? placesOf(def.out, name, true) : within(def.in);
    }
    default:
      return [here];
  }
}

/** Lists every place in one part of the request that an endpoint reads. */
export function placesOfRequest(endpoint: EndpointData, part: "params" | "query" | "body") {
  const schema = endpoint[part];
  return schema ? placesOf(schema, part) : [];
}

export const isText = ({ schema }: Place) => defOf(schema).type === "string";
export const isList = ({ schema }: Place) => defOf(schema).type === "array";

/** Whether a text's length is checked first, and stops further checks (`text` of fields.ts). */
export function checksLengthFirst({ schema }: Place): boolean {
  const [first] = schema._zod.def.checks ?? [];
  const isFormat = "format" in schema._zod.def;
  const def = first?._zod.def as { check?: string; abort?: boolean } | undefined;
  return !isFormat && def?.check === "max_length" && def.abort === true;
}

/** `given`, with missing values taken from `example`. */
export function filledFrom(example: unknown, given: unknown): unknown {
  if (!isRecord(example) || !isRecord(given)) return given;
  const keys = new Set([...Object.keys(example), ...Object.keys(given)]);
  return Object.fromEntries(
    [...keys].map((key) => [
      key,
      key in given ? filledFrom(example[key], given[key]) : example[key],
    ]),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
