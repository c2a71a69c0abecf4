import { z } from "zod";
import { listOf, text } from "./fields.ts";
import { alternatingWeeks } from "./rules/alternating-weeks.ts";
import {
  beyondDay,
  clockPattern,
  isQuarterHour,
  overlapping,
  segmentsADay,
  segmentsAWeek,
  wallMinutes,
} from "./rules/schedule.ts";

/** Input: an ISO instant or `HH:MM`. Output: minutes since midnight in New York. */
const time = z
  .union([text(100).check(z.iso.datetime({ offset: true })), text(100).regex(clockPattern)], {
    error: "Time is not valid",
  })
  .transform(wallMinutes)
  .refine(isQuarterHour, "Times must be on a quarter hour");

/** The fields of one time of the week. */
export const segmentFields = {
  day: z.int({ error: "Day is not valid" }).min(1, "Day is not valid").max(7, "Day is not valid"),
  number: z
    .int({ error: "Number is not valid" })
    .min(1, "Number is not valid")
    .max(segmentsADay, "Number is not valid")
    .nullish(),
  status: z.enum(["A", "O"], { error: "Status is not valid" }),
  from: time,
  to: time,
  /** Null or absent: every week. Weeks are counted from Sunday 2026-01-04, an A week (D74). */
  weeks: z.enum(alternatingWeeks, { error: "Weeks are A or B" }).nullish(),
};

const tooManyTimes = "Too many times for one week";
export const overlaps = "This overlaps another time";
export const tooManyOnDay = "Too many times for one day";

/** The fields of a week, with the messages of its form. */
export const weekField = listOf(
  z.array(z.strictObject(segmentFields)).max(segmentsAWeek, tooManyTimes),
  segmentsAWeek,
  tooManyTimes,
).superRefine((segments, context) => {
  for (const place of overlapping(segments)) {
    context.addIssue({ code: "custom", path: [place, "from"], message: overlaps });
  }
  for (const place of beyondDay(segments)) {
    context.addIssue({ code: "custom", path: [place, "day"], message: tooManyOnDay });
  }
});
