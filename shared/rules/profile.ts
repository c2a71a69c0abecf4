/** Name, address and e-mail: the fields that managers may change in their own profile. */
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

/** The fields that psychics may change in their own profile (V18). */
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

/** The fields that customers see only after they are approved (D25). */
export const keysToApprove = [
  "zodiac",
  "gender",
  "language",
  "languages",
  "experience",
  "credentials",
] as const;

/** The fields that managers may change in a psychic's profile. */
export const managersKeys = [
  ...personKeys,
  ...keysToApprove,
  "username",
  "pin",
  "contact_method",
] as const;

export const credentialsAtMost = 6;

const canadian = /^([A-Z]\d[A-Z])[ -]?(\d[A-Z]\d)$/;

/**
 * The stored form of a postal code: five digits in the US, `A1A 1A1` in Canada, any text elsewhere
 * (D29). Null if it is not a code of that country.
 */
export function normalPostalCode(country: string, code: string): string | null {
  if (country === "US") return /^\d{5}$/.test(code) ? code : null;
  if (country !== "CA") return code;
  const [, area, unit] = canadian.exec(code.toUpperCase()) ?? [];
  return area && unit ? `${area} ${unit}` : null;
}

/** The languages apart from the primary one, each once. */
export function otherLanguages(primary: number, languages: readonly number[]): number[] {
  return [...new Set(languages)].filter((language) => language !== primary);
}
