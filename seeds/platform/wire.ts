import type { Booking } from "./bookings.ts";
import type { PlannedCall } from "./call.ts";
import type { OpenGift } from "./gifts.ts";
import type { Told } from "./portal.ts";

type Data<T extends Told["type"]> = Extract<Told, { type: T }>["data"];
export type SentReading = Data<"readings.recorded">["readings"][number];
export type SentBooking = Data<"calls.scheduled">["calls"][number];

/** A batch takes no more items. */
const batch = 1_000;

/**
 * How planned instants and ids become those that are sent. At another pace than 1 an hour of the plan
 * takes less or more time: its instants are squeezed together, so that nothing is ever dated ahead,
 * and its ids carry the run's mark, since the same hour of the plan comes once more at pace 1.
 */
export interface Clockwork {
  /** The real instant of a planned one. */
  real(planned: number): Date;
  mark: string;
}

export const atPlannedTime: Clockwork = { real: (planned) => new Date(planned), mark: "" };

/** @param start the instant (epoch milliseconds) at which plan and clock agree. */
export function clockwork(pace: number, start: number): Clockwork {
  if (pace === 1) return atPlannedTime;
  return {
    real: (planned) => new Date(Math.round(start + (planned - start) / pace)),
    mark: `${Math.floor(start / 1000).toString(36)}-`,
  };
}

/** @param isRated whether the rating has come by now. */
export function sentReading(
  { mark, real }: Clockwork,
  call: PlannedCall,
  isRated: boolean,
): SentReading {
  const { psychic, customer, channel, minutes, free, rate, result, rating } = call;
  const paid = minutes - free;
  return {
    connection_id: `${mark}${call.connectionId}`,
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

/** @param at when the call is to begin, as far as is known by then. */
export function sentBooking(
  { mark, real }: Clockwork,
  booking: Booking,
  status: SentBooking["status"],
  at: number,
): SentBooking {
  const { id, psychic, customer, minutes, channel } = booking;
  return {
    id: `${mark}${id}`,
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
