import { contactMethods } from "#shared/reference/contact-methods.ts";
import { countries } from "#shared/reference/countries.ts";
import type { Difference } from "#web/ui/form/conflict-modal.tsx";
import type { PersonValues } from "./person-values.ts";
import type { ProfileValues } from "./profile-values.ts";
import { writtenDetails } from "./written-details.ts";

const personLabels = {
  first: "First Name",
  last: "Last Name",
  address1: "Address 1",
  address2: "Address 2",
  country: "Country",
  postal_code: "Zip/Postal Code",
  city: "City",
  region: "State/Region",
  email: "Email",
};

const profileLabels = {
  username: "Username",
  pin: "PIN",
  ...personLabels,
  contact_method: "Preferred Contact Method",
  zodiac: "Zodiac Sign",
  gender: "Gender",
  experience: "Years Experience",
  language: "Primary Language",
  languages: "Other Languages",
  credentials: "Credentials",
} satisfies Record<Exclude<keyof ProfileValues, "country_code">, string>;

type Written<Label extends string> = Record<Label, string>;

function compared<Key extends string>(
  labels: Record<Key, string>,
  mine: NoInfer<Written<Key>>,
  theirs: NoInfer<Written<Key>>,
): Difference[] {
  return (Object.keys(labels) as Key[])
    .filter((key) => mine[key] !== theirs[key])
    .map((key) => ({ label: labels[key], mine: mine[key], theirs: theirs[key] }));
}

function writtenPerson(person: PersonValues) {
  const { country_code: _, ...texts } = person;
  const row = countries.find((one) => one.country_code === person.country);
  return { ...texts, country: row?.country_name ?? person.country };
}

function writtenProfile(profile: ProfileValues) {
  const method = contactMethods.find(({ id }) => id === profile.contact_method);
  return {
    ...profile,
    ...writtenPerson(profile),
    ...writtenDetails(profile),
    contact_method: method?.name ?? "",
  };
}

/** The differences between two versions of a person, for people. */
export const personDifferences = (mine: PersonValues, theirs: PersonValues) =>
  compared(personLabels, writtenPerson(mine), writtenPerson(theirs));

/** Describes fields of a psychic's profile, in the order of the form. */
export function profileLines(profile: ProfileValues, names: readonly string[]) {
  const written = writtenProfile(profile);
  return (Object.keys(profileLabels) as (keyof typeof profileLabels)[])
    .filter((name) => names.includes(name))
    .map((name) => ({ label: profileLabels[name], mine: written[name] }));
}

/** The differences between two versions of a psychic's profile, for people. */
export const profileDifferences = (mine: ProfileValues, theirs: ProfileValues) =>
  compared(profileLabels, writtenProfile(mine), writtenProfile(theirs));
