import { isDeepStrictEqual } from "node:util";
import { invalid, Refusal } from "#server/http/refusal.ts";
import type {
  ManagerProfile,
  ProfileChange,
  ProfileDetails,
  PsychicProfile,
} from "#shared/profile.ts";
import { postalCodeIsInvalid, profileFields } from "#shared/profile-fields.ts";
import { dialPrefix } from "#shared/reference/countries.ts";
import { keysToApprove, normalPostalCode, otherLanguages } from "#shared/rules/profile.ts";
import { newNames } from "#shared/sign-up-fields.ts";

type Stored = Record<string, unknown>;

/**
 * Compares a request with the stored profile and returns the new values that differ, by key. An
 * empty `address2` becomes null. Includes fields that follow from others (postal code, dial prefix,
 * languages).
 * @throws Refusal 422 for a changed key that may not be changed, and for an invalid value.
 */
export function changesOf(
  stored: ManagerProfile | PsychicProfile,
  change: ProfileChange,
  keys: readonly string[],
): Partial<PsychicProfile> {
  const before: Stored = { ...stored };
  const given: Stored = { ...change };
  if (given.address2 === "") given.address2 = null;
  addDependentFields(before, given);
  const differing = Object.keys(given).filter(
    (key) => given[key] !== undefined && !isDeepStrictEqual(given[key], before[key]),
  );
  const foreign = differing.filter((key) => !keys.includes(key));
  if (foreign.length) {
    throw new Refusal("invalid", {
      errors: foreign.map((key) => ({
        path: `profile.${key}`,
        code: "not_changeable",
        message: "This cannot be changed here",
      })),
    });
  }
  refuseAddresses(given, differing);
  if (given.postal_code === null) throw invalid("profile.postal_code", postalCodeIsInvalid);
  return Object.fromEntries(differing.map((key) => [key, given[key]]));
}

/** @throws Refusal 422 for each new name that looks like an address (C13). */
function refuseAddresses(given: Stored, differing: readonly string[]): void {
  const errors = Object.entries(newNames).flatMap(([key, rule]) => {
    const { error } = differing.includes(key) ? rule.safeParse(given[key]) : {};
    const message = error?.issues[0]?.message;
    return message === undefined ? [] : [{ path: `profile.${key}`, code: "invalid", message }];
  });
  if (errors.length > 0) throw new Refusal("invalid", { errors });
}

/** Adds to `given` what follows from other fields. */
function addDependentFields(before: Stored, given: Stored): void {
  const country = String(given.country ?? before.country);
  if (given.postal_code !== undefined || country !== before.country) {
    given.postal_code = normalPostalCode(country, String(given.postal_code ?? before.postal_code));
  }
  if (country !== before.country) given.country_code ??= dialPrefix(country);
  if (given.language === undefined && given.languages === undefined) return;
  given.languages = otherLanguages(
    Number(given.language ?? before.language),
    (given.languages ?? before.languages) as number[],
  );
}

/**
 * The details that need approval after a change; null if it changes none of them.
 * @throws Refusal 422 for a required detail that was never filled in.
 */
export function detailsOf(
  stored: PsychicProfile,
  changes: Partial<PsychicProfile>,
): ProfileDetails | null {
  if (!keysToApprove.some((key) => key in changes)) return null;
  const all = { ...stored, ...changes };
  const { zodiac, experience, gender, language, languages, credentials } = all;
  for (const [key, value] of Object.entries({ zodiac, experience })) {
    const rule = profileFields[key as "zodiac" | "experience"].safeParse(value);
    if (rule.error) throw invalid(`profile.${key}`, rule.error.issues[0]?.message ?? "");
  }
  return {
    zodiac: Number(zodiac),
    experience: Number(experience),
    gender,
    language,
    languages,
    credentials,
  };
}
