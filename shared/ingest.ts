import { z } from "zod";
import { customerId, id, listOf, text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { isPlainEvent } from "./plain-event.ts";
import { availabilityCode } from "./psychics.ts";

/** An instant of the platform: ISO 8601 with `Z` or an offset. */
const at = text(100, "Not an ISO 8601 time")
  .check(z.iso.datetime({ offset: true, error: "Not an ISO 8601 time", abort: true }))
  // This century: what lies outside is a clock that went wrong, and PostgreSQL has no year 0.
  .refine((given) => {
    const year = new Date(given).getUTCFullYear();
    return year >= 2000 && year < 2100;
  }, "Not a time of this century");
const connType = z.enum(["Call", "Chat"], { error: "Call or Chat" });
const name = text(99, "Required", "Too long").min(1, "Required");
const minutes = z.int("Whole minutes").min(0, "Not below 0").max(1440, "Not above a day");
const dollars = (max: number) =>
  z
    .number("A number of dollars")
    .min(0, "Not below 0")
    .max(max, `Not above ${max}`)
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, "Whole cents");

const wrongConnectionId = "Letters, digits, - and _ only, at most 64";

/** Also a file name (`recordings/YYYYMMDD/CONNECTION_ID.wav`), so nothing that a path could mean. */
export const connectionId = text(64, wrongConnectionId).regex(
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
  wrongConnectionId,
);

const wrongId = "A whole number from 1 or a text of 1 to 64 characters";

/** The platform's own id of something: a JSON number or a text, which say the same; kept as text. */
const platformId = z
  .union([z.int(wrongId).min(1, wrongId), text(64, wrongId).min(1, wrongId)], {
    error: wrongId,
  })
  .transform(String);

/** A psychic is named by one of the two. */
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
    customer_username: name,
    conn_type: connType,
    started_at: at,
    minutes,
    free_minutes: minutes,
    paid_minutes: minutes,
    /** Dollars a minute. */
    rate: dollars(1000),
    revenue: dollars(100_000),
    result: text(40, "Required", "Too long").min(1, "Required"),
    rating: z.int("1 to 5").min(1, "1 to 5").max(5, "1 to 5").nullish(),
    rating_text: text(2000, "Not valid", "Too long").nullish(),
    has_recording: z.boolean().nullish(),
  })
  // Neither is ever 0 or an empty text.
  .refine(({ user_id, extension }) => Boolean(user_id) !== Boolean(extension), {
    path: ["user_id"],
    error: onePsychic,
  })
  .refine(({ minutes, free_minutes, paid_minutes }) => free_minutes + paid_minutes <= minutes, {
    path: ["paid_minutes"],
    error: "Free and paid minutes together are more than the minutes",
    // A number that is wrong by itself is named alone.
    when: ({ issues }) => issues.length === 0,
  });
export type IngestedReading = z.infer<typeof ingestedReading>;

const batchAtMost = 1000;
const tooLarge = `At most ${batchAtMost}`;
const batchOf = <T extends z.ZodType>(item: T) =>
  listOf(z.array(item).min(1, "At least one").max(batchAtMost, tooLarge), batchAtMost, tooLarge);

const event = <const T extends string, D extends z.ZodType>(type: T, data: D) =>
  z.strictObject({ type: z.literal(type), timestamp: at, data });

const work = z.strictObject({ id: platformId, user_id: id, at });

export const platformEvent = z.discriminatedUnion(
  "type",
  [
    event("readings.recorded", z.strictObject({ readings: batchOf(ingestedReading) })),
    event("availability.changed", z.strictObject({ user_id: id, code: availabilityCode, at })),
    event(
      "calls.scheduled",
      z.strictObject({
        calls: batchOf(
          z.strictObject({
            id: platformId,
            user_id: id,
            customer_id: customerId,
            username: name,
            at,
            minutes,
            channel: connType,
            status: z.enum(["booked", "changed", "cancelled", "done"]),
          }),
        ),
      }),
    ),
    event("login.started", work),
    event("login.ended", work),
    event(
      "gifts.redeemed",
      z.strictObject({
        gifts: batchOf(z.strictObject({ message_id: id, customer_id: customerId, at })),
      }),
    ),
    event(
      "customers.updated",
      z.strictObject({
        customers: batchOf(
          z.strictObject({
            customer_id: customerId,
            username: name,
            /** A balance, so longer than any call. */
            redeemable_minutes: z
              .int("Whole minutes")
              .min(0, "Not below 0")
              .max(1_000_000, "Not above 1000000"),
            blocked: z.boolean(),
          }),
        ),
      }),
    ),
  ],
  { error: "Unknown event type" },
);
export type PlatformEvent = z.infer<typeof platformEvent>;

export const ingestEndpoints = defineEndpoints({
  ingestEvent: {
    method: "POST",
    path: "/ingest/events",
    access: "public",
    session: "none",
    signedBy: "platform",
    summary: "An event of the phone and chat platform, applied once however often it is sent.",
    body: platformEvent,
    response: z.object({ applied: z.int(), duplicate: z.boolean() }),
    refuses: [401],
    unkeyed: true,
    ownTransaction: true,
    bodyChecks: {
      // A full batch of the longest texts, each character escaped (`\u00e9`), is 13 MB.
      maxBytes: 16_000_000,
      isPlain: isPlainEvent,
      // The sender corrects a batch by the errors: every field of every reading.
      errorsAtMost: batchAtMost * Object.keys(ingestedReading.shape).length,
    },
  },
});
