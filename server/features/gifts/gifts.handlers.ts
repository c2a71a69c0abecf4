import type { Handlers } from "#server/http/handler.ts";
import { requirePsychic } from "#server/http/lock-psychic.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { giftEndpoints } from "#shared/gifts.ts";
import { tellPlatform } from "../platform/tell-platform.ts";
import { eligibleAmong, insertGifts, listEligible, listSent } from "./gifts.ts";

/** Gifts per delivery: each contains a message of up to 4000 characters. */
const giftsPerDelivery = 50;

/** Names the place of every customer who may not get a gift. */
function refuseOthers(customers: readonly number[], may: ReadonlySet<number>): void {
  const errors = customers.flatMap((customer, place) =>
    may.has(customer)
      ? []
      : [
          {
            path: `customers.${place}`,
            code: "not_eligible",
            message: "This customer cannot be sent a gift now",
          },
        ],
  );
  if (errors.length > 0) throw new Refusal("invalid", { errors });
}

export const giftHandlers: Handlers<typeof giftEndpoints> = {
  async listEligibleCustomers({ sql, params, query, clock, viewer }) {
    await requirePsychic(sql, params.id);
    return listEligible(sql, params.id, clock(), viewer.role, query);
  },

  async listGifts({ sql, params, query }) {
    await requirePsychic(sql, params.id);
    return listSent(sql, params.id, query);
  },

  async sendGifts(call) {
    const { sql, params, body, clock } = call;
    const { customers, ...message } = body;
    const now = clock();
    refuseOthers(customers, await eligibleAmong(sql, params.id, now, customers));
    const sent = await insertGifts(sql, params.id, message, [...new Set(customers)], now);
    refuseOthers(customers, new Set(sent.map(({ customer_id }) => customer_id)));

    const { subject, minutes } = message;
    await call.audit("gifts sent", params.id, { gifts: sent.length, minutes, subject });
    // Gifts need no job of their own: after the commit their delivery is sent in order with the
    // psychic's other deliveries, and retried.
    for (let start = 0; start < sent.length; start += giftsPerDelivery) {
      const gifts = sent
        .slice(start, start + giftsPerDelivery)
        .map((gift) => ({ ...gift, user_id: params.id, ...message }));
      await tellPlatform(call, "gifts.sent", params.id, { gifts });
    }
    return { accepted: sent.length };
  },
};
