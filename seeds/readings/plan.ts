import type { NewYorkDay } from "../new-york-time.ts";
import type { DemoPsychic } from "../people/people.ts";
import type { Random } from "../random.ts";
import { createPsychics, remember } from "./choosing.ts";
import type { DemoCustomer } from "./customers.ts";
import { cumulative, pickPlace, readingsPerDay, timesOfDay } from "./days.ts";
import { longText, rate, ratingText } from "./ratings.ts";

/** A reading of the demo. Times are epoch milliseconds, money is cents. */
export interface PlannedReading {
  connectionId: string;
  psychic: DemoPsychic;
  customer: DemoCustomer;
  channel: "Call" | "Chat";
  start: number;
  minutes: number;
  free: number;
  rate: number;
  result: string;
  rating: number | null;
  ratingText: string | null;
  hasRecording: boolean;
}

/**
 * A gift that a customer redeemed in a reading. The reading's free minutes are the gift's, or all
 * of the reading's minutes if it was shorter.
 */
export interface RedeemedGift {
  psychic: DemoPsychic;
  customer: DemoCustomer;
  minutes: number;
  sent: number;
  redeemed: number;
}

/** The earlier readings of a customer with a psychic. */
interface Pair {
  readings: number;
  last: number;
  /** When the last gift was redeemed. No other gift is sent before that. */
  giftUntil: number;
}

export interface Plan {
  /** In the order of their start. */
  readings: PlannedReading[];
  gifts: RedeemedGift[];
}

const second = 1_000;
const minute = 60 * second;
const dayMs = 86_400 * second;

/** For this long after a reading, a psychic may send the customer a gift (D23). */
const eligible = 90 * dayMs;

/** The free minutes of a new customer's first reading. */
const freeOffer = 5;
const longest = 95;
/** A customer who would have to wait longer chooses another psychic. */
const patience = 25 * minute;

const missed = {
  Call: [
    ["No Answer", 5],
    ["Voicemail", 3],
    ["Declined", 2],
  ],
  Chat: [
    ["No Answer", 4],
    ["Declined", 3],
  ],
} as const;

/**
 * Plans readings over all the days, none later than `now`, and never two at once for a psychic or a
 * customer. Plans them in the order of time, because earlier readings decide who comes back to whom.
 */
