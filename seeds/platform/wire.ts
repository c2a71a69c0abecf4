import type { Booking } from "./bookings.ts";
import type { PlannedCall } from "./call.ts";
import type { OpenGift } from "./gifts.ts";
import type { PortalEvent } from "./portal.ts";

type Data<T extends PortalEvent["type"]> = Extract<PortalEvent, { type: T }>["data"];
export type SentReading = Data<"readings.recorded">["readings"][number];
export type SentBooking = Data<"calls.scheduled">["calls"][number];

/** Items per batch at most. */
const batch = 1_000;

/**
 * Turns the instants and ids of the plan into those that are sent. If the pace is not 1, an hour of
 * the plan takes less or more real time. So instants move closer together or further apart, and no
 * event has a future date. Ids then get a prefix of the run, because a later run at pace 1 sends
 * the same hours of the plan again, without a prefix.
 */
export interface Clockwork {
  /** The real instant of a planned one. */
  real(planned: number): Date;
  idPrefix: string;
}

export const atPlannedTime: Clockwork = { real: (planned) => new Date(planned), idPrefix: "" };

/** @param start the instant (epoch milliseconds) at which plan and clock agree. */
export function clockwork(pace: number, start: number): Clockwork {
  if (pace === 1) return atPlannedTime;
  return {
    real: (planned) => new Date(Math.round(start + (planned - start) / pace)),
    idPrefix: `${Math.floor(start / 1000).toString(36)}-`,
  };
}

/** @param isRated whether the rating has come by now. */
export function sentReading(
  { idPrefix, real }: Clockwork,
  call: PlannedCall,
  isRated: boolean,
): SentReading {
  const { psychic, customer, channel, minutes, free, rate, result, rating } = call;
  const paid = minutes - free;
  return {
    connection_id: `${idPrefix}${call.connectionId}`,
    user_id: psychic.id,
    customer_id: customer.id,
    customer_username: customer.username,
    conn_type: channel,
    started_at: real(call.start).toISOString(),
    minutes,
    free_minutes: free,
    paid_minutes: paid,
    rate: rate / 100,
    revenue: (paid * rate) / 100,
    result,
    ...(isRated && rating && { rating: rating.stars, rating_text: rating.text }),
  };
}

/** @param at the start of the call, as known at the time of the event. */
export function sentBooking(
  { idPrefix, real }: Clockwork,
  booking: Booking,
  status: SentBooking["status"],
  at: number,
): SentBooking {
  const { id, psychic, customer, minutes, channel } = booking;
  return {
    id: `${idPrefix}${id}`,
    user_id: psychic.id,
    customer_id: customer.id,
    username: customer.username,
    at: real(at).toISOString(),
    minutes,
    channel,
    status,
  };
}

/** The customer's balance once a gift is used. */
export function sentCustomer({ customer_id, username, ...gift }: OpenGift, used: number) {
  const redeemable_minutes = Math.max(0, gift.redeemable_minutes - used);
  return { customer_id, username, redeemable_minutes, blocked: gift.blocked };
}

export function inBatches<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / batch) }, (_, place) =>
    items.slice(place * batch, (place + 1) * batch),
  );
}
