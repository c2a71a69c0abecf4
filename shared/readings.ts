import { z } from "zod";
import { customerId, dateQuery, instant, listQuery, money, percent, text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { psychicParams } from "./psychics.ts";

/**
 * One reading. `connection_id`, `rate`, `revenue` and `has_recording` are optional because only
 * managers receive them (D23c).
 */
const reading = z.object({
  connection_id: z.string().optional(),
  call_date: instant,
  customer_id: customerId,
  username: z.string(),
  type: z.enum(["new", "repeat"]),
  /** Minutes. */
  duration: z.int(),
  free_mins: z.int(),
  paid_mins: z.int(),
  /** Dollars a minute. */
  rate: money.optional(),
  revenue: money.optional(),
  result: z.string(),
  rating: z.int().nullable(),
  rating_text: z.string().nullable(),
  has_recording: z.boolean().optional(),
});
z.globalRegistry.add(reading, { id: "Reading" });
export type Reading = z.infer<typeof reading>;

const readingSummary = z.object({
  tot_calls: z.int(),
  rep_calls: z.int(),
  free_mins: z.int(),
  tot_mins: z.int(),
  rep_mins: z.int(),
  rep_pct: percent,
  miss_calls: z.int(),
  alc: z.number(),
});
z.globalRegistry.add(readingSummary, { id: "ReadingSummary" });

export const readingEndpoints = defineEndpoints({
  listReadings: {
    method: "GET",
    path: "/psychics/{id}/readings",
    access: "self-or-staff",
    needs: "see-psychics",
    summary: "List a psychic's readings in a range of days (default: the current pay period).",
    params: psychicParams,
    query: dateQuery.extend(listQuery(reading.keyof().options as [string, ...string[]]).shape),
    response: z.object({
      readings: z.array(reading),
      summary: readingSummary,
      total: z.int(),
    }),
    keepOffline: true,
    mayLag: true,
    refuses: [404],
  },
  getRecording: {
    method: "GET",
    path: "/psychics/{id}/recordings/{date}/{connection}",
    access: "staff",
    needs: "play-recordings",
    summary: "Get a reading's recording, also by byte range. `date` is its New York day, YYYYMMDD.",
    params: psychicParams.extend({ date: text(1000), connection: text(1000) }),
    produces: { type: "audio/wav", byRanges: true },
    refuses: [404],
  },
});
