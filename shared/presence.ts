import { z } from "zod";
import { day, instant } from "./fields.ts";
import { defineEndpoints, type ResponseOf } from "./http/endpoint.ts";
import { connType } from "./ingested-reading.ts";
import { availabilityCode, psychicParams } from "./psychics.ts";
import { callResults } from "./reference/call-results.ts";
import { setters } from "./rules/availability-spans.ts";
import { promisedSpan } from "./schedule-exceptions.ts";

/** No day has more rows of a kind; if one has, the answer says so. */
export const rowsOfDayAtMost = 2_000;

const dayQuery = day.refine(
  (given) => given >= "2000-01-01" && given < "2100-01-01",
  "Date is not valid",
);

const span = z.object({
  from: instant,
  to: instant,
  code: availabilityCode,
  /** Portal: a consequence of the account. Null: not known. */
  set_by: z.enum(setters).nullable(),
});

/** `id` and `connection_id` are optional because only managers receive them (D23c). */
const call = z.object({
  id: z.string().optional(),
  connection_id: z.string().nullable().optional(),
  initiated: instant,
  ringing: instant.nullable(),
  answered: instant.nullable(),
  /** Null while the call goes on. */
  ended: instant.nullable(),
  result: z.enum(callResults).nullable(),
  /** The customer of the reading that came of it. */
  username: z.string().nullable(),
});

const timelineReading = z.object({
  connection_id: z.string().optional(),
  call_date: instant,
  /** Minutes. */
  duration: z.int(),
  conn_type: connType,
  result: z.string(),
  username: z.string(),
  /** Whether it came of one of the calls. */
  has_call: z.boolean(),
});

const timeline = z.object({
  day,
  /** Midnight in New York, and the next: 23, 24 or 25 hours. */
  from: instant,
  to: instant,
  /** The end of what is known: now, or the end of the day. */
  until: instant,
  /** The hours of the present week, with the exceptions of the day. */
  promised: z.array(promisedSpan),
  availability: z.array(span),
  calls: z.array(call),
  readings: z.array(timelineReading),
  /** Whether the day has more rows than the answer. */
  is_cut: z.boolean(),
});
z.globalRegistry.add(timeline, { id: "Timeline" });

export const presenceEndpoints = defineEndpoints({
  getTimeline: {
    method: "GET",
    path: "/psychics/{id}/timeline",
    access: "self-or-staff",
    needs: "see-psychics",
    summary:
      "Get a psychic's New York day (default: today): promised hours, availability, calls, readings.",
    params: psychicParams,
    query: z.object({ day: dayQuery.optional() }),
    response: timeline,
    refuses: [404],
  },
});

export type Timeline = ResponseOf<typeof presenceEndpoints.getTimeline>;
