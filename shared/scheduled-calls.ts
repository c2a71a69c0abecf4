import { z } from "zod";
import { instant, listQuery } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { psychicParams } from "./psychics.ts";

const scheduledCall = z.object({
  /** The platform's id: a number if it is one, otherwise a text. */
  id: z.union([z.int().min(1), z.string()]),
  username: z.string(),
  at: instant,
  minutes: z.int(),
  channel: z.enum(["Call", "Chat"]),
  status: z.enum(["booked", "changed"]),
});
z.globalRegistry.add(scheduledCall, { id: "ScheduledCall" });
export type ScheduledCall = z.infer<typeof scheduledCall>;

export const scheduledCallEndpoints = defineEndpoints({
  listScheduledCalls: {
    method: "GET",
    path: "/psychics/{id}/scheduled_calls",
    access: "self-or-staff",
    needs: "see-psychics",
    summary: "List the upcoming calls and chats that customers booked, soonest first.",
    params: psychicParams,
    query: listQuery(scheduledCall.keyof().options as [string, ...string[]]),
    response: z.object({
      scheduled_calls: z.array(scheduledCall),
      total: z.int(),
      /** Calls that took place before their time. They leave the list without being cancelled. */
      taken: z.array(scheduledCall.shape.id).optional(),
    }),
    polled: true,
    revalidated: true,
    keepOffline: true,
    refuses: [404],
  },
});