export function planReadings(options: {
  psychics: readonly DemoPsychic[];
  customers: readonly DemoCustomer[];
  days: readonly NewYorkDay[];
  total: number;
  now: number;
  random: Random;
}): Plan {
  const { customers, days, now, random } = options;
  const psychics = createPsychics(options.psychics, days, random);
  const counts = readingsPerDay(days, options.total, random);
  const pairs = new Map<DemoCustomer, Map<DemoPsychic, Pair>>();
  const psychicFreeAt = new Map<DemoPsychic, number>();
  const readings: PlannedReading[] = [];
  const gifts: RedeemedGift[] = [];

  for (const [dayIndex, day] of days.entries()) {
    const active = customers.filter(({ from, to }) => from <= dayIndex && dayIndex <= to);
    const eagerness = cumulative(active.map((customer) => customer.eagerness));
    const sure = active.filter(({ debut }) => debut === dayIndex);
    const times = timesOfDay(day, Math.max(counts[dayIndex] ?? 0, sure.length), random);
    const callers = random.shuffle(
      times.map((_, index) => sure[index] ?? active[pickPlace(eagerness, random)]),
    );
    for (const [index, time] of times.entries()) {
      const customer = callers[index];
      if (customer) planReading(customer, dayIndex, Math.floor(time / 3_600), day.at(time));
    }
  }

  readings.sort((a, b) => a.start - b.start);
  numberReadings(readings, random);
  const praised = readings.findLast(
    ({ psychic, rating }) => psychic.username === "luna" && rating === 5,
  );
  if (praised) praised.ratingText = longText(praised.psychic);
  return { readings, gifts };

  function planReading(customer: DemoCustomer, dayIndex: number, hour: number, time: number): void {
    let psychic = psychics.choose(customer, dayIndex, hour);
    for (let look = 0; look < 3 && waitFor(psychic, time) > patience; look++) {
      psychic = psychics.choose(customer, dayIndex, hour);
    }
    const channel = channelOf(psychic, customer, random);
    const wait = Math.max(waitFor(psychic, time), customer.freeAt - time);
    const isBusy = waitFor(psychic, time) > 0 && random.chance(0.12);
    const isMissed = isBusy || random.chance(psychic.missRate);
    // A waiting customer calls soon after the line is free.
    const start = isMissed || wait <= 0 ? time : time + wait + random.int(20, 120) * second;
    if (start >= now - 2 * minute) return;

    const reading = { psychic, customer, channel, start };
    if (isMissed) {
      const result = isBusy ? "Busy" : random.weighted<string>(missed[channel]);
      readings.push({ ...reading, ...withoutMinutes(psychic), result });
      return;
    }
    if (channel === "Chat" && random.chance(0.018)) {
      readings.push({ ...reading, ...withoutMinutes(psychic), result: "Refused" });
      return;
    }

    const isDropped = random.chance(0.016);
    const isFirst = !customer.hasSpoken;
    const minutes = isDropped
      ? random.int(1, 6)
      : lengthOf(psychic, customer, isFirst, channel, random);
    const end = start + minutes * minute;
    if (end >= now - minute) return;
    const pair = pairOf(customer, psychic);
    const gift = isFirst || isDropped ? 0 : giftFor(pair, customer, psychic, start, minutes);
    const rating =
      !isDropped && minutes >= 3 && random.chance(customer.ratingChance)
        ? rate(psychic, random)
        : null;
    readings.push({
      ...reading,
      connectionId: "",
      minutes,
      free: isFirst ? Math.min(freeOffer, minutes) : gift,
      rate: rateOf(psychic, customer, start),
      result: isDropped ? "Dropped" : "Completed",
      rating,
      ratingText: rating === null ? null : ratingText(psychic, rating, random),
      hasRecording: false,
    });
    customer.hasSpoken = true;
    customer.freeAt = end;
    psychicFreeAt.set(psychic, end);
    pair.readings += 1;
    pair.last = start;
    if (minutes >= 4 && (rating ?? 5) >= 4) remember(customer, psychic, random);
  }

  function waitFor(psychic: DemoPsychic, time: number): number {
    return (psychicFreeAt.get(psychic) ?? 0) - time;
  }

  function pairOf(customer: DemoCustomer, psychic: DemoPsychic): Pair {
    const ofCustomer = pairs.get(customer) ?? new Map<DemoPsychic, Pair>();
    pairs.set(customer, ofCustomer);
    const pair = ofCustomer.get(psychic) ?? { readings: 0, last: 0, giftUntil: 0 };
    ofCustomer.set(psychic, pair);
    return pair;
  }

  /** Now and then a customer comes back with a gift, sent some days before (D23). */
  function giftFor(
    pair: Pair,
    customer: DemoCustomer,
    psychic: DemoPsychic,
    start: number,
    minutes: number,
  ): number {
    if (pair.readings === 0 || !random.chance(0.03)) return 0;
    // More than 25 hours, so that two gifts are never sent on the same New York day.
    const sent = start - Math.round((1.1 + 9 * random.next()) * dayMs);
    if (sent <= Math.max(pair.last, pair.giftUntil) || sent > pair.last + eligible) return 0;
    const size = random.weighted([
      [3, 6],
      [5, 4],
      [7, 2],
    ]);
    gifts.push({ psychic, customer, minutes: size, sent, redeemed: start });
    pair.giftUntil = start;
    return Math.min(size, minutes);
  }

  function rateOf(psychic: DemoPsychic, customer: DemoCustomer, start: number): number {
    // Half the readings of new customers without a favorite have the lowest rate. All higher rates
    // rose half a year ago.
    if (!customer.isOld && customer.favorites.length === 0 && random.chance(0.5)) return 199;
    return start < now - 180 * dayMs ? Math.max(199, psychic.rate - 50) : psychic.rate;
  }
}

function withoutMinutes(psychic: DemoPsychic) {
  return {
    connectionId: "",
    minutes: 0,
    free: 0,
    rate: psychic.rate,
    rating: null,
    ratingText: null,
    hasRecording: false,
  };
}

function channelOf(psychic: DemoPsychic, customer: DemoCustomer, random: Random): "Call" | "Chat" {
  const { permissions } = psychic;
  if (!permissions.includes("AgentChat")) return "Call";
  if (!permissions.includes("AgentPhone")) return "Chat";
  return random.chance(customer.chatChance) ? "Chat" : "Call";
}

function lengthOf(
  psychic: DemoPsychic,
  customer: DemoCustomer,
  isFirst: boolean,
  channel: "Call" | "Chat",
  random: Random,
): number {
  // Two in five use only the free minutes.
  if (isFirst && random.chance(0.4)) return random.int(2, freeOffer);
  const usual =
    10.5 * Math.exp(random.normal() * 0.65) * psychic.lengthFactor * customer.lengthFactor;
  const minutes = Math.round(channel === "Chat" ? usual * 1.15 : usual);
  return Math.min(longest, Math.max(1, minutes) + (isFirst ? 4 : 0));
}

/** The platform's ids grow with time, with gaps. */
function numberReadings(readings: readonly PlannedReading[], random: Random): void {
  let last = 40_000_000;
  for (const reading of readings) {
    last += random.int(1, 40);
    reading.connectionId = String(last);
  }
}
