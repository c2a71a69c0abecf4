import { eventTime } from "#shared/ingested-reading.ts";

/**
 * A time in a file, in UTC: PostgreSQL accepts fewer offsets than ISO 8601 allows. Keeps the
 * fraction, of which a Date would lose the microseconds.
 */
export const importTime = eventTime.transform((text) => {
  const [, clock = "", fraction = "", zone = ""] =
    /^(.+?)(\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  if (zone === "Z") return text;
  return `${new Date(`${clock}${zone}`).toISOString().slice(0, 19)}${fraction}Z`;
});
