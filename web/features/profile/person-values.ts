import { z } from "zod";
import { across } from "#shared/across.ts";
import { countryCode } from "#shared/phone-fields.ts";
import type { ManagerProfile } from "#shared/profile.ts";
import { postalCodeIsInvalid, profileFields } from "#shared/profile-fields.ts";
import { normalPostalCode } from "#shared/rules/profile.ts";

/** Where a person lives and is reached, as the fields show it. */
export interface PersonValues {
  first: string;
  last: string;
  address1: string;
  address2: string;
  postal_code: string;
  city: string;
  region: string;
  country: string;
  /** The dial prefix; the country sets it. */
  country_code: number;
  email: string;
}

export const blankPerson: PersonValues = {
  first: "",
  last: "",
  address1: "",
  address2: "",
  postal_code: "",
  city: "",
  region: "",
  country: "US",
  country_code: 1,
  email: "",
};

export function personValues(profile: ManagerProfile): PersonValues {
  const { first, last, address1, postal_code, city, region, country, country_code, email } =
    profile;
  const address2 = profile.address2 ?? "";
  return {
    first,
    last,
    address1,
    address2,
    postal_code,
    city,
    region,
    country,
    country_code,
    email,
  };
}

const { first, last, address1, address2, postal_code, city, region, country, email } =
  profileFields;
export const personFields = {
  first,
  last,
  address1,
  address2,
  postal_code,
  city,
  region,
  country,
  country_code: countryCode,
  email,
};

/** What the country makes of a postal code (D29). */
export const postalCodeRule = across("postal_code", postalCodeIsInvalid, [
  "country",
  "postal_code",
]);

export const postalCodeFits = (given: { country: string; postal_code: string }): boolean =>
  normalPostalCode(given.country, given.postal_code) !== null;

/** A person as the API takes it. */
export const personSchema = z.preprocess(
  (values: PersonValues) => values,
  z.object(personFields).refine(postalCodeFits, postalCodeRule),
);

/** Those keys of a profile whose values are others than those that stand. */
export function changedOf<Given extends object>(given: Given, stored: object): Partial<Given> {
  const before = stored as Record<string, unknown>;
  const differs = ([key, value]: [string, unknown]) =>
    JSON.stringify(value || null) !== JSON.stringify(before[key] || null);
  return Object.fromEntries(Object.entries(given).filter(differs)) as Partial<Given>;
}
