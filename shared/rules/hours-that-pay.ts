/**
 * Which hours of the week pay (S33). The hours of the week are New York's, from 0 (Sunday, midnight
 * to 1 AM) to 167 (Saturday, 11 PM to midnight).
 */

export const hoursAWeek = 168;
/** The whole weeks, Sunday to Saturday, that the advice looks at. */
export const weeksOfHours = 8;
/** Advice needs this many whole weeks: fewer say little about an hour of every week. */
export const leastWeeks = 4;
/** Advice rests on this many events in its own hours, and on as many in all others. */
export const leastEvents = 20;

/** The figures of hours of the week, summed over some whole weeks. */
export interface HourSums {
  /** How long the hours were by the clock: a clock change makes one of them longer or shorter. */
  seconds: number;
  /** How long the psychic was on: available or with a customer. */
  on_seconds: number;
  promised_seconds: number;
  /** The price that customers paid for the calls and chats that began in the hours. */
  paid_cents: number;
  answered: number;
  missed: number;
  /** Customers who came back. A customer counts once for each hour of each week. */
  repeat_callers: number;
}

/**
 * The differences of the hours of an advice, in the order in which equal advice is given.
 * - paid: customers paid more for each hour that the psychic was on.
 * - calls: more calls and chats came for each hour that the psychic was on.
 * - promised: more calls and chats came for each hour that psychics had promised.
 * - missed: a larger part of the calls and chats was missed.
 */
export const adviceReasons = ["paid", "calls", "promised", "missed"] as const;
export type AdviceReason = (typeof adviceReasons)[number];

/** An advice with its numbers. */
export interface HoursAdvice {
  reason: AdviceReason;
  /** The first of its hours of the week. */
  hour: number;
  /** How many hours, one after another; Saturday's last hour is followed by Sunday's first. */
  length: number;
  here: HourSums;
  /** All other hours of the week. */
  elsewhere: HourSums;
}

const longest = 4;
const adviceAtMost = 3;
/** Dollars for each hour say nothing about hours in which the psychic was hardly on. */
const leastOn = 2 * 3600;
/** Smaller differences are not worth a change of a schedule. */
const leastRatio = 1.5;
/**
 * How many standard deviations a difference must be from chance. Hundreds of stretches of hours are
 * compared, so two or three would find something in every psychic's weeks.
 */
const leastStrength = 3.7;
/** Calls scatter at least this much more than independent events: some customers call again. */
const leastScatter = 1.3;
/** Which part of the other hours, the nearest to what is usual, shows how much they scatter. */
const nearPart = 0.85;
/** The scatter of all hours is this many times that of the near part, if nothing differs. */
const scatterOfAll = 1.8;

const none: HourSums = {
  ...{ seconds: 0, on_seconds: 0, promised_seconds: 0, paid_cents: 0 },
  ...{ answered: 0, missed: 0, repeat_callers: 0 },
};

/** Not a loop over the keys: thousands of these are made for each psychic. */
const combined = (a: HourSums, b: HourSums, sign: 1 | -1): HourSums => ({
  seconds: a.seconds + sign * b.seconds,
  on_seconds: a.on_seconds + sign * b.on_seconds,
  promised_seconds: a.promised_seconds + sign * b.promised_seconds,
  paid_cents: a.paid_cents + sign * b.paid_cents,
  answered: a.answered + sign * b.answered,
  missed: a.missed + sign * b.missed,
  repeat_callers: a.repeat_callers + sign * b.repeat_callers,
});

/** The sums of some hours together. */
export const sumOfHours = (hours: readonly HourSums[]): HourSums =>
  hours.reduce((sum, hour) => combined(sum, hour, 1), none);

/** Calls and chats, answered or missed. */
export const callsOf = ({ answered, missed }: HourSums) => answered + missed;

/** Cents that customers paid for each hour that the psychic was on. */
export const centsAnHour = ({ paid_cents, on_seconds }: HourSums) =>
  on_seconds === 0 ? 0 : (paid_cents * 3600) / on_seconds;

/** The hours of the week of a stretch. */
export const hoursOfAdvice = ({ hour, length }: Pick<HoursAdvice, "hour" | "length">) =>
  Array.from({ length }, (_, place) => (hour + place) % hoursAWeek);

interface Measure {
  /** The events on which the advice rests. */
  events(sums: HourSums): number;
  /** The amount that is compared. */
  amount(sums: HourSums): number;
  /** The amounts of hours are as large as these, if nothing differs. */
  base(sums: HourSums): number;
  /** Whether the amount must be above its part of the week, too. */
  byClock?: true;
  isEnough?(sums: HourSums): boolean;
}

const missedOf = ({ missed }: HourSums) => missed;

