import type { FieldError } from "#shared/http/errors.ts";
import type { PlatformEvent } from "#shared/ingest.ts";

/** How far the platform's clock may be ahead of ours, in milliseconds. */
const tolerance = 5 * 60_000;

/**
 * The latest date that an event may have. A row with a later date was stored before this rule: any
 * event replaces it, because otherwise it would win against every event until that date.
 */
export const latestTime = (now: Date) => new Date(now.getTime() + tolerance);

export const aheadMessage = "More than 5 minutes in the future";

/** The fields of an event with a date too far ahead. Scheduled calls may be in the future. */
export function placesAhead(event: PlatformEvent, now: Date): FieldError[] {
  const latest = latestTime(now).getTime();
  const errors: FieldError[] = [];
  const check = (path: string, at: string) => {
    if (Date.parse(at) > latest) errors.push({ path, code: "future", message: aheadMessage });
  };
  check("timestamp", event.timestamp);
  switch (event.type) {
    case "availability.changed":
    case "login.started":
    case "login.ended":
      check("data.at", event.data.at);
      break;
    case "gifts.redeemed":
      for (const [place, { at }] of event.data.gifts.entries()) check(`data.gifts.${place}.at`, at);
      break;
    case "readings.recorded":
      for (const [place, { started_at }] of event.data.readings.entries()) {
        check(`data.readings.${place}.started_at`, started_at);
      }
      break;
  }
  return errors;
}
