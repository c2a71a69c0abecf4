import { z } from "zod";
import { acrossFields } from "#shared/across-fields.ts";
import { countryCode } from "#shared/phone-fields.ts";
import type { ManagerProfile } from "#shared/profile.ts";
import { postalCodeIsInvalid, profileFields } from "#shared/profile-fields.ts";
import { normalPostalCode } from "#shared/rules/profile.ts";

/** Name, address and e-mail, as values of the fields. */
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

/** The refusal of a postal code that does not fit its country (D29). */
export const postalCodeRule = acrossFields("postal_code", postalCodeIsInvalid, [
  "country",
  "postal_code",
]);

export const postalCodeFits = (given: { country: string; postal_code: string }): boolean =>
  normalPostalCode(given.country, given.postal_code) !== null;

/** Converts the fields for the API. */
export const personSchema = z.preprocess(
  (values: PersonValues) => values,
  z.object(personFields).refine(postalCodeFits, postalCodeRule),
);

/** The fields whose values differ from the stored ones. */
export function changedOf<Given extends object>(given: Given, stored: object): Partial<Given> {
  const before = stored as Record<string, unknown>;
  // An empty text is null on the wire; 0 is a value of its own.
  const textOf = (value: unknown) => JSON.stringify(value === "" ? null : (value ?? null));
  const differs = ([key, value]: [string, unknown]) => textOf(value) !== textOf(before[key]);
  return Object.fromEntries(Object.entries(given).filter(differs)) as Partial<Given>;
}
