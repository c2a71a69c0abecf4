import { z } from "zod";
import { customerId, id, instant, listQuery, money } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { psychicParams } from "./psychics.ts";
import { giftRules } from "./rules/gifts.ts";
import { linesOf, paragraphsOf } from "./rules/paragraphs.ts";

const eligibleCustomer = z.object({
  /** The customer's. */
  user_id: customerId,
  user_name: z.string(),
  /** The last reading, also one that nobody took. */
  last: instant,
  /** Calls and chats of the last 90 days, and their figures (D21). */
  calls: z.int(),
  minutes: z.int(),
  /** Free minutes that the customer has not used. */
  redeemable_minutes: z.int(),
  alc: z.number(),
  rev_per_call: money,
});
export type EligibleCustomer = z.infer<typeof eligibleCustomer>;

const sentGift = z.object({
  message_id: id,
  /** The customer's. */
  user_id: customerId,
  sent_to_name: z.string(),
  subject: z.string(),
  date: instant,
  minutes_sent: z.int(),
  /** Each line a `<p>` paragraph of escaped text. */
  body: z.string(),
});
export type SentGift = z.infer<typeof sentGift>;

const { minutesAtLeast, minutesAtMost, subjectAtMost, bodyAtMost, recipientsAtMost } = giftRules;
const missingSubject = "Subject is required";
const missingBody = "Message body is required";
const wrongMinutes = `Minutes must be ${minutesAtLeast} to ${minutesAtMost}`;
const missingRecipient = "You must select at least one recipient";

const subject = z
  .string({ error: missingSubject })
  .transform((text) => linesOf(text).join(" "))
  .pipe(
    z
      .string()
      .min(1, missingSubject)
      .max(subjectAtMost, `Subject cannot exceed ${subjectAtMost} characters`),
  );

const body = z
  .string({ error: missingBody })
  .transform(linesOf)
  .refine((lines) => lines.length > 0, missingBody)
  .refine(
    (lines) => lines.join("\n").length <= bodyAtMost,
    `Message body cannot exceed ${bodyAtMost} characters`,
  )
  .transform(paragraphsOf);

export const giftEndpoints = defineEndpoints({
  listEligibleCustomers: {
    method: "GET",
    path: "/psychics/{id}/gifts/eligible",
    access: "self-or-manager",
    summary: "The customers to whom this psychic may send free minutes now.",
    params: psychicParams,
    query: listQuery(eligibleCustomer.keyof().options as [string, ...string[]]),
    response: z.object({ customers: z.array(eligibleCustomer), total: z.int() }),
    refuses: [404],
  },
  listGifts: {
    method: "GET",
    path: "/psychics/{id}/gifts",
    access: "self-or-manager",
    summary: "The gifts that this psychic has sent, the newest first.",
    params: psychicParams,
    query: listQuery(sentGift.keyof().options as [string, ...string[]]),
    response: z.object({ gifts: z.array(sentGift), total: z.int() }),
    refuses: [404],
  },
  sendGifts: {
    method: "POST",
    path: "/psychics/{id}/gifts",
    access: "self-or-manager",
    summary: "Send free minutes to some customers, or to none if one of them is not eligible.",
    params: psychicParams,
    body: z.strictObject({
      subject,
      body,
      minutes: z
        .int({ error: wrongMinutes })
        .min(minutesAtLeast, wrongMinutes)
        .max(minutesAtMost, wrongMinutes),
      customers: z
        .array(customerId, { error: missingRecipient })
        .min(1, missingRecipient)
        .max(recipientsAtMost, `You can select at most ${recipientsAtMost} recipients`),
    }),
    response: z.object({ accepted: z.int() }),
    status: 202,
    limits: [{ bucket: "gifts", points: 30, seconds: 3600, by: "user" }],
    queueable: true,
    refuses: [404],
  },
});