const measures: Record<AdviceReason, Measure> = {
  paid: {
    events: ({ answered }) => answered,
    amount: ({ paid_cents }) => paid_cents,
    base: ({ on_seconds }) => on_seconds,
    isEnough: ({ on_seconds }) => on_seconds >= leastOn,
  },
  // A few missed calls while nobody was on are not many calls for each hour on.
  calls: {
    events: callsOf,
    amount: callsOf,
    base: ({ on_seconds }) => on_seconds,
    byClock: true,
  },
  promised: {
    events: callsOf,
    amount: callsOf,
    base: ({ promised_seconds }) => promised_seconds,
  },
  missed: { events: missedOf, amount: missedOf, base: callsOf },
};

/** The events on which an advice rests, in its own hours. */
export const eventsOf = ({ reason, here }: HoursAdvice) => measures[reason].events(here);

interface Found extends Pick<HoursAdvice, "reason" | "hour" | "length"> {
  /** How far the hours are above the others, in standard deviations. */
  strength: number;
}

/** Advice for a psychic: when to be on. */
export const hoursThatPay = (hours: readonly HourSums[], weeks: number) =>
  adviceOf(["paid", "calls", "missed"], hours, weeks);

/** Advice for managers: when psychics are short. */
export const hoursInDemand = (hours: readonly HourSums[], weeks: number) =>
  adviceOf(["promised", "missed"], hours, weeks);

/**
 * The advice that these sums support, the strongest first: stretches of one to four hours that do
 * not overlap. Silent where it rests on fewer than 20 events, or on a difference that chance makes.
 * @param hours the 168 hours of the week, in order.
 * @param weeks how many whole weeks they sum up.
 */
function adviceOf(
  reasons: readonly AdviceReason[],
  hours: readonly HourSums[],
  weeks: number,
): HoursAdvice[] {
  if (weeks < leastWeeks) return [];
  const week = sumOfHours(hours);
  const found = reasons.flatMap((reason) => differences(reason, hours, week));
  // Hours in which nothing happened add nothing to a stretch.
  found.sort((a, b) => b.strength - a.strength || a.length - b.length);
  const taken = new Set<number>();
  const chosen: HoursAdvice[] = [];
  for (const { reason, hour, length } of found) {
    const own = hoursOfAdvice({ hour, length });
    if (chosen.length === adviceAtMost || own.some((one) => taken.has(one))) continue;
    for (const one of own) taken.add(one);
    const here = sumOfHours(own.map((one) => hours[one] ?? none));
    chosen.push({ reason, hour, length, here, elsewhere: combined(week, here, -1) });
  }
  return chosen;
}

function differences(reason: AdviceReason, hours: readonly HourSums[], week: HourSums): Found[] {
  const measure = measures[reason];
  const found: Found[] = [];
  for (let hour = 0; hour < hoursAWeek; hour++) {
    let here = none;
    for (let length = 1; length <= longest; length++) {
      here = combined(here, hours[(hour + length - 1) % hoursAWeek] ?? none, 1);
      // Most stretches have too few events: look no further.
      if (measure.events(here) < leastEvents) continue;
      const isHere = (other: number) => (other - hour + hoursAWeek) % hoursAWeek < length;
      const others = hours.filter((_, other) => !isHere(other));
      const strength = strengthOf(measure, here, combined(week, here, -1), others);
      if (strength >= leastStrength) found.push({ reason, hour, length, strength });
    }
  }
  return found;
}

/**
 * How many standard deviations the amount of some hours is above what it would be if nothing
 * differed; 0 where nothing can be said. The other hours show how much such amounts scatter.
 */
function strengthOf(
  { events, amount, base, byClock, isEnough }: Measure,
  here: HourSums,
  elsewhere: HourSums,
  others: readonly HourSums[],
): number {
  const [rest, restBase] = [amount(elsewhere), base(elsewhere)];
  if (events(elsewhere) < leastEvents || rest === 0 || restBase === 0) return 0;
  if (isEnough && !isEnough(here)) return 0;
  const usual = (sums: HourSums) => (rest * base(sums)) / restBase;
  const part = byClock ? (rest * here.seconds) / elsewhere.seconds : 0;
  const expected = Math.max(usual(here), part);
  if (amount(here) < leastRatio * expected) return 0;
  const squares = others
    .filter((sums) => base(sums) > 0)
    .map((sums) => (amount(sums) - usual(sums)) ** 2 / usual(sums))
    .sort((x, y) => x - y);
  // Other hours that differ, too, must not hide these: leave out the furthest of them.
  const near = squares.slice(0, Math.ceil(squares.length * nearPart));
  const scatter = Math.max(
    (scatterOfAll * near.reduce((sum, square) => sum + square, 0)) / Math.max(1, near.length),
    (leastScatter * rest) / events(elsewhere),
  );
  // The square root of a count has about the same deviation, whatever the count is.
  const difference = 2 * (Math.sqrt(amount(here)) - Math.sqrt(expected));
  return difference / Math.sqrt(scatter * (1 + expected / rest));
}
