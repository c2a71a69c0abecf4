import { alternatingWeeks } from "#shared/rules/alternating-weeks.ts";
import { hoursOfAdvice } from "#shared/rules/hours-that-pay.ts";
import { clockTime, overlapping, type Segment, wallMinutes } from "#shared/rules/schedule.ts";
import { sorted, type Week } from "#web/features/schedule/week.ts";

const quarter = 15;
const hourMinutes = 60;
const dayMinutes = 1440;

type Stretch = Parameters<typeof hoursOfAdvice>[0];

/**
 * The times to add to a week so that it has all hours of an advice: its quarter hours that no time
 * of the week covers, joined where they follow each other.
 */
export function missingTimes(week: Week, advice: Stretch): Week {
  const planned = week.map(({ from, to, ...rest }) => ({
    ...{ ...rest, from: wallMinutes(from), to: wallMinutes(to) },
  }));
  const added: Segment[] = [];
  for (const hour of hoursOfAdvice(advice)) {
    for (let minute = 0; minute < hourMinutes; minute += quarter) {
      const from = (hour % 24) * hourMinutes + minute;
      const to = (from + quarter) % dayMinutes;
      const one: Segment = { day: Math.floor(hour / 24) + 1, from, to, status: "A" };
      const lacking = alternatingWeeks.filter(
        (weeks) => !planned.some((segment) => overlapping([segment, { ...one, weeks }]).length > 0),
      );
      if (lacking.length === 0) continue;
      const [weeks] = lacking.length === 1 ? lacking : [];
      const last = added.at(-1);
      // A night goes on after midnight as a part of the day on which it begins. In every second week
      // it does not, because Saturday's would go on in the other week.
      const goesOn = last?.to === from && last.weeks === weeks && (!weeks || last.day === one.day);
      if (last && goesOn) last.to = to;
      else added.push(weeks ? { ...one, weeks } : one);
    }
  }
  return added.map(({ from, to, ...rest }) => ({
    ...{ ...rest, from: clockTime(from), to: clockTime(to) },
  }));
}

/** The week with all hours of the advice. */
export const withHours = (week: Week, advice: Stretch): Week =>
  sorted([...week, ...missingTimes(week, advice)]);
