import { z } from "zod";
import { id } from "./fields.ts";
import { connectionId, eventTime } from "./ingested-reading.ts";
import { callResults } from "./reference/call-results.ts";

/** The instants of a call, in their order. */
export const callInstants = ["initiated_at", "ringing_at", "answered_at", "ended_at"] as const;

/**
 * A call that the platform tries to connect, with everything known of it by now. `connection_id` is
 * the reading that came of it.
 * @param platformId the schema of the platform's ids.
 */
export const ingestedCall = <I extends z.ZodType<string>>(platformId: I) =>
  z
    .strictObject({
      id: platformId,
      user_id: id,
      connection_id: connectionId.nullish(),
      initiated_at: eventTime,
      ringing_at: eventTime.nullish(),
      answered_at: eventTime.nullish(),
      ended_at: eventTime.nullish(),
      result: z.enum(callResults, { error: `One of ${callResults.join(", ")}` }).nullish(),
    })
    .superRefine((call, context) => {
      let latest = 0;
      for (const place of callInstants) {
        const at = call[place] == null ? latest : Date.parse(call[place]);
        if (at < latest) {
          context.addIssue({ code: "custom", path: [place], message: "Before an earlier step" });
        }
        latest = Math.max(latest, at);
      }
      if (call.result != null && call.ended_at == null) {
        context.addIssue({ code: "custom", path: ["result"], message: "Only with ended_at" });
      }
    });
