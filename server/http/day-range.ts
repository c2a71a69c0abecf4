import { type DateRange, resolveRange } from "#shared/rules/date-range.ts";
import { invalid } from "./refusal.ts";

/** Years of four digits: what lies outside means nothing here, and PostgreSQL has no year 0. */
const earliest = "1000-01-01";
const latest = "9999-12-31";

/**
 * The New York days that a query's `start_date` and `end_date` mean, both inclusive.
 * @param whenMissing for a query without either; the last 7 days unless given.
 * @throws Refusal 422 for an end before the start, and for years without four digits.
 */
export function rangeOf(
  query: { start_date?: string | undefined; end_date?: string | undefined },
  today: string,
  whenMissing?: DateRange,
): DateRange {
  const range = resolveRange(query, today, whenMissing);
  for (const place of ["start", "end"] as const) {
    const day = range[place];
    if (day.length !== latest.length || day < earliest || day > latest) {
      throw invalid(`${place}_date`, "Date is not valid");
    }
  }
  if (range.end < range.start) {
    throw invalid("end_date", "End date must not be before the start date");
  }
  return range;
}
