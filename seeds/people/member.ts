import type { ProfileDetails, Psychic } from "../builders/psychic.ts";
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

/** A psychic of the demo, before there is a row of it: who it is and how it works. */
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
  status: Psychic["account_status"];
  requiresApproval: boolean;
  permissions: Psychic["permissions"];
  contactMethod: Psychic["contact_method"];
  autoEmail: boolean;
  /** Days before today. */
  joined: number;
  /** Days before today of the last reading; null for who still works. */
  left: number | null;
  profile: Psychic["profile_status"];
  details: ProfileDetails;
  listing: ListingState;
  /** Categories of the listing, the main one first. */
  specialties: number[];
  week: Shift[];
  /** 0 is whom most customers choose; null for who takes no readings. */
  rank: number | null;
  /** Cents a minute. */
  rate: number;
  /** About -0.4 to 0.3: how much better than others the ratings are. */
  quality: number;
  /** Probability that a reading is not taken. */
  missRate: number;
  /** Longer or shorter readings than others': about 0.7 to 1.4. */
  talk: number;
}

/** As written in a sentence: `gentle.heart` is Gentle Heart. */
export function spokenName({ username }: { username: string }): string {
  return username
    .split(/[.\-_]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
