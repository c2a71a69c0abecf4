import { createRandom, type Random } from "../random.ts";
import { rate, ratingText } from "../readings/ratings.ts";
import type { WorldCustomer, WorldPsychic } from "./world.ts";

/** A call or chat of the simulated platform. Times are epoch milliseconds, money is cents. */
export interface PlannedCall {
  connectionId: string;
  psychic: WorldPsychic;
  customer: WorldCustomer;
  channel: "Call" | "Chat";
  start: number;
  /** 0: missed. */
  minutes: number;
  free: number;
  rate: number;
  result: string;
  /** The rating, which the customer gives some time after the end. */
  rating: { at: number; stars: number; text: string | null } | null;
  /** The booking behind the call. */
  booking: string | null;
  /** Whether the phone system leaves the psychic on Busy after the call. */
  leavesBusy: boolean;
}

export const minute = 60_000;
/** How long a phone rings before the platform gives up. */
const ringing = 25_000;
/** The free minutes of a new customer's first reading. */
const freeOffer = 5;
const longest = 95;
const lowestRate = 199;

/** When the call ends, and the platform records it. */
export const endOf = ({ start, minutes }: Pick<PlannedCall, "start" | "minutes">): number =>
  start + (minutes === 0 ? ringing : minutes * minute);

const missedResults = [
  ["No Answer", 5],
  ["Voicemail", 3],
  ["Declined", 2],
] as const;

/** The traits of a psychic that stay the same every day. */
function traitsOf({ id }: WorldPsychic) {
  const random = createRandom(`platform psychic ${id}`);
  return {
    lengthFactor: Math.min(1.4, Math.max(0.7, 1 + random.normal() * 0.15)),
    quality: random.normal() * 0.15,
    missRate: Math.min(0.2, Math.max(0.03, 0.08 + random.normal() * 0.03)),
  };
}

export function isMissed(psychic: WorldPsychic, random: Random): boolean {
  return random.chance(traitsOf(psychic).missRate);
}

/** Whole minutes. */
export function lengthOf(psychic: WorldPsychic, random: Random): number {
  const usual = 10.5 * Math.exp(random.normal() * 0.6) * traitsOf(psychic).lengthFactor;
  return Math.min(longest, Math.max(1, Math.round(usual)));
}

type CallBasics = Pick<PlannedCall, "psychic" | "customer" | "channel" | "start">;

export function missedCall(who: CallBasics, random: Random, result?: string): PlannedCall {
  return {
    ...who,
    connectionId: "",
    minutes: 0,
    free: 0,
    rate: who.psychic.rate,
    result: result ?? random.weighted<string>(missedResults),
    rating: null,
    booking: null,
    leavesBusy: false,
  };
}

export function answeredCall(
  who: CallBasics,
  minutes: number,
  random: Random,
  options: { isFirst?: boolean; booking?: string } = {},
): PlannedCall {
  const { psychic, start } = who;
  const { isFirst = false, booking = null } = options;
  const isDropped = minutes < 7 && booking === null && random.chance(0.04);
  const isRated = minutes >= 3 && random.chance(0.3);
  const stars = rate(traitsOf(psychic), random);
  const gender = psychic.isMan ? ("M" as const) : ("F" as const);
  const text = ratingText({ username: psychic.username, details: { gender } }, stars, random);
  const later = random.chance(0.65) ? random.int(1, 20) : random.int(30, 1200);
  return {
    ...who,
    connectionId: "",
    minutes,
    free: isFirst ? Math.min(freeOffer, minutes) : 0,
    rate: isFirst && random.chance(0.5) ? lowestRate : psychic.rate,
    result: isDropped ? "Dropped" : "Completed",
    rating: isRated && !isDropped ? { at: start + (minutes + later) * minute, stars, text } : null,
    booking,
    leavesBusy: false,
  };
}

/**
 * The platform's ids have ten digits: the seconds from 2020 until the call starts, and a last digit
 * that tells calls of the same second apart.
 */
export function connectionIdOf(start: number, place: number): string {
  const second = Math.floor((start - Date.UTC(2020, 0, 1)) / 1000);
  return String(second * 10 + place).padStart(10, "0");
}
