import type { Request, Response } from "express";
import { z } from "zod";
import type { EndpointData } from "#shared/http/endpoint.ts";
import type { FieldError } from "#shared/http/errors.ts";
import type { BodyBudget } from "./body-budget.ts";
import { fieldErrors } from "./errors.ts";
import type { SignedRequest } from "./platform-signature.ts";
import { readBytes } from "./read-bytes.ts";
import { Refusal } from "./refusal.ts";

const unsafe = new Set(["POST", "PUT", "DELETE", "PATCH"]);
export const isUnsafe = (method: string) => unsafe.has(method);

const defaultMaxBody = 16_000;

/**
 * Reads the bytes of a body. A signed one may have any type: no page can sign, and the type is
 * there to keep out the forms of other pages.
 * @throws Refusal 415 for another type than it takes, 413 for too many bytes, 503 where there is no
 * room for bodies of unknown callers, 401 for a body that the signature is not of.
 */
export function bodyReader(endpoint: EndpointData, bodies: BodyBudget) {
  const taken = endpoint.accepts ? "multipart/form-data" : "application/json";
  const atMost = endpoint.maxBody ?? defaultMaxBody;
  return async (
    req: Request,
    res: Response,
    sender: { isUnknown: boolean; signed: SignedRequest | undefined },
  ): Promise<Buffer> => {
    const type = req.get("content-type")?.split(";")[0]?.trim().toLowerCase();
    if (type !== taken && !endpoint.signedBy) {
      throw new Refusal("unsupported_type", { detail: `The request must be ${taken}` });
    }
    const { isUnknown, signed } = sender;
    const held = isUnknown ? bodies.open(signed?.isKnown ?? false) : undefined;
    if (held) res.once("close", held.release);
    const bytes = await readBytes(req, atMost, held).catch((error) => {
      // Whoever had gone before closes no more: "close" has been told already.
      held?.release();
      throw error;
    });
    if (signed) {
      signed.checkBody(bytes);
      held?.release();
    }
    return bytes;
  };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** @throws Refusal 400 for what is not JSON in UTF-8. An empty body is undefined. */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Refusal("not_readable", { detail: "The body is not valid JSON" });
  }
}

/** Deeper than any body that an endpoint takes; what walks through one stays on its stack. */
const deepest = 20;

function isDeeper(value: unknown, than: number): boolean {
  if (value === null || typeof value !== "object") return false;
  if (than === 0) return true;
  return Object.values(value).some((inner) => isDeeper(inner, than - 1));
}

/** @throws Refusal 400 for nesting without sense. */
export function refuseDepth(value: unknown): void {
  if (isDeeper(value, deepest)) {
    throw new Refusal("not_readable", { detail: "The body is nested too deeply" });
  }
}

/** Where a text holds what PostgreSQL cannot store and no person types: NUL, half a character. */
function unstorablePlaces(value: unknown, path: string[] = []): FieldError[] {
  if (typeof value === "string") {
    return value.includes("\0") || !value.isWellFormed()
      ? [{ path: path.join("."), code: "invalid", message: "Not a valid text" }]
      : [];
  }
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => unstorablePlaces(inner, [...path, key]));
}

/** @throws Refusal naming the places: `not_readable` (400) for a path, else `invalid` (422). */
export function refuseUnstorable(
  value: unknown,
  code: "not_readable" | "invalid" = "invalid",
): void {
  const errors = unstorablePlaces(value);
  if (errors.length) throw new Refusal(code, { errors });
}

/** What an endpoint without a body may be sent all the same. */
const noBody = z.strictObject({}).optional();

/** A body by its schema; an endpoint without one takes none, or an empty object. */
export function parseBody<S extends z.ZodType>(schema: S | undefined, value: unknown) {
  if (schema) return parse(schema, value);
  parse(noBody, value);
  return undefined;
}

/**
 * What a schema makes of a value.
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
