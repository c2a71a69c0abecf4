import { z } from "zod";
import { instant, text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";

const calendarAddress = z.object({
  created_at: instant,
  /** When a calendar program last read it, precise to the hour; null if none has. */
  read_at: instant.nullable(),
});
z.globalRegistry.add(calendarAddress, { id: "CalendarAddress" });
export type CalendarAddress = z.infer<typeof calendarAddress>;

/** Only psychics have a calendar. Whoever may sign in may change its address. */
const about = { psychic: "caller", openWhileBlocked: true } as const;

export const calendarEndpoints = defineEndpoints({
  getCalendarAddress: {
    method: "GET",
    path: "/calendar",
    access: "signed-in",
    summary: "Get whether your calendar has a secret address, and when a program last read it.",
    response: z.object({ calendar: calendarAddress.nullable() }),
  },
  makeCalendarAddress: {
    method: "POST",
    path: "/calendar",
    access: "signed-in",
    summary:
      "Make a secret address for your calendar. An earlier address stops working. The answer is the " +
      "only one that has the address.",
    about,
    response: z.object({ address: z.url() }),
    status: 201,
    limits: [{ bucket: "calendar-addresses", points: 20, seconds: 3600, by: "user" }],
    refuses: [404],
    unkeyed: true,
  },
  removeCalendarAddress: {
    method: "DELETE",
    path: "/calendar",
    access: "signed-in",
    summary: "End the secret address of your calendar.",
    about,
    refuses: [404],
  },
  readCalendar: {
    method: "GET",
    path: "/calendar/{secret}/schedule.ics",
    access: "public",
    session: "none",
    summary:
      "Read a psychic's promised hours and booked calls as iCalendar: the last week and the next 60 " +
      "days. It names no customer.",
    params: z.object({ secret: text(100) }),
    produces: { type: "text/calendar" },
    revalidated: true,
    refuses: [404],
  },
});
