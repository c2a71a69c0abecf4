import { z } from "zod";
import {
  countryCode,
  phoneIsNotValid,
  phoneNumber,
  phoneType,
  timeZoneId,
} from "#shared/phone-fields.ts";
import type { Phone } from "#shared/phones.ts";
import { defaultPhoneType } from "#shared/reference/phone-types.ts";
import { defaultTimeZone } from "#shared/reference/time-zones.ts";
import { writtenPhone } from "#shared/rules/phone-number.ts";
import { isPhoneNumber } from "#shared/rules/phones.ts";

/** A number as its fields show it. */
export interface PhoneValues {
  phone_number: string;
  country_code: string;
  type: string;
  time_zone_id: string;
  sms: boolean;
}

/** @param prefix the dial prefix of the owner's country, for a new number. */
export function phoneValues(phone: Phone | null, prefix: number): PhoneValues {
  return {
    phone_number: writtenPhone(phone?.phone_number ?? ""),
    country_code: String(phone?.country_code ?? prefix),
    type: String(phone?.type ?? defaultPhoneType),
    time_zone_id: String(phone?.time_zone_id ?? defaultTimeZone),
    sms: phone?.sms ?? false,
  };
}

const fields = z
  .object({
    phone_number: phoneNumber,
    country_code: countryCode,
    type: phoneType,
    time_zone_id: timeZoneId,
    sms: z.boolean(),
  })
  .refine(({ phone_number, country_code }) => isPhoneNumber(phone_number, country_code), {
    path: ["phone_number"],
    message: phoneIsNotValid,
  });

/** Converts the fields for the API. */
export const phoneSchema = z.preprocess(
  (values: PhoneValues) => ({
    ...values,
    country_code: Number(values.country_code.replace("+", "")),
    type: Number(values.type),
    time_zone_id: Number(values.time_zone_id),
  }),
  fields,
);
