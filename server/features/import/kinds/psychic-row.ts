import { z } from "zod";
import { problemOf } from "#server/crypto/old-hashes.ts";
import { acrossFields } from "#shared/across-fields.ts";
import { listOf, text, typedAtMost } from "#shared/fields.ts";
import {
  countryCode,
  phoneIsNotValid,
  phoneNumber,
  phoneType,
  timeZoneId,
} from "#shared/phone-fields.ts";
import { postalCodeIsInvalid, profileFields } from "#shared/profile-fields.ts";
import { accountStatuses } from "#shared/reference/account-statuses.ts";
import { brandKeys } from "#shared/reference/brands.ts";
import { permissions } from "#shared/rules/account.ts";
import { isPhoneNumber } from "#shared/rules/phones.ts";
import { normalPostalCode } from "#shared/rules/profile.ts";
import { longReason, reasonAtMost } from "#shared/rules/reason.ts";
import { newNames, prefixOf, ssnField } from "#shared/sign-up-fields.ts";
import { importTime } from "../import-time.ts";

const { zodiac, gender, language, languages, experience, credentials } = profileFields;
const yesOrNo = z.boolean({ error: "true or false" }).nullish();
const phonePart = { type: phoneType.nullish(), zone: timeZoneId.nullish() };

/** The columns of psychics.csv: what sign-up takes, and what became of the account since. */
export const psychicFields = {
  // A column of a fixed length has spaces at its end.
  external_id: text(1000, "At most 64 characters")
    .trim()
    .max(64, "At most 64 characters")
    .nullish(),
  ...newNames,
  address1: profileFields.address1,
  address2: profileFields.address2,
  postal_code: profileFields.postal_code,
  city: profileFields.city,
  region: profileFields.region,
  country: profileFields.country,
  country_code: countryCode.nullish(),
  email: profileFields.email,
  /** The preferred number. */
  phone: phoneNumber,
  phone_country_code: countryCode.nullish(),
  phone_type: phonePart.type,
  phone_time_zone_id: phonePart.zone,
  phone2: phoneNumber.nullish(),
  phone2_country_code: countryCode.nullish(),
  phone2_type: phonePart.type,
  phone2_time_zone_id: phonePart.zone,
  phone3: phoneNumber.nullish(),
  phone3_country_code: countryCode.nullish(),
  phone3_type: phonePart.type,
  phone3_time_zone_id: phonePart.zone,
  /** Which of the three receives text messages. */
  sms_phone: z.int("1, 2 or 3").min(1, "1, 2 or 3").max(3, "1, 2 or 3").nullish(),
  pin: profileFields.pin.nullish(),
  ssn: ssnField.nullish(),
  password_hash: text(1000, "Password hash is not valid")
    .refine((hash) => problemOf(hash) !== "unknown", "Password hash is of an unknown form")
    .refine((hash) => problemOf(hash) !== "too costly", "Password hash takes too long to check")
    .refine(
      (hash) => problemOf(hash) !== "too quick",
      "Password hash is too quick to guess (m is below 4096)",
    )
    .nullish(),
  manager: text(1000, "Manager is required").trim().min(1, "Manager is required"),
  brand: z.enum(brandKeys, { error: "Brand is not valid" }).nullish(),
  account_status: z.enum(accountStatuses, { error: `One of ${accountStatuses.join(", ")}` }),
  account_status_since: importTime.nullish(),
  requires_approval: yesOrNo,
  extension: text(100, "Six digits")
    .regex(/^\d{6}$/, "Six digits")
    .nullish(),
  referral: text(100, "Referral is invalid")
    .trim()
    .regex(/^(\d{2,6})?$/, "Referral is invalid")
    .nullish(),
  referral_known: yesOrNo,
  permissions: listOf(
    z.array(z.enum(permissions, { error: `Only ${permissions.join(" and ")}` })),
    10,
    "Permissions are not valid",
  ).nullish(),
  auto_email: yesOrNo,
  contact_method: profileFields.contact_method.nullish(),
  pay_day: z.int("1 to 7").min(1, "1 to 7").max(7, "1 to 7").nullish(),
  signed_up_at: importTime.nullish(),
  agreement_version: text(99, "Too long").nullish(),
  agreed_at: importTime.nullish(),
  agreement_address: text(99, "Too long").nullish(),
  profile_status: z.enum(["Pending", "Approved", "Rejected"], { error: "Not valid" }).nullish(),
  profile_since: importTime.nullish(),
  profile_reason: text(typedAtMost(reasonAtMost), "Reason is not valid", longReason)
    .max(reasonAtMost, longReason)
    .nullish(),
  zodiac: zodiac.nullish(),
  gender: gender.nullish(),
  language: language.nullish(),
  languages: languages.nullish(),
  experience: experience.nullish(),
  credentials: credentials.nullish(),
  approved_zodiac: zodiac.nullish(),
  approved_gender: gender.nullish(),
  approved_language: language.nullish(),
  approved_languages: languages.nullish(),
  approved_experience: experience.nullish(),
  approved_credentials: credentials.nullish(),
};

/** Columns that an export has only when asked. */
export const secretFields: readonly string[] = ["pin", "ssn", "password_hash"];

export const phoneColumns = ["phone", "phone2", "phone3"] as const;

const whole = { when: ({ issues }: { issues: unknown[] }) => issues.length === 0 };
const together = (path: string) => ({
  path: [path],
  error: "Give both zodiac and experience",
  ...whole,
});

export const psychicSchema = z
  .strictObject(psychicFields)
  .refine(
    ({ country, postal_code }) => normalPostalCode(country, postal_code) !== null,
    acrossFields("postal_code", postalCodeIsInvalid, ["country", "postal_code"]),
  )
  .superRefine((row, context) => {
    const numbers = phoneColumns.flatMap((name) => row[name] ?? []);
    for (const name of phoneColumns) {
      const number = row[name];
      const code = row[`${name}_country_code`] ?? prefixOf(row);
      const isTwice = numbers.indexOf(number ?? "") !== numbers.lastIndexOf(number ?? "");
      const message = isTwice ? "The number appears twice" : phoneIsNotValid;
      if (!number || (isPhoneNumber(number, code) && !isTwice)) continue;
      context.addIssue({ code: "custom", path: [name], message });
    }
    if (row.phone3 && !row.phone2) {
      context.addIssue({ code: "custom", path: ["phone3"], message: "phone2 is empty" });
    }
    if (row.sms_phone && !row[phoneColumns[row.sms_phone - 1] ?? "phone"]) {
      context.addIssue({ code: "custom", path: ["sms_phone"], message: "There is no such phone" });
    }
  })
  .refine((row) => (row.zodiac == null) === (row.experience == null), together("zodiac"))
  .refine(
    (row) => (row.approved_zodiac == null) === (row.approved_experience == null),
    together("approved_zodiac"),
  )
  .refine((row) => row.approved_zodiac == null || row.profile_status !== "Approved", {
    path: ["approved_zodiac"],
    error: "Must be empty if profile_status is Approved",
    ...whole,
  });

export type PsychicRow = z.infer<typeof psychicSchema>;
