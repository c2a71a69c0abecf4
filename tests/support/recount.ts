import type { IngestedReading } from "#shared/ingested-reading.ts";
import type { Sums } from "#shared/rules/metrics.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";

/** A reading as the platform sends it, with its psychic named by id. */
export type SentReading = Omit<IngestedReading, "user_id" | "extension"> & { user_id: number };

export type DayRow = Sums & { psychic_id: number; day: string };

const unanswered = new Set(["No Answer", "Busy", "Declined", "Voicemail"]);
const cents = (value: number) => Math.round(value * 100);

const emptySums = (): Sums => ({
  calls: 0,
  call_minutes: 0,
  new_calls: 0,
  new_call_minutes: 0,
  billed_calls: 0,
  billed_call_minutes: 0,
  chats: 0,
  chat_minutes: 0,
  new_chats: 0,
  new_chat_minutes: 0,
  billed_chats: 0,
  billed_chat_minutes: 0,
  free_minutes: 0,
  call_paid_minutes: 0,
  chat_paid_minutes: 0,
  call_revenue_cents: 0,
  chat_revenue_cents: 0,
  attempted: 0,
  missed: 0,
  rating_sum: 0,
  ratings: 0,
});

/**
 * Counts the roll-up of readings slowly, in TypeScript, to check the portal's SQL. Returns one row
 * for each psychic and New York day, ordered by day and psychic.
 */
export function recount(readings: Iterable<SentReading>): DayRow[] {
  const all = [...readings];
  const firstCalls = new Map<string, number>();
  const pairOf = (reading: SentReading) => `${reading.user_id} ${reading.customer_id}`;
  for (const reading of all) {
    if (reading.minutes === 0) continue;
    const at = Date.parse(reading.started_at);
    firstCalls.set(pairOf(reading), Math.min(at, firstCalls.get(pairOf(reading)) ?? at));
  }
  const rows = new Map<string, DayRow>();
  for (const reading of all) {
    const at = Date.parse(reading.started_at);
    const day = newYorkDay(at);
    const key = `${day} ${String(reading.user_id).padStart(10)}`;
    const row = rows.get(key) ?? { psychic_id: reading.user_id, day, ...emptySums() };
    rows.set(key, row);
    const firstCall = firstCalls.get(pairOf(reading)) ?? Number.NaN;
    addReading(row, reading, at < firstCall + 24 * 3_600_000);
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function addReading(row: Sums, reading: SentReading, isNew: boolean): void {
  const { minutes, paid_minutes: paid } = reading;
  row.attempted += 1;
  row.free_minutes += reading.free_minutes;
  if (unanswered.has(reading.result)) row.missed += 1;
  if (reading.rating != null) {
    row.rating_sum += reading.rating;
    row.ratings += 1;
  }
  const call = reading.conn_type === "Call";
  if (call) {
    row.call_paid_minutes += paid;
    row.call_revenue_cents += cents(reading.revenue);
  } else {
    row.chat_paid_minutes += paid;
    row.chat_revenue_cents += cents(reading.revenue);
  }
  if (minutes === 0) return;
  if (call) {
    row.calls += 1;
    row.call_minutes += minutes;
    if (isNew) row.new_calls += 1;
    if (isNew) row.new_call_minutes += minutes;
    if (paid > 0) row.billed_calls += 1;
    if (paid > 0) row.billed_call_minutes += minutes;
  } else {
    row.chats += 1;
    row.chat_minutes += minutes;
    if (isNew) row.new_chats += 1;
    if (isNew) row.new_chat_minutes += minutes;
    if (paid > 0) row.billed_chats += 1;
    if (paid > 0) row.billed_chat_minutes += minutes;
  }
}
