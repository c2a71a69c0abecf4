import type { Shift } from "../people/shifts.ts";

/** A psychic as the simulated platform knows it. */
export interface WorldPsychic {
  id: number;
  username: string;
  /** Whether the README lists the account, so that a visitor of the demo may play the psychic. */
  isNamed: boolean;
  isMan: boolean;
  takesCalls: boolean;
  takesChats: boolean;
  /** The weekly schedule, in New York wall-clock time. */
  week: readonly Shift[];
  /** How often customers choose this psychic, relative to others. */
  popularity: number;
  /** Cents a minute. */
  rate: number;
}

export interface WorldCustomer {
  id: number;
  username: string;
}

/** A customer who comes back to the same psychic. */
export interface Regular extends WorldCustomer {
  readings: number;
}

/**
 * Everything that a plan depends on, besides its span. The same world and span give the same events,
 * so nothing that happens after `opened` changes the plan, except decisions in the portal.
 */
export interface World {
  /** Epoch milliseconds: the seed covers everything before. */
  opened: number;
  /** Readings on an average day, as the seed has them. */
  readingsPerDay: number;
  psychics: readonly WorldPsychic[];
  customers: readonly WorldCustomer[];
  /** Calls that the seed has booked; times are epoch milliseconds. */
  booked: readonly { psychicId: number; start: number; end: number }[];
  /** By psychic id. */
  regulars: ReadonlyMap<number, readonly Regular[]>;
}

/**
 * Psychics who have calls booked on every day, so that a visitor who signs in as one of them sees
 * some.
 */
export const alwaysBooked: ReadonlySet<string> = new Set(["luna", "orion"]);

/** The psychic's availability when logged on. */
export function baseCode({
  takesCalls,
  takesChats,
}: Pick<WorldPsychic, "takesCalls" | "takesChats">): "A" | "P" | "C" {
  if (!takesChats) return "P";
  return takesCalls ? "A" : "C";
}
