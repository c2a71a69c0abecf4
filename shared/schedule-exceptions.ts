import { z } from "zod";
import { day, id, instant, listQuery, managedBy, text } from "./fields.ts";
import { defineEndpoints, type ResponseOf } from "./http/endpoint.ts";
import { psychicParams } from "./psychics.ts";
import { brandKeys } from "./reference/brands.ts";
import { exceptionKinds } from "./rules/promised-hours.ts";
import { exceptionDay, exceptionsField, kindMessage } from "./schedule-exception-fields.ts";

/** Promised hours in an answer. */
export const promisedSpan = z.object({
  from: instant,
  to: instant,
  status: z.enum(["A", "O"]),
  /** Chats only. */
  chat: z.literal(true).optional(),
});

const exception = z.object({
  kind: z.enum(exceptionKinds),
  /** New York days, both inclusive. */
  first_day: day,
  last_day: day,
  /** `HH:MM` in New York, on each of the days; null with `ends`: the whole day. */
  starts: z.string().nullable(),
  /** At or before `starts`: on the next day. */
  ends: z.string().nullable(),
  note: z.string().nullable(),
  created_by: z.enum(["psychic", "manager"]),
});
z.globalRegistry.add(exception, { id: "ScheduleException" });
export type ScheduleException = z.infer<typeof exception>;

const listed = exception.extend({ id, user_id: id, username: z.string() });
z.globalRegistry.add(listed, { id: "ListedException" });
export type ListedException = z.infer<typeof listed>;

const listedOrders = ["username", "first_day", "last_day", "kind"];

const month = text(100, "Month is not valid").regex(
  /^20\d\d-(0[1-9]|1[0-2])$/,
  "Month is not valid",
);

const count = z.int();

export const scheduleExceptionEndpoints = defineEndpoints({
  getExceptions: {
    method: "GET",
    path: "/psychics/{id}/schedule/exceptions",
    access: "self-or-staff",
    needs: "see-psychics",
    summary: "List the exceptions from a psychic's week that have not ended, the first day first.",
    params: psychicParams,
    query: listQuery(["first_day", "last_day", "kind"]),
    response: z.object({ exceptions: z.array(exception), total: z.int() }),
    versioned: "exceptions",
    keepOffline: true,
    refuses: [404],
  },
  updateExceptions: {
    method: "PUT",
    path: "/psychics/{id}/schedule/exceptions",
    access: "self-or-staff",
    needs: "edit-psychics",
    summary:
      "Replace the exceptions that have not ended. What was true on past days stays, and an " +
      "exception that is stored and has ended may be in the list.",
    params: psychicParams,
    body: z.strictObject({ exceptions: exceptionsField }),
    about: { psychic: "id" },
    versioned: "exceptions",
    queueable: true,
    // A hundred notes.
    bodyChecks: { maxBytes: 200_000 },
    refuses: [404],
  },
  listExceptions: {
    method: "GET",
    path: "/schedule/exceptions",
    access: "staff",
    needs: "see-psychics",
    summary:
      "List the exceptions of all Active psychics in a New York month, or on a day of it, and " +
      "count for each day of the month how many psychics have one of each kind. A manager or a " +
      "brand narrows both, a day or a kind only the list.",
    query: listQuery(listedOrders as [string, ...string[]]).extend({
      ...managedBy,
      month,
      day: exceptionDay.optional(),
      kind: z.enum(exceptionKinds, { error: kindMessage }).optional(),
      brand: z.enum(brandKeys, { error: "Brand is not valid" }).optional(),
    }),
    response: z.object({
      exceptions: z.array(listed),
      total: z.int(),
      days: z.array(z.object({ day, off: count, extra: count, chat: count })),
    }),
  },
});

export type ListedExceptions = ResponseOf<typeof scheduleExceptionEndpoints.listExceptions>;
