import type { ProfileDetails, Psychics } from "#server/db/tables.ts";
import type { Place } from "../texts/places.ts";
import type { Shift } from "./shifts.ts";

export type ListingState =
  | "none"
  | "approved"
  | "pending"
  | "rejected"
  | "approved and pending"
  | "approved and rejected";

export interface MemberPhone {
  number: string;
  type: number;
  timeZone: number;
  sms: boolean;
}

/** The facts and habits of a demo psychic, before its rows are written. */
export interface Member {
  username: string;
  first: string;
  last: string;
  brand: string;
  email: string;
  place: Place;
  address1: string;
  address2: string | null;
  /** The first one is preferred. */
  phones: MemberPhone[];
  ssn: string;
  pin: string;
  extension: string;
  referral: string | null;
  referralKnown: boolean;
  status: Psychics["account_status"];
  requiresApproval: boolean;
  permissions: Psychics["permissions"];
  contactMethod: Psychics["contact_method"];
  autoEmail: boolean;
  /** Days before today. */
  joined: number;
  /** The last reading, in days before today; null for a psychic who still works here. */
  left: number | null;
  profile: Psychics["profile_status"];
  details: Omit<ProfileDetails, "psychic_id" | "state">;
  listing: ListingState;
  /** Categories of the listing, the main one first. */
  specialties: number[];
  week: Shift[];
  /** Popularity; 0 is the most popular. Null for a psychic who takes no readings. */
  rank: number | null;
  /** Cents a minute. */
  rate: number;
  /**
   * The probability that a rating is one star higher or, if negative, one star lower than usual;
   * about -0.4 to 0.3.
   */
  quality: number;
  /** The probability that a reading is missed. */
  missRate: number;
  /** The length of readings relative to the average, about 0.7 to 1.4. */
  lengthFactor: number;
}

/** The name in sentences: Gentle Heart for `gentle.heart`. */
export function spokenName({ username }: { username: string }): string {
  return username
    .split(/[.\-_]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
