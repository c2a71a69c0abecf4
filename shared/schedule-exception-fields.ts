import { z } from "zod";
import { day, listOf, text, typedAtMost } from "./fields.ts";
import { oneLine } from "./rules/one-line.ts";
import { exceptionKinds } from "./rules/promised-hours.ts";
import { clockPattern, isQuarterHour, wallMinutes } from "./rules/schedule.ts";
import {
  exceptionIssue,
  exceptionKey,
  exceptionMessages,
  exceptionsAtMost,
  noteAtMost,
} from "./rules/schedule-exceptions.ts";

const { tooMany, longNote, twice } = exceptionMessages;
const time = text(100, "Time is not valid")
  .regex(clockPattern, "Time is not valid")
  .refine((clock) => isQuarterHour(wallMinutes(clock)), "Times must be on a quarter hour")
  .nullable();
/** A day from 2000 to 2099. */
export const exceptionDay = day.refine(
  (given) => given >= "2000-01-01" && given < "2100-01-01",
  "Date is not valid",
);

export const kindMessage = "Kind is off, extra or chat";

/** The fields of an exception, with the messages of its form. */
const exceptionField = z
  .strictObject({
    kind: z.enum(exceptionKinds, { error: kindMessage }),
    first_day: exceptionDay,
    last_day: exceptionDay,
    starts: time,
    ends: time,
    note: text(typedAtMost(noteAtMost), "Note is not valid", longNote)
      .transform(oneLine)
      .pipe(z.string().max(noteAtMost, longNote))
      .transform((note) => note || null)
      .nullable(),
  })
  .superRefine((exception, context) => {
    const issue = exceptionIssue(exception);
    if (issue) context.addIssue({ code: "custom", path: [issue.path], message: issue.message });
  });

/** The list that a save replaces. */
export const exceptionsField = listOf(
  z.array(exceptionField).max(exceptionsAtMost, tooMany),
  exceptionsAtMost,
  tooMany,
).superRefine((exceptions, context) => {
  const keys = exceptions.map(exceptionKey);
  for (const [place, key] of keys.entries()) {
    if (keys.indexOf(key) < place) {
      context.addIssue({ code: "custom", path: [place, "first_day"], message: twice });
    }
  }
});
