import { z } from "zod";
import { listOf, text, typedAtMost } from "./fields.ts";
import { contactMethods } from "./reference/contact-methods.ts";
import { isCountry } from "./reference/countries.ts";
import { genders } from "./reference/genders.ts";
import { isLanguage } from "./reference/languages.ts";
import { zodiac } from "./reference/zodiac.ts";
import { isEmail } from "./rules/email.ts";
import { oneLine } from "./rules/one-line.ts";
import { stripMarkup } from "./rules/paragraphs.ts";
import { credentialsAtMost } from "./rules/profile.ts";

export const postalCodeIsInvalid = "Zip/Postal Code is invalid";
export const usernameIsTaken = "Username is taken";
const wrongPin = "Pin is invalid, must be 4 numbers.";
export const pairIsTaken = "Phone/Pin combo is taken";

/** One message for a missing value, another for an invalid one. */
const missingOrWrong =
  (missing: string, wrong = missing) =>
  ({ input }: { input?: unknown }) =>
    input == null ? missing : wrong;

/** A required line of text. */
export function requiredLine(max: number, missing: string, wrong: string) {
  return text(typedAtMost(max), missingOrWrong(missing, wrong), wrong)
    .overwrite(oneLine)
    .min(1, missing)
    .max(max, wrong);
}

/** Nobody could tell a name with invisible characters from the name without them. */
const isDistinct = (name: string) =>
  /[\p{L}\p{N}]/u.test(name) && !/\p{Default_Ignorable_Code_Point}/u.test(name);

const idsOf = <const Row extends { id: number | string }>(rows: readonly Row[]): Row["id"][] =>
  rows.map(({ id }) => id);

const language = z
  .int({ error: "Language is not valid" })
  .refine(isLanguage, "Language is not valid");

const tooManyCredentials = `You can have at most ${credentialsAtMost} credentials`;
const credential = text(typedAtMost(99), "Credential is not valid")
  .overwrite((given) => oneLine(stripMarkup(given)))
  .max(99, "Credential is not valid");

/**
 * Every field of a profile with its rule and messages. Sign-up has all of these fields. To keep a
 * field out of sign-up, export it beside this object.
 */
export const profileFields = {
  username: requiredLine(99, "Username is required", "Username is invalid").refine(
    isDistinct,
    "Username is invalid",
  ),
  pin: text(100, missingOrWrong("Pin is required", wrongPin), wrongPin)
    .trim()
    .min(1, "Pin is required")
    .regex(/^\d{4}$/, wrongPin),
  first: requiredLine(50, "First Name is required", "First Name is invalid"),
  last: requiredLine(50, "Last Name is required", "Last Name is invalid"),
  address1: requiredLine(99, "Address1 is required", "Address1 is invalid"),
  address2: text(typedAtMost(99), "Address2 is invalid")
    .overwrite(oneLine)
    .max(99, "Address2 is invalid")
    .nullish(),
  /** Checked by country in `normalPostalCode`. */
  postal_code: requiredLine(99, "Zip/Postal Code is required", postalCodeIsInvalid),
  city: requiredLine(99, "City is required", "City is invalid"),
  region: requiredLine(99, "State/Region is required", "State/Region is invalid"),
  country: text(100, "Country required")
    .overwrite((given) => given.trim().toUpperCase())
    .refine(isCountry, "Country required"),
  email: requiredLine(99, "Email is required", "Email is invalid").refine(
    isEmail,
    "Email is invalid",
  ),
  contact_method: z.enum(idsOf(contactMethods), { error: "Contact method is not valid" }),
  zodiac: z.literal(idsOf(zodiac), { error: "Zodiac Sign is required" }),
  gender: z.enum(idsOf(genders), { error: "Gender is not valid" }),
  /** The primary language. */
  language,
  languages: listOf(
    z.array(language, { error: "Language is not valid" }),
    50,
    "Language is not valid",
  ),
  /** Years. */
  experience: z
    .int({
      error: missingOrWrong(
        "Years Experience is required",
        "Years Experience is invalid. Must be numeric.",
      ),
    })
    .min(0, "Years Experience is invalid. Must be numeric.")
    .max(99, "Years Experience is invalid. Must be numeric."),
  credentials: listOf(
    z
      .array(credential, { error: "Credential is not valid" })
      .overwrite((texts) => texts.filter((given) => given !== ""))
      .max(credentialsAtMost, tooManyCredentials),
    // More than are stored, because empty ones are dropped.
    100,
    tooManyCredentials,
  ),
};
