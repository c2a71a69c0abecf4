import { z } from "zod";
import type { FieldError } from "#shared/http/errors.ts";
import { fieldErrors } from "./errors.ts";
import { Refusal } from "./refusal.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** ASCII codes. */
const [comma, quote, backslash] = [0x2c, 0x22, 0x5c];

/** Whether there are more commas, also those in texts. Takes half as long as the exact count. */
function mayHaveMoreCommas(bytes: Buffer, than: number): boolean {
  if (bytes.length <= than) return false;
  let count = 0;
  for (let at = bytes.indexOf(comma); at !== -1; at = bytes.indexOf(comma, at + 1)) {
    if (++count > than) return true;
  }
  return false;
}

/** Whether there are more commas outside texts. */
function hasMoreCommas(bytes: Buffer, than: number): boolean {
  let count = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) isText = !isText;
    else if (isText && byte === backslash) at++;
    else if (!isText && byte === comma && ++count > than) return true;
  }
  return false;
}

/**
 * An empty body is undefined.
 * @param valuesAtMost checked before parsing, because refusing millions of parsed values takes
 * seconds.
 * @throws Refusal 413 for more values; 400 unless the bytes are JSON in UTF-8.
 */
export function readJson(bytes: Buffer, valuesAtMost: number): unknown {
  if (bytes.length === 0) return undefined;
  if (mayHaveMoreCommas(bytes, valuesAtMost) && hasMoreCommas(bytes, valuesAtMost)) {
    throw new Refusal("too_large", { detail: "The body has too many values" });
  }
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Refusal("not_readable", { detail: "The body is not valid JSON" });
  }
}

/** No body nests this deep; deeper ones could overflow the stack of recursive code. */
const maxDepth = 20;

function isDeeper(value: unknown, than: number): boolean {
  if (value === null || typeof value !== "object") return false;
  if (than === 0) return true;
  return Object.values(value).some((inner) => isDeeper(inner, than - 1));
}

/** @throws Refusal 400 for a body nested deeper than `maxDepth`. */
export function refuseDepth(value: unknown): void {
  if (isDeeper(value, maxDepth)) {
    throw new Refusal("not_readable", { detail: "The body is nested too deeply" });
  }
}

/** PostgreSQL cannot store a text with NUL or with half of a surrogate pair. */
function isStorable(value: unknown): boolean {
  if (typeof value === "string") return !value.includes("\0") && value.isWellFormed();
  return value === null || typeof value !== "object" || Object.values(value).every(isStorable);
}

/** The places of texts that PostgreSQL cannot store. */
function unstorablePlaces(value: unknown, path: string[] = []): FieldError[] {
  // Nearly every value ends here. To name each place of a long list takes ten times as long.
  if (isStorable(value)) return [];
  if (typeof value === "string") {
    return [{ path: path.join("."), code: "invalid", message: "Not a valid text" }];
  }
  return Object.entries(value as object).flatMap(([key, inner]) =>
    unstorablePlaces(inner, [...path, key]),
  );
}

/** @throws Refusal that names the places: `not_readable` (400) for a path, else `invalid` (422). */
export function refuseUnstorable(
  value: unknown,
  code: "not_readable" | "invalid" = "invalid",
): void {
  const errors = unstorablePlaces(value);
  if (errors.length) throw new Refusal(code, { errors });
}

/** An endpoint without a body accepts an empty object. */
const noBody = z.strictObject({}).optional();

/** Parses a body; without a schema, only a missing body or an empty object is valid. */
export function parseBody<S extends z.ZodType>(schema: S | undefined, value: unknown) {
  if (schema) return parse(schema, value);
  parse(noBody, value);
  return undefined;
}

/**
 * Parses a value; undefined without a schema.
 * @param code `not_readable` (400) for a path, `invalid` (422) for queries and bodies.
 */
export function parse<S extends z.ZodType>(
  schema: S | undefined,
  value: unknown,
  code: "not_readable" | "invalid" = "invalid",
): z.output<S> | undefined {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (!result.success) throw new Refusal(code, { errors: fieldErrors(result.error) });
  return result.data;
}
