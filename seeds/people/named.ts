import type { Weeks } from "#shared/rules/alternating-weeks.ts";
import type { StaffRole } from "#shared/rules/staff.ts";
import type { Random } from "../random.ts";
import type { places } from "../texts/places.ts";
import { newMember } from "./cast.ts";
import type { Identities } from "./identities.ts";
import type { Member } from "./member.ts";

/** The psychics that the README lists; the password is NAME-demo. */
export const namedAccounts = ["luna", "orion", "sage", "raven", "iris"];

export function namedMembers(random: Random, identities: Identities): Member[] {
  const make = (given: Parameters<typeof newMember>[2]) =>
    newMember(random, identities, {
      brand: "cos",
      referral: null,
      referralKnown: false,
      ...given,
    });
  const established: Partial<Member> = {
    joined: 1400,
    left: null,
    permissions: ["AgentPhone", "AgentChat"],
  };

  const luna = make({
    ...established,
    username: "luna",
    status: "Active",
    first: "Marisol",
    last: "Whitaker",
    specialties: [26, 25, 30],
    details: {
      zodiac: 12,
      gender: "F",
      language: 1,
      languages: [2],
      experience: 18,
      credentials: ["Certified Tarot Reader", "Reiki Master"],
    },
    // Two shifts a week end after midnight.
    week: [
      { day: 1, starts: "14:00", ends: "18:00", status: "A" },
      { day: 1, starts: "20:00", ends: "23:00", status: "A" },
      { day: 3, starts: "18:00", ends: "23:30", status: "A" },
      { day: 4, starts: "14:00", ends: "16:00", status: "O" },
      { day: 4, starts: "18:00", ends: "23:30", status: "A" },
      { day: 5, starts: "18:00", ends: "23:45", status: "A" },
      { day: 6, starts: "20:00", ends: "03:00", status: "A" },
      { day: 7, starts: "12:00", ends: "17:00", status: "A" },
      { day: 7, starts: "21:00", ends: "02:00", status: "A" },
    ],
    rank: 1,
    rate: 499,
    quality: 0.2,
    missRate: 0.08,
    lengthFactor: 1.1,
  });
  const orion = make({
    ...established,
    username: "orion",
    status: "Active",
    first: "Desmond",
    last: "Achebe-Larsen",
    joined: 610,
    specialties: [28, 13, 27],
    details: {
      zodiac: 10,
      gender: "M",
      language: 1,
      languages: [],
      experience: 9,
      credentials: ["B.A. in Psychology"],
    },
    rank: 7,
    rate: 399,
  });
  const iris = make({
    ...established,
    username: "iris",
    status: "Active",
    first: "Odalys",
    last: "Brightwood",
    joined: 240,
    specialties: [31, 128],
    listing: "approved and rejected",
    rank: 19,
    rate: 349,
  });
  const raven = make({
    ...established,
    username: "raven",
    status: "Blacklist",
    first: "Corvina",
    last: "Marlowe",
    joined: 700,
    left: 130,
    rank: 15,
    quality: -0.4,
    missRate: 0.22,
  });
  const sage = make({
    username: "sage",
    status: "Pending",
    requiresApproval: true,
    first: "Cornelia",
    last: "Marlow",
    joined: 2,
    listing: "none",
    permissions: ["AgentPhone"],
    ssn: raven.ssn,
    // The same phone number with another PIN.
    phones: raven.phones.slice(0, 1).map((phone) => ({ ...phone, type: 1, sms: false })),
    place: raven.place,
    address1: raven.address1,
    address2: raven.address2,
  });
  // Saturdays and Sundays in turn.
  const weeks: Partial<Record<number, Weeks>> = { 1: "A", 7: "B" };
  const alternating = orion.week.map((shift) => ({ ...shift, weeks: weeks[shift.day] ?? null }));
  return [luna, { ...orion, week: alternating }, iris, raven, sage];
}

export interface DemoManager {
  username: string;
  first: string;
  last: string;
  brand: string;
  email: string;
  staff_role: StaffRole;
  phone: string;
  place: (typeof places)[number];
}

/** The first manager also has all named psychics. The last one has the second brand's psychics. */
export function managersOf(identities: Identities): DemoManager[] {
  const manager = (
    username: string,
    first: string,
    last: string,
    brand: string,
    staff_role: StaffRole = "manager",
  ) => {
    const { place } = identities.address();
    const phone = identities.phone(place);
    const email = `${username}@${brand}.example`;
    return { username, first, last, brand, email, staff_role, phone, place };
  };
  return [
    manager("manager", "Marguerite", "Oyelaran", "cos", "owner"),
    manager("delia", "Delia", "Fontaine-Brooks", "cos"),
    manager("tomas", "Tomás", "Herrera Quispe", "cos"),
    manager("ingrid", "Ingrid", "Solbakken", "onesun", "owner"),
  ];
}
