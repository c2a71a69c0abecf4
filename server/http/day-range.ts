import { type DateRange, resolveRange } from "#shared/rules/date-range.ts";
import { invalid } from "./refusal.ts";

/** Years of four digits. PostgreSQL has no year 0. */
const earliest = "1000-01-01";
const latest = "9999-12-31";

/**
 * The New York days from a query's `start_date` to its `end_date`, both inclusive.
 * @param whenMissing the range of a query without either; default the last 7 days.
 * @throws Refusal 422 if the end is before the start, or a year does not have four digits.
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
