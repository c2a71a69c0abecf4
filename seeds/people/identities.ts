import type { Random } from "../random.ts";
import { lastNames, mensNames, womensNames } from "../texts/names.ts";
import { type Place, places, streets } from "../texts/places.ts";

/** Gives out unique names and numbers, and addresses. */
export interface Identities {
  name(gender: "M" | "F"): { first: string; last: string };
  address(): { place: Place; address1: string; address2: string | null };
  phone(place: Place): string;
  ssn(): string;
  extension(): string;
}

export function createIdentities(random: Random): Identities {
  const given = new Set<string>();
  const unique = (make: () => string): string => {
    for (;;) {
      const value = make();
      if (given.has(value)) continue;
      given.add(value);
      return value;
    }
  };
  return {
    name(gender) {
      const full = unique(
        () => `${random.pick(gender === "F" ? womensNames : mensNames)}\n${random.pick(lastNames)}`,
      );
      const [first = "", last = ""] = full.split("\n");
      return { first, last };
    },
    address: () => ({
      place: random.pick(places),
      address1: `${random.int(2, 4800)} ${random.pick(streets)}`,
      address2: random.chance(0.3)
        ? `Apt ${random.int(1, 24)}${random.pick(["A", "B", "C"])}`
        : null,
    }),
    // In every area code, 555-01xx is reserved for fiction.
    phone: ({ areaCode }) => unique(() => `${areaCode}55501${random.int(10, 99)}`),
    // No SSN that begins with 9 was ever issued.
    ssn: () => unique(() => `9${random.int(10_000_000, 99_999_999)}`),
    // Lower numbers are the brands' own referral numbers.
    extension: () => unique(() => String(random.int(300_000, 899_999))),
  };
}
