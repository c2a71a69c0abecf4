import type { NewYorkDay } from "../new-york-time.ts";
import type { Random } from "../random.ts";

/** Sunday to Saturday: people have more time on weekends. */
const weekdays = [1.14, 0.9, 0.87, 0.91, 0.96, 1.09, 1.2];

/** The days with more or fewer readings than others, by month and day. */
const holidays: Readonly<Record<string, number>> = {
  "01-01": 1.35,
  "02-13": 1.15,
  "02-14": 1.4,
  "07-04": 0.8,
  "10-31": 1.25,
  "12-24": 0.75,
  "12-25": 0.7,
  "12-31": 1.3,
};

/** Midnight to 11 PM in New York, of workdays and of Saturday and Sunday. */
const workdayHours = [
  34, 23, 15, 10, 7, 7, 10, 16, 24, 31, 36, 40, 44, 42, 40, 41, 45, 51, 61, 75, 86, 90, 79, 56,
];
const weekendHours = [
  46, 34, 22, 14, 9, 7, 9, 13, 21, 32, 43, 51, 55, 57, 58, 58, 59, 61, 66, 75, 84, 87, 78, 60,
];

const hour = 3_600;

/** The day's number of readings relative to an average day. */
export const busyness = ({ day, weekday }: NewYorkDay): number =>
  (weekdays[weekday - 1] ?? 1) * (holidays[day.slice(5)] ?? 1);

/** How many readings begin on each day: about `total` in all, at least one on every day. */
export function readingsPerDay(
  days: readonly NewYorkDay[],
  total: number,
  random: Random,
): number[] {
  const weights = days.map((day, index) => {
    const growth = 1 + (0.18 * index) / days.length;
    const chance = Math.max(0.8, 1 + random.normal() * 0.06);
    return busyness(day) * growth * chance;
  });
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => Math.max(1, Math.round((total * weight) / sum)));
}

/** Seconds of a day's readings since midnight on the wall clock, in order. */
export function timesOfDay({ weekday }: NewYorkDay, count: number, random: Random): number[] {
  const weights = weekday === 1 || weekday === 7 ? weekendHours : workdayHours;
  const upTo = cumulative(weights);
  return Array.from(
    { length: count },
    () => pickPlace(upTo, random) * hour + random.int(0, hour - 1),
  ).sort((a, b) => a - b);
}

/** The sums of the weights up to each place. */
export function cumulative(weights: readonly number[]): Float64Array {
  const sums = new Float64Array(weights.length);
  let sum = 0;
  for (let index = 0; index < weights.length; index++) {
    sum += weights[index] ?? 0;
    sums[index] = sum;
  }
  return sums;
}

/** Picks a place by weight, given the cumulative weights: fast even if there are thousands. */
export function pickPlace(upTo: Float64Array, random: Random): number {
  const wanted = random.next() * (upTo.at(-1) ?? 0);
  let low = 0;
  let high = upTo.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((upTo[middle] ?? 0) > wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}
