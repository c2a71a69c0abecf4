import { z } from "zod";
import { instant, listQuery } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { psychicParams } from "./psychics.ts";
import { weekField } from "./schedule-fields.ts";

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
z.globalRegistry.add(segment, { id: "ScheduleSegment" });
export type ScheduleSegment = z.infer<typeof segment>;

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
    body: z.strictObject({ schedule: weekField }),
    about: { psychic: "id" },
    versioned: "schedule",
    queueable: true,
    // A segment for every quarter hour of the week, with both times as instants with an offset.
    bodyChecks: { maxBytes: 100_000 },
    refuses: [404],
  },
});
