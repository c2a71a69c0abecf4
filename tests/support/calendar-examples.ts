import type { calendarEndpoints } from "#shared/calendar.ts";
import type { Cast, Example } from "./examples.ts";

export const calendarExamples: Record<keyof typeof calendarEndpoints, (cast: Cast) => Example> = {
  getCalendarAddress: () => ({}),
  makeCalendarAddress: () => ({}),
  removeCalendarAddress: () => ({}),
  // Nobody has a calendar with this secret.
  readCalendar: () => ({ params: { secret: "none" }, status: 404 }),
};
