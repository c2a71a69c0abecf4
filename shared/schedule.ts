import { z } from "zod";
import { instant, listQuery } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { psychicParams } from "./psychics.ts";
import { alternatingWeeks } from "./rules/alternating-weeks.ts";
import { weekField } from "./schedule-fields.ts";

const segment = z.object({
  /** 1 Sunday to 7 Saturday. */
  day: z.int(),
  /** The position within the day, from 1. */
  number: z.int(),
  status: z.enum(["A", "O"]),
  /**
   * Instants of the current week, or of the next week that has the segment. Only their New York time
   * of day counts.
   */
  from: instant,
  to: instant,
  /** Only for a time of every second week; weeks are counted from Sunday 2026-01-04, an A week. */
  weeks: z.enum(alternatingWeeks).optional(),
});
z.globalRegistry.add(segment, { id: "ScheduleSegment" });
export type ScheduleSegment = z.infer<typeof segment>;

export const scheduleEndpoints = defineEndpoints({
  getSchedule: {
    method: "GET",
    path: "/psychics/{id}/schedule",
    access: "self-or-staff",
    needs: "see-psychics",
    summary:
      "Get the week. Times are instants of the current week; their New York time counts. A segment " +
      "with `weeks` holds every second week: A is the week of Sunday 2026-01-04, B the one after it.",
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
    access: "self-or-staff",
    needs: "edit-psychics",
    summary:
      "Replace the week. Times are HH:MM or ISO instants, whose New York time counts. A segment " +
      "without `weeks`, or with null, holds every week.",
    params: psychicParams,
    body: z.strictObject({ schedule: weekField }),
    about: { psychic: "id" },
    versioned: "schedule",
    queueable: true,
    // Room for a segment per quarter hour of the week, with both times as instants with an offset.
    bodyChecks: { maxBytes: 100_000 },
    refuses: [404],
  },
});
