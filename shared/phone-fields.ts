import { z } from "zod";
import { text } from "./fields.ts";
import { defaultPhoneType, phoneTypes } from "./reference/phone-types.ts";
import { defaultTimeZone, isTimeZone } from "./reference/time-zones.ts";
import { digitsOf } from "./rules/phones.ts";

export const phoneIsRequired = "Phone is required.";
export const phoneIsNotValid = "Phone is not valid";

/** The digits of a number. The country decides how many are needed (`isPhoneNumber`). */
export const phoneNumber = text(
  200,
  ({ input }) => (input == null ? phoneIsRequired : phoneIsNotValid),
  phoneIsNotValid,
)
  .overwrite(digitsOf)
  .min(1, phoneIsRequired)
  .regex(/^\d{4,15}$/, phoneIsNotValid);

/** A number in the US or Canada: ten digits. */
export const localPhoneNumber = phoneNumber.regex(/^\d{10}$/, phoneIsNotValid);

/** A dial prefix. */
export const countryCode = z
  .int({ error: "Country code is not valid" })
  .min(1, "Country code is not valid")
  .max(9999, "Country code is not valid");

export const phoneType = z.literal(
  phoneTypes.map(({ id }) => id),
  { error: "Phone type is not valid" },
);

export const timeZoneId = z
  .int({ error: "Time zone is not valid" })
  .refine(isTimeZone, "Time zone is not valid");

/** The defaults of a new number. */
export const phoneDefaults = {
  country_code: 1,
  type: defaultPhoneType,
  time_zone_id: defaultTimeZone,
  sms: false,
};
