import fc from "fast-check";
import type { SentReading } from "./recount.ts";

const hour = 3_600_000;

/**
 * Makes realistic readings: each customer calls several psychics, some calls are missed and some are
 * free. The same seed gives the same readings.
 * @param options `from` and `to` are epoch milliseconds.
 */
export function sampleReadings(options: {
  psychicIds: readonly number[];
  from: number;
  to: number;
  count: number;
  seed: number;
}): SentReading[] {
  const { psychicIds, from, to, count, seed } = options;
  const choice = fc.record({
    user_id: fc.constantFrom(...psychicIds),
    customer: fc.integer({ min: 1, max: 25 }),
    conn_type: fc.constantFrom("Call" as const, "Call" as const, "Chat" as const),
    hours: fc.integer({ min: 0, max: Math.floor((to - from) / hour) - 1 }),
    // 0 is the hour itself, where New York's days begin.
    seconds: fc.constantFrom(0, 1, 1_800, 3_599),
    minutes: fc.integer({ min: -8, max: 60 }).map((value) => Math.max(0, value)),
    free: fc.constantFrom(0, 0, 3, 5, 60),
    cents: fc.constantFrom(99, 399, 1_299),
    rating: fc.constantFrom(null, null, 1, 4, 5),
    missed: fc.constantFrom("No Answer", "Busy", "Declined", "Voicemail", "Refused"),
    taken: fc.constantFrom("Completed", "Completed", "Dropped"),
  });
  return fc.sample(choice, { numRuns: count, seed }).map((made, place) => {
    const free = Math.min(made.free, made.minutes);
    const paid = made.minutes - free;
    return {
      connection_id: `conn-${place}`,
      user_id: made.user_id,
      customer_id: made.customer,
      customer_username: `customer${made.customer}`,
      conn_type: made.conn_type,
      started_at: new Date(from + made.hours * hour + made.seconds * 1_000).toISOString(),
      minutes: made.minutes,
      free_minutes: free,
      paid_minutes: paid,
      rate: made.cents / 100,
      revenue: (paid * made.cents) / 100,
      result: made.minutes > 0 ? made.taken : made.missed,
      rating: made.minutes > 0 ? made.rating : null,
      rating_text: made.minutes > 0 && made.rating !== null ? "As she said" : null,
      has_recording: made.minutes > 0,
    };
  });
}
