/** Where a person lives and is reached: what a manager may change of the own profile. */
export const personKeys = [
  "first",
  "last",
  "address1",
  "address2",
  "postal_code",
  "city",
  "region",
  "country",
  "country_code",
  "email",
] as const;

/** What a psychic may change of the own profile; the rest is the manager's (V18). */
export const psychicsOwnKeys = [
  "email",
  "pin",
  "contact_method",
  "zodiac",
  "gender",
  "language",
  "languages",
  "credentials",
] as const;

/** What customers see only once it is approved (D25). */
export const heldKeys = [
  "zodiac",
  "gender",
  "language",
  "languages",
  "experience",
  "credentials",
] as const;

/** What a manager may change of a psychic's profile. */
export const managersKeys = [
  ...personKeys,
  ...heldKeys,
  "username",
  "pin",
  "contact_method",
] as const;

export const credentialsAtMost = 6;

const canadian = /^([A-Z]\d[A-Z])[ -]?(\d[A-Z]\d)$/;

/**
 * A postal code as it is kept: five digits in the US, `A1A 1A1` in Canada, any text elsewhere
 * (D29); null for one that the country does not have.
 */
export function normalPostalCode(country: string, code: string): string | null {
  if (country === "US") return /^\d{5}$/.test(code) ? code : null;
  if (country !== "CA") return code;
  const [, area, unit] = canadian.exec(code.toUpperCase()) ?? [];
  return area && unit ? `${area} ${unit}` : null;
}

/** The further languages: each once, never the primary one among them. */
export function otherLanguages(primary: number, languages: readonly number[]): number[] {
  return [...new Set(languages)].filter((language) => language !== primary);
}
