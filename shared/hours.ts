import { z } from "zod";
import { day, instant, money } from "./fields.ts";
import { defineEndpoints, type ResponseOf } from "./http/endpoint.ts";
import { psychicParams } from "./psychics.ts";
import { brandKeys } from "./reference/brands.ts";
import { categories } from "./reference/categories.ts";
import { languages } from "./reference/languages.ts";
import { adviceReasons, hoursAWeek, weeksOfHours } from "./rules/hours-that-pay.ts";

const count = z.int().min(0);
const hours = z.number().min(0);

/** The figures of hours of the week, summed over the weeks of the answer. */
const figures = {
  /** How many hours these were by the clock. */
  hours,
  /** How many of them psychics were on, and how many they had promised. */
  on: hours,
  promised: hours,
  answered: count,
  missed: count,
  /** Customers who came back. A customer counts once for each hour of each week. */
  repeat_callers: count,
  /** Whole dollars that customers paid for each hour on; null below 3 answered ones (D23c), and below half an hour on. */
  paid_an_hour: money.nullable(),
};

/** 0: Sunday from midnight to 1 AM in New York. */
const hour = z
  .int()
  .min(0)
  .max(hoursAWeek - 1);

const hourOfWeek = z.object({ hour, ...figures });
z.globalRegistry.add(hourOfWeek, { id: "HourOfWeek" });
export type HourOfWeek = z.infer<typeof hourOfWeek>;
export type HourFigures = Omit<HourOfWeek, "hour">;

/** Hours of the week, one after another, that differ from all others (S33). */
const advice = z.object({
  reason: z.enum(adviceReasons),
  hour,
  length: z.int().min(1).max(4),
  ...figures,
  elsewhere: z.object(figures),
});
z.globalRegistry.add(advice, { id: "HoursAdvice" });
export type HoursAdvice = z.infer<typeof advice>;

const weekHours = z.object({
  /** The whole New York weeks that are counted: 0 before the first. */
  weeks: z.int().min(0).max(weeksOfHours),
  /** The Sunday of the first week and the Saturday of the last; null without weeks. */
  first_day: day.nullable(),
  last_day: day.nullable(),
  /** When the weeks were counted. */
  as_of: instant.nullable(),
  /** The 168 hours of the week, in order; empty without weeks. */
  hours: z.array(hourOfWeek),
  /** The strongest first. */
  advice: z.array(advice),
});
z.globalRegistry.add(weekHours, { id: "WeekHours" });

const idIn = (list: readonly { id: number }[]) =>
  z.enum(list.map(({ id }) => String(id)) as [string, ...string[]]).transform(Number);

export const hoursEndpoints = defineEndpoints({
  getPsychicHours: {
    method: "GET",
    path: "/psychics/{id}/hours",
    access: "self-or-staff",
    needs: "see-psychics",
    summary:
      "Get what happened in each hour of the week, over a psychic's last eight whole weeks, with advice.",
    params: psychicParams,
    response: weekHours,
    refuses: [404],
  },
  getGroupHours: {
    method: "GET",
    path: "/statistics/hours",
    access: "staff",
    needs: "see-psychics",
    summary:
      "Get calls, chats and promised hours in each hour of the week, over the last eight whole weeks, " +
      "of all psychics or of those with a language, category or brand.",
    query: z.object({
      language: idIn(languages).optional(),
      category: idIn(categories).optional(),
      brand: z.enum(brandKeys).optional(),
    }),
    response: weekHours,
  },
});

export type WeekHours = ResponseOf<typeof hoursEndpoints.getPsychicHours>;
