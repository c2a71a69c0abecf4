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
    // 0 is the full hour, at which New York's days begin.
    seconds: fc.constantFrom(0, 1, 1_800, 3_599),
    minutes: fc.integer({ min: -8, max: 60 }).map((value) => Math.max(0, value)),
    free: fc.constantFrom(0, 0, 3, 5, 60),
    cents: fc.constantFrom(99, 399, 1_299),
    rating: fc.constantFrom(null, null, 1, 4, 5),
    missed: fc.constantFrom("No Answer", "Busy", "Declined", "Voicemail", "Refused"),
    answered: fc.constantFrom("Completed", "Completed", "Dropped"),
  });
  return fc.sample(choice, { numRuns: count, seed }).map((sample, place) => {
    const free = Math.min(sample.free, sample.minutes);
    const paid = sample.minutes - free;
    return {
      connection_id: `conn-${place}`,
      user_id: sample.user_id,
      customer_id: sample.customer,
      customer_username: `customer${sample.customer}`,
      conn_type: sample.conn_type,
      started_at: new Date(from + sample.hours * hour + sample.seconds * 1_000).toISOString(),
      minutes: sample.minutes,
      free_minutes: free,
      paid_minutes: paid,
      rate: sample.cents / 100,
      revenue: (paid * sample.cents) / 100,
      result: sample.minutes > 0 ? sample.answered : sample.missed,
      rating: sample.minutes > 0 ? sample.rating : null,
      rating_text: sample.minutes > 0 && sample.rating !== null ? "As she said" : null,
      has_recording: sample.minutes > 0,
    };
  });
}
