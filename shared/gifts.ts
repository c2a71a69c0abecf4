import { z } from "zod";
import { customerId, id, instant, listQuery, money } from "./fields.ts";
import { giftFields } from "./gift-fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { psychicParams } from "./psychics.ts";
import { giftRules } from "./rules/gifts.ts";

const eligibleCustomer = z.object({
  /** The customer's. */
  user_id: customerId,
  user_name: z.string(),
  /** The last reading, missed ones included. */
  last: instant,
  /**
   * Calls and chats of the last 90 days. `minutes`, `alc` and `rev_per_call` are about them (D21).
   */
  calls: z.int(),
  minutes: z.int(),
  /** Free minutes that the customer has not used. */
  redeemable_minutes: z.int(),
  alc: z.number(),
  /** Null for a psychic if `calls` is below 3: it would reveal one reading's revenue (D23c). */
  rev_per_call: money.nullable(),
});
z.globalRegistry.add(eligibleCustomer, { id: "EligibleCustomer" });
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
z.globalRegistry.add(sentGift, { id: "SentGift" });
export type SentGift = z.infer<typeof sentGift>;

export const giftEndpoints = defineEndpoints({
  listEligibleCustomers: {
    method: "GET",
    path: "/psychics/{id}/gifts/eligible",
    access: "self-or-staff",
    needs: "see-psychics",
    summary: "List the customers to whom this psychic may send free minutes now.",
    params: psychicParams,
    query: listQuery(eligibleCustomer.keyof().options as [string, ...string[]]),
    response: z.object({ customers: z.array(eligibleCustomer), total: z.int() }),
    refuses: [404],
  },
  listGifts: {
    method: "GET",
    path: "/psychics/{id}/gifts",
    access: "self-or-staff",
    needs: "see-psychics",
    summary: "List the gifts that this psychic has sent, newest first.",
    params: psychicParams,
    query: listQuery(sentGift.keyof().options as [string, ...string[]]),
    response: z.object({ gifts: z.array(sentGift), total: z.int() }),
    mayLag: true,
    refuses: [404],
  },
  sendGifts: {
    method: "POST",
    path: "/psychics/{id}/gifts",
    access: "self-or-staff",
    needs: "edit-psychics",
    summary: "Send free minutes to customers. If one of them is not eligible, none gets any.",
    params: psychicParams,
    body: z.strictObject(giftFields),
    about: { psychic: "id" },
    response: z.object({ accepted: z.int() }),
    status: 202,
    limits: [{ bucket: "gifts", points: 30, seconds: 3600, by: "user" }],
    queueable: true,
    // Room for all recipients with ids of 16 digits, and a message with every character escaped.
    bodyChecks: { maxBytes: 300_000, valuesAtMost: 2 * giftRules.recipientsAtMost },
    refuses: [404],
  },
});
