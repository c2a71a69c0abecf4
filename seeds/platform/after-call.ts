import type pg from "pg";
import type { Tell } from "./booking-news.ts";
import type { PlannedCall } from "./call.ts";
import type { OpenGift } from "./gifts.ts";
import { type Clockwork, sentCustomer, sentReading } from "./wire.ts";

/** Tells the portal what follows from a call: a used gift, and the customer's rating. */
export function createAfterCall(pool: pg.Pool, clockwork: Clockwork, tell: Tell) {
  return {
    async redeem(gift: OpenGift, { free, start, connectionId }: PlannedCall, at: number) {
      const used = {
        message_id: gift.id,
        customer_id: gift.customer_id,
        at: clockwork.real(start).toISOString(),
      };
      await tell(`gift-${connectionId}`, at, { type: "gifts.redeemed", data: { gifts: [used] } });
      await tell(`balance-${connectionId}`, at, {
        type: "customers.updated",
        data: { customers: [sentCustomer(gift, free)] },
      });
    },

    /** Reads the minutes back from the portal, because the customer may have used a gift. */
    async rated(call: PlannedCall, at: number): Promise<void> {
      const { rows } = await pool.query(
        `select minutes, free_minutes, paid_minutes, revenue_cents / 100.0::float8 as revenue,
              has_recording
         from readings where connection_id = $1 and psychic_id = $2 and rating is null`,
        [`${clockwork.idPrefix}${call.connectionId}`, call.psychic.id],
      );
      const [stored] = rows;
      if (!stored || !call.rating) return;
      const reading = { ...sentReading(clockwork, call, true), ...stored };
      await tell(`rated-${call.connectionId}`, at, {
        type: "readings.recorded",
        data: { readings: [reading] },
      });
    },
  };
}
