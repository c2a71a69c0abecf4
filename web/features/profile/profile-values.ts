import { z } from "zod";
import type { PsychicProfile } from "#shared/profile.ts";
import { profileFields } from "#shared/profile-fields.ts";
import { type DetailsValues, detailsValues, givenDetails } from "./details-values.ts";
import {
  type PersonValues,
  personFields,
  personValues,
  postalCodeFits,
  postalCodeRule,
} from "./person-values.ts";

/** A psychic's profile, as values of the fields. */
export interface ProfileValues extends PersonValues, DetailsValues {
  username: string;
  pin: string;
  contact_method: string;
}

export function profileValues(profile: PsychicProfile): ProfileValues {
  return {
    username: profile.username,
    pin: profile.pin ?? "",
    contact_method: profile.contact_method,
    ...personValues(profile),
    ...detailsValues(profile),
  };
}

const { username, pin, contact_method } = profileFields;
const { zodiac, gender, language, languages, experience, credentials } = profileFields;

const facts = {
  ...personFields,
  username,
  contact_method,
  zodiac,
  gender,
  language,
  languages,
  experience,
  credentials,
};

const asGiven = (values: ProfileValues) => ({ ...values, ...givenDetails(values) });

/** Converts the fields for the API. */
export const profileSchema = z.preprocess(
  asGiven,
  z.object({ ...facts, pin }).refine(postalCodeFits, postalCodeRule),
);

/** The same without the PIN, because no phone stores one (D39). */
export const pinlessSchema = z.preprocess(
  asGiven,
  z.object(facts).refine(postalCodeFits, postalCodeRule),
);

export type GivenProfile = z.output<typeof pinlessSchema> & { pin?: string };
