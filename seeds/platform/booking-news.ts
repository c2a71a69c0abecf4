import type { Booking } from "./bookings.ts";
import type { PlannedCall } from "./call.ts";
import type { PortalEvent } from "./portal.ts";
import { type Clockwork, type SentBooking, sentBooking } from "./wire.ts";

/** Sends the portal an event at a planned instant. */
export type Tell = (id: string, at: number, event: PortalEvent) => Promise<unknown>;

/** Tells the portal of booked calls. */
export function createBookingNews(clockwork: Clockwork, tell: Tell) {
  return {
    async sendBooking(
      booking: Booking,
      status: "booked" | "changed" | "cancelled",
      due: number,
      at: number,
    ): Promise<void> {
      await tell(`${status}-${booking.id}`, at, {
        type: "calls.scheduled",
        data: { calls: [sentBooking(clockwork, booking, status, due)] },
      });
    },

    async endBooking(call: PlannedCall, status: "done" | "cancelled", at: number): Promise<void> {
      const { psychic, customer, booking, start, minutes, channel } = call;
      const ended: SentBooking = {
        id: `${clockwork.idPrefix}${booking}`,
        user_id: psychic.id,
        customer_id: customer.id,
        username: customer.username,
        at: clockwork.real(start).toISOString(),
        minutes,
        channel,
        status,
      };
      await tell(`${status}-${booking}`, at, {
        type: "calls.scheduled",
        data: { calls: [ended] },
      });
    },
  };
}
