import { z } from "zod";
import { acrossFields } from "./across-fields.ts";
import { text, typedAtMost } from "./fields.ts";
import { newPassword } from "./password-field.ts";
import { countryCode, phoneIsNotValid, phoneNumber, phoneType } from "./phone-fields.ts";
import { postalCodeIsInvalid, profileFields } from "./profile-fields.ts";
import { dialPrefix } from "./reference/countries.ts";
import { digitsOf, isPhoneNumber } from "./rules/phones.ts";
import { holdsAddress } from "./rules/plain-name.ts";
import { normalPostalCode } from "./rules/profile.ts";

export const mustAgree = "You must agree to the Privacy Policy";
export const mustConfirm = "You must confirm you are psychic";

/** Nine digits; blanks and hyphens between them are dropped. */
export const ssnField = text(
  100,
  ({ input }) => (input == null ? "SSN is required" : "SSN is invalid"),
  "SSN is invalid",
)
  .overwrite(digitsOf)
  .min(1, "SSN is required")
  .regex(/^\d{9}$/, "SSN is invalid");

const plain = (name: string) => !holdsAddress(name);

/** The names of a new account. An existing account's name is checked only when it changes. */
export const newNames = {
  username: profileFields.username.refine(plain, "Username is invalid"),
  first: profileFields.first.refine(plain, "First Name is invalid"),
  last: profileFields.last.refine(plain, "Last Name is invalid"),
};

/** Every field of the wizard, with the messages of its steps. */
const fields = z.strictObject({
  referral: text(100, "Referral is invalid")
    .trim()
    .regex(/^(\d{2,6})?$/, "Referral is invalid")
    .nullish(),
  ...profileFields,
  ...newNames,
  password: newPassword,
  confirm_password: text(
    typedAtMost(50),
    "Password Confirmation is required",
    "Passwords do not match",
  )
    .trim()
    .min(1, "Password Confirmation is required"),
  ssn: ssnField,
  phone: phoneNumber,
  phone_type: phoneType.nullish(),
  country_code: countryCode.nullish(),
  /** Whether the phone takes text messages. */
  sms: z.boolean({ error: "SMS is yes or no" }).nullish(),
  contact_method: profileFields.contact_method.nullish(),
  gender: profileFields.gender.nullish(),
  language: profileFields.language.nullish(),
  languages: profileFields.languages.nullish(),
  credentials: profileFields.credentials.nullish(),
  agreed_privacy: z.boolean({ error: mustAgree }).nullish(),
  confirmed_psychic: z.boolean({ error: mustConfirm }).nullish(),
});

/** The dial prefix of the phone; by default the country's. */
export const prefixOf = (given: { country: string; country_code?: number | null | undefined }) =>
  given.country_code ?? dialPrefix(given.country);

/** The fields of sign-up. A manager who signs a psychic up leaves the two checkboxes out. */
export const signUpFields = fields
  .refine(
    ({ password, confirm_password }) => password === confirm_password,
    acrossFields("confirm_password", "Passwords do not match", ["password", "confirm_password"]),
  )
  .refine(
    ({ country, postal_code }) => normalPostalCode(country, postal_code) !== null,
    acrossFields("postal_code", postalCodeIsInvalid, ["country", "postal_code"]),
  )
  .refine(
    (given) => isPhoneNumber(given.phone, prefixOf(given)),
    acrossFields("phone", phoneIsNotValid, ["country", "phone"]),
  );
export type SignUp = z.infer<typeof signUpFields>;
