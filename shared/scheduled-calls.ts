import { z } from "zod";
import { instant, listQuery, text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { psychicParams } from "./psychics.ts";
import { callAnswers, lateChoices } from "./rules/call-answers.ts";

const givenTime = text(100, "Time is not valid").check(
  z.iso.datetime({ error: "Time is not valid" }),
);

const callAnswer = z.object({
  answer: z.enum(callAnswers),
  /** How much later the psychic expects to begin; null if she did not say. */
  late_minutes: z.literal(lateChoices).nullable(),
  answered_at: instant,
});
z.globalRegistry.add(callAnswer, { id: "CallAnswer" });
export type CallAnswer = z.infer<typeof callAnswer>;

const scheduledCall = z.object({
  /** The platform's id: a number if it is one, otherwise a text. */
  id: z.union([z.int().min(1), z.string()]),
  username: z.string(),
  at: instant,
  minutes: z.int(),
  channel: z.enum(["Call", "Chat"]),
  status: z.enum(["booked", "changed"]),
  /** What the psychic answered last about this call at this time; null without an answer. */
  answer: callAnswer.nullable(),
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
    query: listQuery(scheduledCall.keyof().exclude(["answer"]).options as [string, ...string[]]),
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
  answerCall: {
    method: "POST",
    path: "/psychics/{id}/scheduled_calls/{call}/answer",
    access: "self-or-staff",
    needs: "edit-psychics",
    summary:
      "Say whether the psychic is ready for a booked call, runs late or cannot take it. " +
      "Of several answers, the one that was given last counts.",
    params: psychicParams.extend({ call: text(100) }),
    body: z
      .strictObject({
        answer: z.enum(callAnswers, "Choose an answer"),
        /** The call's time that the person saw: a call that has moved needs a new answer. */
        at: givenTime,
        /** When the person answered, by the clock of the device. A time to come counts as now. */
        answered_at: givenTime,
        /** Only with `late`. */
        late_minutes: z.literal(lateChoices, "Choose 5, 10 or 15 minutes").nullish(),
      })
      .refine(({ answer, late_minutes }) => answer === "late" || late_minutes == null, {
        path: ["late_minutes"],
        error: "Only somebody who runs late says by how much",
      }),
    limits: [{ bucket: "call-answers", points: 120, seconds: 3600, by: "user" }],
    about: { psychic: "id" },
    /** The answer that counts now. */
    response: z.object({ answer: callAnswer }),
    queueable: true,
    refuses: [404, 409],
  },
});
