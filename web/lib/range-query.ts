import type { DateRange } from "#shared/rules/date-range.ts";

/** A range as the API's parameters. In a file of its own, so that a dashboard loads no table. */
export const rangeQuery = ({ start, end }: DateRange) => ({ start_date: start, end_date: end });
