import { z } from "zod";

// What a schema has no words for; zod's own speak of patterns and types.
z.config({ customError: ({ input }) => (input === undefined ? "Required" : "Not valid") });

/** The error of a text or list: one message, or one that depends on what was given. */
type FieldMessage = string | ((issue: { input?: unknown }) => string);

/**
 * A text of a request. Its length is checked first and ends the check, so a pattern, a rule or a
 * transform that follows never sees more than `atMost` characters: no text can keep the process
 * busy. `tests/contract/texts-of-requests.test.ts` finds request schemas with any other text.
 *
 * @param atMost characters as they come in, before anything is trimmed.
 */
export function text(
  atMost: number,
  error: FieldMessage = "Not valid",
  tooLong: string = typeof error === "string" ? error : "Too long",
) {
  return z.string({ error }).max(atMost, { error: tooLong, abort: true });
}

/**
 * How long a text may come in if `kept` characters of it are kept: with the blanks that are
 * trimmed, the markup that is stripped, and the escapes of a text that was read and is sent again.
 */
export const typedAtMost = (kept: number) => 8 * kept + 1000;

/**
 * A list of a request. Its length is checked before any of its items, so that refusing a long list
 * costs nothing, whatever is in it.
 *
 * @param atMost items as they come in; the list's own checks follow.
 */
export function listOf<L extends z.ZodArray>(list: L, atMost: number, tooMany: string) {
  return z.preprocess((given: z.input<L>, context): z.input<L> => {
    if (!Array.isArray(given) || given.length <= atMost) return given;
    context.addIssue({
      code: "too_big",
      origin: "array",
      maximum: atMost,
      inclusive: true,
      input: given,
      message: tooMany,
    });
    return z.NEVER;
  }, list);
}

/** An id of ours: a JSON number, 1 to 2147483647. */
export const id = z.int().min(1).max(2_147_483_647);

/** A customer's id comes from the platform: a JSON number, 1 to 2^53 - 1. */
export const customerId = z.int().min(1);

/** How the OpenAPI document shows a number that a path or a query holds as digits. */
const digits = (minimum: number, maximum: number) => ({
  type: "integer",
  minimum,
  maximum,
  pattern: undefined,
  maxLength: undefined,
});

/** An id in a path. Digits only: `1e3`, ` 7` and `0x7` are not ids (400). */
export const pathId = text(1000)
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .meta(digits(0, 999_999_999_999_999));

/** A customer's id in a path. */
export const pathCustomerId = text(1000)
  .regex(/^\d{1,16}$/)
  .transform(Number)
  .refine(Number.isSafeInteger)
  .meta(digits(0, Number.MAX_SAFE_INTEGER));

/** An instant: ISO 8601 in UTC. */
export const instant = z.iso.datetime();

/** A New York day, `YYYY-MM-DD`; one that no calendar has (2026-02-30) is refused. */
export const day = text(100, "Date is not valid").check(z.iso.date({ error: "Date is not valid" }));

/** Dollars with two decimals. */
export const money = z.number();

/** 0 to 100 with one decimal. */
export const percent = z.number();

/** A date of a query: `YYYY-MM-DD`, or epoch milliseconds, which mean their New York day. */
const queryDate = z.union([day, text(100).regex(/^\d{11,14}$/)], {
  error: "Date is not valid",
});

/** Both inclusive New York days; `server/http/day-range.ts` fills in what is missing. */
export const dateQuery = z.object({
  start_date: queryDate.optional(),
  end_date: queryDate.optional(),
});

function queryNumber(min: number, max: number, message: string) {
  return text(100, message)
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message))
    .meta(digits(min, max));
}

/**
 * Rows of a list that names no limit. Nobody's list is that long today, and everybody whom a psychic
 * may send a gift fits in; but a list must not grow with the years until one answer holds the process
 * up: so many readings are some 6 MB. What is past them comes with `offset`; `total` counts all.
 */
export const rowsAtMost = 10_000;

/** Paging and sorting of a list: `columns` are the row's columns that can be sorted by. */
export function listQuery<const C extends readonly [string, ...string[]]>(columns: C) {
  return z.object({
    limit: queryNumber(1, 1000, "Limit is 1 to 1000").optional(),
    offset: queryNumber(0, 999_999_999, "Offset is not valid").optional(),
    sort: z.enum(columns, { error: "This list cannot be sorted by that" }).optional(),
    order: z.enum(["asc", "desc"], { error: "Order is asc or desc" }).optional(),
  });
}
export type ListQuery = {
  limit?: number | undefined;
  offset?: number | undefined;
  sort?: string | undefined;
  order?: "asc" | "desc" | undefined;
};
