import { z } from "zod";
import { day, id, instant } from "./fields.ts";
import { defineEndpoints, type ResponseOf } from "./http/endpoint.ts";
import { connType } from "./ingested-reading.ts";
import { availabilityCode } from "./psychics.ts";
import { brandKeys } from "./reference/brands.ts";
import { callAnswers } from "./rules/call-answers.ts";
import { promisedSpan } from "./schedule-exceptions.ts";

/** An Active psychic, as the floor shows one. */
const floorPsychic = z.object({
  user_id: id,
  username: z.string(),
  brand: z.enum(brandKeys),
  manager_id: id,
  /** The ids of the languages, the primary one first. */
  languages: z.array(z.int()),
  /** Null while unknown. */
  code: availabilityCode.nullable(),
  /** Since when the code holds: events that only confirm it do not count. At most 40 days back. */
  since: instant.nullable(),
  /** The promised hours of this New York day and the next, in order. */
  promised: z.array(promisedSpan),
  /**
   * The next call that a customer has booked, if it is within seven days. A call that nobody has
   * answered, or that the psychic cannot take, stays until five minutes after its time.
   */
  next_call: z
    .object({
      ...{ at: instant, minutes: z.int(), channel: connType },
      /** What the psychic answered about it (S28); null without an answer. */
      answer: z.enum(callAnswers).nullable(),
    })
    .nullable(),
});
z.globalRegistry.add(floorPsychic, { id: "FloorPsychic" });
export type FloorPsychic = z.infer<typeof floorPsychic>;

/** The data of an event `floor`. */
export interface FloorChanges {
  /** Whether `psychics` are all of them: forget those who are missing. */
  whole: boolean;
  psychics: FloorPsychic[];
  /** The ids of psychics who are no longer on the floor. */
  gone: number[];
}

export const floorEndpoints = defineEndpoints({
  listFloor: {
    method: "GET",
    path: "/floor",
    access: "staff",
    needs: "see-psychics",
    summary:
      "List what every Active psychic does now, with promised hours and the next booked call.",
    polled: true,
    revalidated: true,
    response: z.object({ psychics: z.array(floorPsychic), total: z.int() }),
  },
  getFloorDay: {
    method: "GET",
    path: "/floor/day",
    access: "staff",
    needs: "see-psychics",
    summary:
      "Count who was on, and who had promised to be, at each half hour of this New York day. " +
      "The counts are up to a minute old.",
    polled: true,
    response: z.object({
      day,
      counts: z.array(
        z.object({
          at: instant,
          /** Null for a time to come. */
          on: z.int().nullable(),
          promised: z.int(),
        }),
      ),
    }),
  },
  followFloor: {
    method: "GET",
    path: "/floor/changes",
    access: "staff",
    needs: "see-psychics",
    summary:
      "Follow the floor as server-sent events. The first event `floor` has every psychic, or, " +
      "with Last-Event-ID, those who have changed since. An event `beat` comes every 20 seconds.",
    polled: true,
    produces: { type: "text/event-stream" },
  },
});

export type Floor = ResponseOf<typeof floorEndpoints.listFloor>;
export type FloorDay = ResponseOf<typeof floorEndpoints.getFloorDay>;
