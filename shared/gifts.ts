import { z } from "zod";
import { customerId, id, instant, listQuery, money } from "./fields.ts";
import { giftFields } from "./gift-fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { psychicParams } from "./psychics.ts";

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
  /** To a psychic null below 3 calls and chats: it would tell a single reading's revenue (D23c). */
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
    body: z.strictObject(giftFields),
    about: { psychic: "id" },
    response: z.object({ accepted: z.int() }),
    status: 202,
    limits: [{ bucket: "gifts", points: 30, seconds: 3600, by: "user" }],
    queueable: true,
    // All recipients by ids of 16 digits, and the letter with each of its characters escaped.
    bodyChecks: { maxBytes: 300_000 },
    refuses: [404],
  },
});
