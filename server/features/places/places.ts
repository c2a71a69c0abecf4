import { prepared } from "#server/db/connection.ts";

/** The place of a country's postal code; in Canada, of the code's first three characters. */
export const findPlace = prepared<{ city: string; region: string; country: string }>(
  "place",
  "select city, region, country from postal_codes where country = $1 and code = $2",
);
