import { z } from "zod";
import { instant, text } from "./fields.ts";
import { defineEndpoints, type ResponseOf } from "./http/endpoint.ts";
import { availabilityCode, psychicParams } from "./psychics.ts";

const questions = z.object({
  /** Busy although the last call or chat ended a while ago (S30). */
  stuck: z
    .object({ since: instant, ended_at: instant, channel: z.enum(["Call", "Chat"]) })
    .nullable(),
  /** The last question to the platform, of the last 15 minutes. */
  asked: z
    .object({
      at: instant,
      /** What the platform has said since; null before that. */
      answer: z.object({ code: availabilityCode, at: instant }).nullable(),
    })
    .nullable(),
  /** A call that the psychic has just missed (S31). */
  missed: z.object({ ended_at: instant }).nullable(),
});
z.globalRegistry.add(questions, { id: "Questions" });

export const questionEndpoints = defineEndpoints({
  getQuestions: {
    method: "GET",
    path: "/psychics/{id}/questions",
    access: "self-or-staff",
    needs: "see-psychics",
    summary:
      "Get what the portal asks a psychic now: whether Busy is still right, and whether somebody is " +
      "there after a missed call. `asked` is the last question to the platform, with its answer.",
    params: psychicParams,
    response: questions,
    polled: true,
    refuses: [404],
  },
  askPlatform: {
    method: "POST",
    path: "/psychics/{id}/availability/question",
    access: "self-or-staff",
    needs: "edit-psychics",
    summary:
      "Ask the platform whether Busy is still right. Changes no availability: the platform answers " +
      "with its own event. Within 5 minutes, a repeat asks no second time. 409 if the psychic is not " +
      "Busy since `since`.",
    params: psychicParams,
    body: z.strictObject({
      /** Since when the psychic is Busy. */
      since: text(100, "Time is not valid").check(z.iso.datetime({ error: "Time is not valid" })),
    }),
    response: questions,
    status: 202,
    about: { psychic: "id", openWhileBlocked: true },
    limits: [{ bucket: "availability-questions", points: 30, seconds: 3600, by: "user" }],
    refuses: [404, 409],
  },
});
export type Questions = ResponseOf<typeof questionEndpoints.getQuestions>;
