import { z } from "zod";
import { customerId, day, id, instant, listOf, text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { ingestedCall } from "./ingested-call.ts";
import {
  connectionId,
  connType,
  customerName,
  eventTime,
  ingestedReading,
  readingMinutes,
} from "./ingested-reading.ts";
import { isPlainEvent } from "./plain-event.ts";
import { availabilityCode } from "./psychics.ts";

const wrongId = "A whole number from 1 or a text of 1 to 64 characters";

/** An id that the platform assigned: a JSON number or a text. Both mean the same; stored as text. */
const platformId = z
  .union([z.int(wrongId).min(1, wrongId), text(64, wrongId).min(1, wrongId)], {
    error: wrongId,
  })
  .transform(String);

const batchAtMost = 1000;
const tooLarge = `At most ${batchAtMost}`;
const batchOf = <T extends z.ZodType>(item: T) =>
  listOf(z.array(item).min(1, "At least one").max(batchAtMost, tooLarge), batchAtMost, tooLarge);

const event = <const T extends string, D extends z.ZodType>(type: T, data: D) =>
  z.strictObject({ type: z.literal(type), timestamp: eventTime, data });

const phoneLogin = z.strictObject({ id: platformId, user_id: id, at: eventTime });

/** What the platform says about a customer; the import takes it too. */
export const customerRow = {
  customer_id: customerId,
  username: customerName,
  /** A balance, which can be more than the minutes of one call. */
  redeemable_minutes: z
    .int("Whole minutes")
    .min(0, "Not below 0")
    .max(1_000_000, "At most 1000000"),
  blocked: z.boolean(),
};

export const platformEvent = z.discriminatedUnion(
  "type",
  [
    event("readings.recorded", z.strictObject({ readings: batchOf(ingestedReading) })),
    event(
      "availability.changed",
      z.strictObject({ user_id: id, code: availabilityCode, at: eventTime }),
    ),
    event(
      "calls.scheduled",
      z.strictObject({
        calls: batchOf(
          z.strictObject({
            id: platformId,
            user_id: id,
            customer_id: customerId,
            username: customerName,
            at: eventTime,
            minutes: readingMinutes,
            channel: connType,
            status: z.enum(["booked", "changed", "cancelled", "done"]),
          }),
        ),
      }),
    ),
    event("call.attempted", ingestedCall(platformId)),
    event("login.started", phoneLogin),
    event("login.ended", phoneLogin),
    event(
      "gifts.redeemed",
      z.strictObject({
        gifts: batchOf(z.strictObject({ message_id: id, customer_id: customerId, at: eventTime })),
      }),
    ),
    event(
      "customers.updated",
      z.strictObject({
        customers: batchOf(z.strictObject(customerRow)),
      }),
    ),
  ],
  { error: "Unknown event type" },
);
export type PlatformEvent = z.infer<typeof platformEvent>;

export const recordingBytesAtMost = 200_000_000;
const recordingSize = `1 to ${recordingBytesAtMost} bytes`;

/** A number in an upload address. The check of the signature refuses a number that was changed. */
const signedDigits = text(100)
  .regex(/^\d{1,12}$/)
  .transform(Number);

export const ingestEndpoints = defineEndpoints({
  ingestEvent: {
    method: "POST",
    path: "/ingest/events",
    access: "public",
    session: "none",
    signedBy: "platform",
    summary:
      "Send an event of the phone and chat platform. It is applied once, even if sent again.",
    body: platformEvent,
    response: z.object({ applied: z.int(), duplicate: z.boolean() }),
    refuses: [401],
    unkeyed: true,
    ownTransaction: true,
    bodyChecks: {
      // A full batch of the longest texts, each character escaped (`\u00e9`), is 13 MB.
      maxBytes: 16_000_000,
      valuesAtMost: 2 * batchAtMost * Object.keys(ingestedReading.shape).length,
      isPlain: isPlainEvent,
      // The sender corrects a batch with the help of the errors: up to one per field of each reading.
      errorsAtMost: batchAtMost * Object.keys(ingestedReading.shape).length,
    },
  },
  createRecordingUpload: {
    method: "POST",
    path: "/ingest/recordings",
    access: "public",
    session: "none",
    signedBy: "platform",
    summary:
      "Ask for an address for a reading's recording. Send the WAV file there with PUT, as " +
      "`audio/wav` and with exactly `size` bytes, before the address expires.",
    body: z.strictObject({
      connection_id: connectionId,
      /** The New York day on which the reading started. */
      day,
      size: z.int(recordingSize).min(1, recordingSize).max(recordingBytesAtMost, recordingSize),
    }),
    response: z.object({ url: z.string(), expires_at: instant }),
    refuses: [401],
    unkeyed: true,
    ownTransaction: true,
  },
  uploadRecording: {
    method: "PUT",
    path: "/ingest/recordings/{day}/{connection}",
    access: "public",
    session: "none",
    signedBy: "address",
    summary:
      "Store a recording under an address from `POST /ingest/recordings`. It replaces an earlier one. " +
      "A portal whose files are in a bucket gives addresses of the bucket instead.",
    params: z.object({ day: text(100), connection: text(100) }),
    query: z.object({ size: signedDigits, expires: signedDigits, signature: text(100) }),
    accepts: "recording",
    refuses: [401],
    unkeyed: true,
    ownTransaction: true,
  },
});
