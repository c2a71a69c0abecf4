import type { PsychicProfile } from "#shared/profile.ts";
import { defaultGender } from "#shared/reference/genders.ts";
import { defaultLanguage } from "#shared/reference/languages.ts";

/** The details that customers read, as values of the fields. */
export interface DetailsValues {
  zodiac: string;
  gender: string;
  language: string;
  /** Ids of the other languages. */
  languages: string[];
  experience: string;
  credentials: string[];
}

export const blankDetails: DetailsValues = {
  zodiac: "",
  gender: defaultGender,
  language: String(defaultLanguage),
  languages: [],
  experience: "",
  credentials: [],
};

export function detailsValues(profile: PsychicProfile): DetailsValues {
  const { zodiac, gender, language, languages, experience, credentials } = profile;
  return {
    zodiac: zodiac === null ? "" : String(zodiac),
    gender,
    language: String(language),
    languages: languages.map(String).sort(),
    experience: experience === null ? "" : String(experience),
    credentials,
  };
}

const numberOf = (text: string) => (text === "" ? undefined : Number(text));

/** Converts the fields for the API; a text that is no number stays invalid. */
export function givenDetails(values: DetailsValues) {
  const { language, languages, experience, credentials } = values;
  return {
    gender: values.gender,
    zodiac: numberOf(values.zodiac),
    language: Number(language),
    languages: languages.filter((id) => id !== language).map(Number),
    // "1e1" and "+7" are numbers, but nobody writes years like that.
    experience: /^\d{0,2}$/.test(experience.trim()) ? numberOf(experience.trim()) : Number.NaN,
    credentials: credentials.filter((text) => text.trim() !== ""),
  };
}
