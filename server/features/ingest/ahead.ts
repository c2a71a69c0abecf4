import type { FieldError } from "#shared/http/errors.ts";
import type { PlatformEvent } from "#shared/ingest.ts";
import { callInstants } from "#shared/ingested-call.ts";

/** How far the platform's clock may be ahead of ours, in milliseconds. */
const tolerance = 5 * 60_000;

/**
 * The latest date that an event may have. A row with a later date was stored before this rule: any
 * event replaces it, because otherwise it would win against every event until that date.
 */
export const latestTime = (now: Date) => new Date(now.getTime() + tolerance);

export const aheadMessage = "More than 5 minutes in the future";

/** Returns a check of whether a date, as ISO 8601 has it, is too far ahead. */
function aheadOf(now: Date): (at: string) => boolean {
  const latest = latestTime(now);
  // Most dates are past and in UTC. Comparing these as text is faster than parsing them.
  const latestSecond = latest.toISOString().slice(0, "2026-01-31T23:59:59".length);
  return (at) => !(at < latestSecond && at.endsWith("Z")) && Date.parse(at) > latest.getTime();
}

/** The fields of an event with a date too far ahead. Scheduled calls may be in the future. */
export function placesAhead(event: PlatformEvent, now: Date): FieldError[] {
  const isAhead = aheadOf(now);
  const errors: FieldError[] = [];
  const refuse = (path: string) => errors.push({ path, code: "future", message: aheadMessage });
  if (isAhead(event.timestamp)) refuse("timestamp");
  switch (event.type) {
    case "availability.changed":
    case "login.started":
    case "login.ended":
      if (isAhead(event.data.at)) refuse("data.at");
      break;
    case "call.attempted":
      for (const place of callInstants) {
        const at = event.data[place];
        if (at != null && isAhead(at)) refuse(`data.${place}`);
      }
      break;
    case "gifts.redeemed":
      for (const [place, { at }] of event.data.gifts.entries()) {
        if (isAhead(at)) refuse(`data.gifts.${place}.at`);
      }
      break;
    case "readings.recorded":
      for (const [place, { started_at }] of event.data.readings.entries()) {
        if (isAhead(started_at)) refuse(`data.readings.${place}.started_at`);
      }
      break;
  }
  return errors;
}
