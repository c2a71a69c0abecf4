import type pg from "pg";
import type { Brands } from "#server/brands.ts";
import { prepared } from "#server/db/connection.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { readPromised } from "../floor/floor-rows.ts";
import type { CalendarOwner } from "./calendar-addresses.ts";
import { type BookedCall, calendarText } from "./calendar-text.ts";

/** Days before today and after it that a calendar has. */
const daysBack = 7;
const daysAhead = 60;

/** Far more than anybody can take; keeps the answer small, whatever the platform sends. */
const callsAtMost = 1_000;

const bookedCalls = prepared<BookedCall>(
  "calendar-calls",
  // The expression of the statuses is that of the index.
  `select id, at, minutes, channel from scheduled_calls
    where psychic_id = $1 and status in ('booked', 'changed')
      and at > $2::timestamptz - interval '${daysBack} days'
      and at < $2::timestamptz + interval '${daysAhead} days'
    order by at limit ${callsAtMost}`,
);

/** The text of a psychic's calendar as of `now`. @param host the host of the brand's pages. */
export async function readCalendar(
  pool: pg.Pool,
  { psychic_id, brand }: CalendarOwner,
  { brands, host, now }: { brands: Brands; host: string; now: Date },
): Promise<string> {
  const today = newYorkDay(now);
  const first = addDays(today, -daysBack);
  const days = Array.from({ length: daysBack + daysAhead }, (_, place) =>
    addDays(first, place + 1),
  );
  const [promised, calls] = await Promise.all([
    readPromised(pool, [psychic_id], [first, ...days]),
    bookedCalls(pool, [psychic_id, now]),
  ]);
  return calendarText(
    {
      brand: brands.named(brand).name,
      host,
      psychicId: psychic_id,
      promised: (promised.get(psychic_id) ?? []).map(({ from, to, status, chat }) => ({
        ...{ from: Date.parse(from), to: Date.parse(to), status },
        ...(chat && { chat }),
      })),
      calls,
    },
    now,
  );
}
