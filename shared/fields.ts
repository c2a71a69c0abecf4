import { z } from "zod";

// The messages of schemas without their own. Zod's would mention patterns and types.
z.config({ customError: ({ input }) => (input === undefined ? "Required" : "Not valid") });

/** The error of a text or list: one message, or one that depends on the input. */
type FieldMessage = string | ((issue: { input?: unknown }) => string);

/**
 * A text in a request. A text that is too long fails at once, so that no pattern or transform ever
 * sees more than `atMost` characters and a long text cannot keep the process busy.
 * `tests/contract/request-texts.test.ts` finds request schemas that use another kind of text.
 *
 * @param atMost characters of the input, before trimming.
 */
export function text(
  atMost: number,
  error: FieldMessage = "Not valid",
  tooLong: string = typeof error === "string" ? error : "Too long",
) {
  return z.string({ error }).max(atMost, { error: tooLong, abort: true });
}

/**
 * The longest input for a text of which we store at most `stored` characters. The input may be
 * longer: we trim blanks and strip markup, and a stored text may come back with escapes.
 */
export const typedAtMost = (stored: number) => 8 * stored + 1000;

/**
 * A list in a request. We check its length before its items, so that refusing a long list is cheap.
 *
 * @param atMost items of the input; the list's own checks follow.
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

/** An id that the portal assigned: a JSON number, 1 to 2147483647. */
export const id = z.int().min(1).max(2_147_483_647);

/** A customer's id, which the platform assigned: a JSON number, 1 to 2^53 - 1. */
export const customerId = z.int().min(1);

/** How the OpenAPI document shows a number in a path or query. */
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

/** A New York day, `YYYY-MM-DD`; 2026-02-30 is refused. */
export const day = text(100, "Date is not valid").check(z.iso.date({ error: "Date is not valid" }));

/** Dollars with two decimals. */
export const money = z.number();

/** 0 to 100 with one decimal. */
export const percent = z.number();

/**
 * A date in a query: `YYYY-MM-DD`, or an instant in epoch milliseconds, which means its New York
 * day.
 */
const queryDate = z.union([day, text(100).regex(/^\d{11,14}$/)], {
  error: "Date is not valid",
});

/** New York days, both inclusive; `server/http/day-range.ts` fills in a missing one. */
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
 * The most rows of a list without `limit`. No list is that long today; even a psychic's list of
 * customers who may get a gift fits. Without this limit, answers would grow with the years until
 * one of them blocks the process: 10,000 readings are about 6 MB. `offset` fetches the rest;
 * `total` counts all rows.
 */
export const rowsAtMost = 10_000;

/** Paging and sorting of a list. `columns` are the columns by which it can be sorted. */
export function listQuery<const C extends readonly [string, ...string[]]>(columns: C) {
  return z.object({
    limit: queryNumber(1, 1000, "Limit is 1 to 1000").optional(),
    offset: queryNumber(0, 999_999_999, "Offset is not valid").optional(),
    sort: z.enum(columns, { error: "This list cannot be sorted by that" }).optional(),
    order: z.enum(["asc", "desc"], { error: "Order is asc or desc" }).optional(),
  });
}
/** Narrows a list to what belongs to the caller, or to managers for whom the caller stands in today. */
export const managedBy = { managed_by: z.enum(["me"], { error: "Only me" }).optional() };

export type ListQuery = {
  limit?: number | undefined;
  offset?: number | undefined;
  sort?: string | undefined;
  order?: "asc" | "desc" | undefined;
};
