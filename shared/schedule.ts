import { z } from "zod";
import { instant, listQuery } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { psychicParams } from "./psychics.ts";
import {
  clockPattern,
  isQuarterHour,
  overlapping,
  segmentsADay,
  segmentsAWeek,
  wallMinutes,
} from "./rules/schedule.ts";

const segment = z.object({
  /** 1 Sunday to 7 Saturday. */
  day: z.int(),
  /** The order within the day, from 1. */
  number: z.int(),
  status: z.enum(["A", "O"]),
  /** Instants of the present week whose New York time of day is meant. */
  from: instant,
  to: instant,
});
export type ScheduleSegment = z.infer<typeof segment>;

/** Comes in as an ISO instant or `HH:MM`, goes on as minutes since New York's midnight. */
const time = z
  .union([z.iso.datetime({ offset: true }), z.string().regex(clockPattern)], {
    error: "Time is not valid",
  })
  .transform(wallMinutes)
  .refine(isQuarterHour, "Times must be on a quarter hour");

const given = z.strictObject({
  day: z.int({ error: "Day is not valid" }).min(1, "Day is not valid").max(7, "Day is not valid"),
  number: z
    .int({ error: "Number is not valid" })
    .min(1, "Number is not valid")
    .max(segmentsADay, "Number is not valid")
    .nullish(),
  status: z.enum(["A", "O"], { error: "Status is not valid" }),
  from: time,
  to: time,
});

const week = z
  .array(given)
  .max(segmentsAWeek, "A week has no room for so many times")
  .superRefine((segments, context) => {
    for (const place of overlapping(segments)) {
      context.addIssue({
        code: "custom",
        path: [place, "from"],
        message: "This overlaps another time",
      });
    }
  });

export const scheduleEndpoints = defineEndpoints({
  getSchedule: {
    method: "GET",
    path: "/psychics/{id}/schedule",
    access: "self-or-manager",
    summary: "The week in New York wall-clock time, as instants of the present week.",
    params: psychicParams,
    query: listQuery(["day", "number", "status", "from", "to"]),
    response: z.object({ schedule: z.array(segment), total: z.int() }),
    versioned: "schedule",
    keepOffline: true,
    refuses: [404],
  },
  updateSchedule: {
    method: "POST",
    path: "/psychics/{id}/schedule",
    access: "self-or-manager",
    summary: "Replace the week. Times are ISO instants (their New York time counts) or HH:MM.",
    params: psychicParams,
    body: z.strictObject({ schedule: week }),
    versioned: "schedule",
    queueable: true,
    refuses: [404],
  },
});
