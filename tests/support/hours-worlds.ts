import { createRandom } from "#seeds/random.ts";
import { type HourSums, hoursAWeek, weeksOfHours } from "#shared/rules/hours-that-pay.ts";

/** Eight weeks of a psychic who does not exist, in which it is known what differs. */
export interface World {
  /** The hours of the week that differ from all others; empty if none do. */
  best: readonly number[];
  hours: HourSums[];
}

export interface Difference {
  /** How many hours differ, one after another. */
  length: number;
  /** How many times as many customers call in them. */
  callers?: number;
  /** How many times as long they talk. */
  minutes?: number;
  /** How many times as likely a call is missed. */
  missed?: number;
  /** In how many of the eight weeks the psychic is on in them. */
  weeksOn: number;
}

/** The calls of an average hour in which the psychic is on. */
const usualCalls = 1.6;
const usualMinutes = 14;
const usualMissed = 0.12;

/**
 * A week of 4 to 6 shifts of 4 to 8 hours. In each week the psychic leaves out an hour now and then.
 * Customers come by chance, every third calls again within the hour, and half are new: the first
 * five minutes are free. The lengths of calls differ as much as those of real ones.
 */
export function makeWorld(seed: number, kind: string, difference: Difference | null): World {
  const random = createRandom(`hours ${kind} ${seed}`);
  const planned = new Set<number>();
  const days = random.shuffle([0, 1, 2, 3, 4, 5, 6]).slice(0, random.int(4, 6));
  for (const day of days) {
    const [from, length] = [random.int(8, 19), random.int(4, 8)];
    for (let hour = from; hour < from + length; hour++) planned.add((day * 24 + hour) % hoursAWeek);
  }
  const first = random.pick([...planned]);
  const best = Array.from(
    { length: difference?.length ?? 0 },
    (_, place) => (first + place) % hoursAWeek,
  );
  const weeksOn = random
    .shuffle(Array.from({ length: weeksOfHours }, (_, week) => week))
    .slice(0, difference?.weeksOn);

  const hours = Array.from({ length: hoursAWeek }, (_, hour) => {
    const differs = best.includes(hour) ? difference : null;
    const sums: HourSums = {
      ...{ seconds: weeksOfHours * 3600, on_seconds: 0, paid_cents: 0 },
      promised_seconds: planned.has(hour) ? weeksOfHours * 3600 : 0,
      ...{ answered: 0, missed: 0, repeat_callers: 0 },
    };
    for (let week = 0; week < weeksOfHours; week++) {
      const isOn = differs ? weeksOn.includes(week) : planned.has(hour) && random.chance(0.9);
      if (!isOn) continue;
      const share = random.chance(0.8) ? 1 : 0.25 + 0.75 * random.next();
      sums.on_seconds += Math.round(share * 3600);
      // Three customers make four calls.
      const customers = chanceCount(
        random.next,
        0.75 * share * usualCalls * (differs?.callers ?? 1),
      );
      for (let customer = 0; customer < customers; customer++) {
        const isRepeat = random.chance(0.5);
        if (isRepeat) sums.repeat_callers++;
        for (let calls = random.chance(1 / 3) ? 2 : 1; calls > 0; calls--) {
          if (random.chance(usualMissed * (differs?.missed ?? 1))) {
            sums.missed++;
            continue;
          }
          sums.answered++;
          const mean = usualMinutes * (differs?.minutes ?? 1);
          const minutes = Math.ceil(-mean * Math.log(1 - random.next()));
          sums.paid_cents += 399 * Math.max(0, minutes - (isRepeat ? 0 : 5));
        }
      }
    }
    return sums;
  });
  return { best, hours };
}

/** A number of independent events of which this many are expected (Poisson). */
function chanceCount(next: () => number, expected: number): number {
  let count = 0;
  for (let left = next(); left > Math.exp(-expected); left *= next()) count++;
  return count;
}
