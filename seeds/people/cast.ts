import type { Random } from "../random.ts";
import { spanish } from "../texts/listings.ts";
import { credentials } from "../texts/messages.ts";
import { psychicNames } from "../texts/names.ts";
import type { Identities } from "./identities.ts";
import type { ListingState, Member } from "./member.ts";
import { shiftKinds, weekOf } from "./shifts.ts";

type Status = Member["status"];

/** The number of accounts by status, apart from the named accounts. */
const statuses: readonly (readonly [Status, number])[] = [
  ["Active", 62],
  ["Pending", 7],
  ["Flagged", 4],
  ["Screened", 3],
  ["Inactive", 5],
  ["Blacklist", 2],
];

/** The active psychics get these in turn, so that each occurs. */
const activeListings: readonly ListingState[] = [
  ...Array<ListingState>(9).fill("approved"),
  "approved and pending",
  ...Array<ListingState>(5).fill("approved"),
  "approved and rejected",
  ...Array<ListingState>(5).fill("approved"),
  "pending",
  ...Array<ListingState>(4).fill("approved"),
  "rejected",
  "none",
];
const activeProfiles: readonly Member["profile"][] = [
  ...Array<Member["profile"]>(7).fill("Approved"),
  "Pending",
  ...Array<Member["profile"]>(5).fill("Approved"),
  "Rejected",
];

/** Cents per minute, with weights. */
const rates: readonly (readonly [number, number])[] = [
  [199, 3],
  [249, 5],
  [299, 10],
  [349, 9],
  [399, 12],
  [449, 8],
  [499, 9],
  [599, 6],
  [699, 4],
  [799, 2],
  [899, 1],
  [999, 2],
];

const permissionSets: readonly (readonly [Member["permissions"], number])[] = [
  [["AgentPhone", "AgentChat"], 6],
  [["AgentPhone"], 3],
  [["AgentChat"], 1.5],
];

const categories = [26, 27, 28, 25, 31, 13, 30, 29, 32, 128, spanish];

/**
 * Texts as long as the rules allow, or almost, which screens must cope with. The ranks keep the
 * long names off the top of the lists.
 */
const longTexts: readonly Partial<Member>[] = [
  {
    username:
      "the.gentle.voice.of.the.northern.lights.who.reads.tarot.runes.and.tea.leaves.for.all.who.ask.kindly",
    email: "northern.lights@psychics.example",
    rank: 34,
  },
  { last: "Vandenbroucke-Featherstonehaugh-Wickramasinghe-Roy", rank: 27 },
  { address1: `1704 Magnolia Street, ${"Building Seven, Rear Entrance, ".repeat(2)}Unit 4` },
];

/** All psychics except the named accounts. */
export function castOf(random: Random, identities: Identities): Member[] {
  const names = random.shuffle(psychicNames);
  let place = 0;
  const members = statuses.flatMap(([status, count]) =>
    Array.from({ length: count }, (_, index) =>
      newMember(random, identities, {
        username: names[place++] ?? `psychic${place}`,
        status,
        ...(status === "Active" && {
          listing: activeListings[index % activeListings.length] ?? "approved",
          profile: activeProfiles[index % activeProfiles.length] ?? "Approved",
        }),
      }),
    ),
  );
  for (const [index, longText] of longTexts.entries())
    Object.assign(members[index] ?? {}, longText);
  // Some referrals are the extension of a psychic who joined earlier.
  for (const member of members) {
    if (member.referral !== null || !random.chance(0.2)) continue;
    const referrer = random.pick(members);
    if (referrer.joined <= member.joined) continue;
    member.referral = referrer.extension;
    member.referralKnown = true;
  }
  return members;
}

/** When a psychic of this status joined and, for some, left; in days before today. */
function timeHere(status: Status, random: Random): { joined: number; left: number | null } {
  switch (status) {
    case "Pending":
      return { joined: random.int(1, 12), left: null };
    case "Screened":
      return { joined: random.int(8, 25), left: null };
    case "Inactive":
    case "Blacklist":
      return { joined: random.int(450, 1800), left: random.int(40, 280) };
    default: {
      const isNewcomer = random.chance(0.22);
      return { joined: isNewcomer ? random.int(20, 380) : random.int(400, 2600), left: null };
    }
  }
}

/** A random psychic with the given facts. */
export function newMember(
  random: Random,
  identities: Identities,
  given: Partial<Member> & Pick<Member, "username" | "status">,
): Member {
  const { username, status } = given;
  const isApplicant = status === "Pending" || status === "Screened";
  const gender = given.details?.gender ?? (random.chance(0.74) ? "F" : "M");
  const specialties =
    given.specialties ??
    random.shuffle(categories).slice(
      0,
      random.weighted([
        [1, 1],
        [2, 4],
        [3, 5],
        [4, 3],
        [5, 1],
      ]),
    );
  const { place, address1, address2 } = identities.address();
  const phoneCount = random.weighted([
    [1, 5],
    [2, 3],
    [3, 1],
  ]);
  const cellular = random.int(0, phoneCount - 1);
  const hasSms = random.chance(0.7);
  const brand = given.brand ?? (random.chance(0.74) ? "cos" : "onesun");
  return {
    brand,
    ...identities.name(gender),
    email: `${username}@psychics.example`,
    place,
    address1,
    address2,
    phones: Array.from({ length: phoneCount }, (_, index) => ({
      number: identities.phone(place),
      type: index === cellular ? 3 : random.int(1, 2),
      timeZone: place.timeZone,
      sms: hasSms && index === cellular,
    })),
    ssn: identities.ssn(),
    pin: String(random.int(0, 9999)).padStart(4, "0"),
    extension: identities.extension(),
    ...referralOf(random, brand),
    requiresApproval: false,
    permissions: random.weighted(permissionSets),
    contactMethod: random.chance(0.7) ? "P" : "E",
    autoEmail: random.chance(0.8),
    ...timeHere(status, random),
    profile: isApplicant ? "Pending" : "Approved",
    details: {
      zodiac: random.int(1, 12),
      gender,
      ...languagesOf(random, specialties),
      experience: random.int(2, 40),
      credentials: random.shuffle(credentials).slice(
        0,
        random.weighted([
          [0, 3],
          [1, 4],
          [2, 3],
          [3, 2],
          [6, 0.5],
        ]),
      ),
    },
    listing: isApplicant ? (random.chance(0.4) ? "pending" : "none") : "approved",
    specialties,
    week: isApplicant ? [] : weekOf(random.weighted(shiftKinds), random),
    rank: null,
    rate: random.weighted(rates),
    quality: random.normal() * 0.15,
    missRate: Math.min(0.3, Math.max(0.03, 0.105 + random.normal() * 0.045)),
    lengthFactor: Math.min(1.4, Math.max(0.7, 1 + random.normal() * 0.15)),
    ...given,
  };
}

/** 1 English, 2 Spanish. The platform has no language 4. */
function languagesOf(random: Random, specialties: readonly number[]) {
  if (!specialties.includes(spanish)) {
    return { language: 1, languages: random.chance(0.2) ? [random.pick([3, 5, 6, 7, 8])] : [] };
  }
  return random.chance(0.5) ? { language: 2, languages: [1] } : { language: 1, languages: [2] };
}

function referralOf(random: Random, brand: string): Pick<Member, "referral" | "referralKnown"> {
  if (brand === "onesun" && random.chance(0.6)) return { referral: "200100", referralKnown: true };
  if (random.chance(0.05)) return { referral: String(random.int(10, 99)), referralKnown: false };
  return { referral: null, referralKnown: false };
}
