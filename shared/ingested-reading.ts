import { z } from "zod";
import { customerId, id, text } from "./fields.ts";

/** An instant in an event: ISO 8601 with `Z` or an offset. */
export const eventTime = text(100, "Not an ISO 8601 time")
  .check(z.iso.datetime({ offset: true, error: "Not an ISO 8601 time", abort: true }))
  // Outside this century the sender's clock is wrong; also, PostgreSQL has no year 0.
  .refine((given) => {
    const year = new Date(given).getUTCFullYear();
    return year >= 2000 && year < 2100;
  }, "Not a time of this century");
export const connType = z.enum(["Call", "Chat"], { error: "Call or Chat" });
export const customerName = text(99, "Required", "Too long").min(1, "Required");
export const readingMinutes = z
  .int("Whole minutes")
  .min(0, "Not below 0")
  .max(1440, "At most a day");
const dollars = (max: number) =>
  z
    .number("A number of dollars")
    .min(0, "Not below 0")
    .max(max, `At most ${max}`)
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, "Whole cents");

const wrongConnectionId = "Letters, digits, - and _ only, at most 64";

/** Part of a file name (`recordings/YYYYMMDD/CONNECTION_ID.wav`), so no dots or slashes. */
const connectionIds = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
export const connectionId = text(64, wrongConnectionId).regex(connectionIds, wrongConnectionId);

/** Either of them names the psychic. */
const psychicRef = {
  user_id: id.nullish(),
  extension: text(100, "Six digits")
    .regex(/^\d{6}$/, "Six digits")
    .nullish(),
};
const onePsychic = "Either user_id or extension";

export const ingestedReading = z
  .strictObject({
    connection_id: connectionId,
    ...psychicRef,
    customer_id: customerId,
    customer_username: customerName,
    conn_type: connType,
    started_at: eventTime,
    minutes: readingMinutes,
    free_minutes: readingMinutes,
    paid_minutes: readingMinutes,
    /** Dollars a minute. */
    rate: dollars(1000),
    revenue: dollars(100_000),
    result: text(40, "Required", "Too long").min(1, "Required"),
    rating: z.int("1 to 5").min(1, "1 to 5").max(5, "1 to 5").nullish(),
    rating_text: text(2000, "Not valid", "Too long").nullish(),
    has_recording: z.boolean().nullish(),
  })
  // Boolean() suffices: neither is ever 0 or an empty text.
  .refine(({ user_id, extension }) => Boolean(user_id) !== Boolean(extension), {
    path: ["user_id"],
    error: onePsychic,
  })
  .refine(({ minutes, free_minutes, paid_minutes }) => free_minutes + paid_minutes <= minutes, {
    path: ["paid_minutes"],
    error: "Free and paid minutes together are more than the minutes",
    // If one number is invalid on its own, the error names only that one.
    when: ({ issues }) => issues.length === 0,
  });
export type IngestedReading = z.infer<typeof ingestedReading>;

/** The number of required fields. A plain reading names its psychic by `user_id`. */
const required = 12;

/**
 * Fast path: true only if the schema would accept the reading unchanged. A reading that fails here
 * may still be valid. A switch, because a table of checks takes twice as long.
 */
export function isPlainReading(reading: Record<string, unknown>): boolean {
  let count = 0;
  for (const key in reading) {
    const value = reading[key];
    const field = key as keyof IngestedReading;
    switch (field) {
      case "rating":
        if (value !== null && !isWhole(value, 1, 5)) return false;
        continue;
      case "rating_text":
        if (value !== null && !isText(value, 0, 2000)) return false;
        continue;
      case "has_recording":
        if (value !== null && typeof value !== "boolean") return false;
        continue;
      case "extension":
        if (value !== null) return false;
        continue;
      case "connection_id":
        if (typeof value !== "string" || !connectionIds.test(value)) return false;
        break;
      case "user_id":
        if (!isWhole(value, 1, 2_147_483_647)) return false;
        break;
      case "customer_id":
        if (!isWhole(value, 1, Number.MAX_SAFE_INTEGER)) return false;
        break;
      case "customer_username":
        if (!isText(value, 1, 99)) return false;
        break;
      case "conn_type":
        if (value !== "Call" && value !== "Chat") return false;
        break;
      case "started_at":
        if (!isPlainInstant(value)) return false;
        break;
      case "minutes":
      case "free_minutes":
      case "paid_minutes":
        if (!isWhole(value, 0, 1440)) return false;
        break;
      case "rate":
        if (!isMoney(value, 1000)) return false;
        break;
      case "revenue":
        if (!isMoney(value, 100_000)) return false;
        break;
      case "result":
        if (!isText(value, 1, 40)) return false;
        break;
      default:
        field satisfies never;
        return false;
    }
    count += 1;
  }
  if (count !== required) return false;
  const { minutes, free_minutes, paid_minutes } = reading as unknown as IngestedReading;
  return free_minutes + paid_minutes <= minutes;
}

/** In UTC and this century; February 29 is left to the schema. */
const instants =
  /^20\d\d-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/;

export function isPlainInstant(value: unknown): boolean {
  return typeof value === "string" && instants.test(value);
}

function isWhole(value: unknown, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
}

function isMoney(value: unknown, max: number): boolean {
  if (typeof value !== "number" || !(value >= 0 && value <= max)) return false;
  return Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
}

function isText(value: unknown, min: number, max: number): boolean {
  return typeof value === "string" && value.length >= min && value.length <= max;
}
