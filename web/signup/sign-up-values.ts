import { z } from "zod";
import { defaultContactMethod } from "../../shared/reference/contact-methods.ts";
import { defaultPhoneType } from "../../shared/reference/phone-types.ts";
import { signUpFields } from "../../shared/sign-up-fields.ts";
import {
  blankDetails,
  type DetailsValues,
  givenDetails,
} from "../features/profile/details-values.ts";
import { blankPerson, type PersonValues } from "../features/profile/person-values.ts";

/** What the wizard asks for, as its fields show it. */
export interface SignUpValues extends PersonValues, DetailsValues {
  referral: string;
  username: string;
  password: string;
  confirm_password: string;
  pin: string;
  ssn: string;
  phone: string;
  phone_type: string;
  sms: boolean;
  contact_method: string;
}

export const blankSignUp: SignUpValues = {
  ...blankPerson,
  ...blankDetails,
  referral: "",
  username: "",
  password: "",
  confirm_password: "",
  pin: "",
  ssn: "",
  phone: "",
  phone_type: String(defaultPhoneType),
  sms: false,
  contact_method: defaultContactMethod,
};

/** Never kept beyond the page (D31). */
const secrets: readonly (keyof SignUpValues)[] = ["password", "confirm_password", "pin", "ssn"];

/** What of the values may be kept while the wizard is under way. */
export function keepable(values: SignUpValues): Partial<SignUpValues> {
  const kept = Object.entries(values).filter(
    ([name]) => !secrets.some((secret) => secret === name),
  );
  return Object.fromEntries(kept);
}

/** The values that were kept, whoever kept them: only what is still asked for. */
export function restored(kept: unknown): SignUpValues {
  const known = Object.entries(kept ?? {}).filter(
    ([name, value]) =>
      name in blankSignUp && typeof value === typeof blankSignUp[name as keyof SignUpValues],
  );
  return { ...blankSignUp, ...Object.fromEntries(known) };
}

/** The same as the API takes it. */
export const signUpSchema = z.preprocess(
  (values: SignUpValues) => ({
    ...values,
    ...givenDetails(values),
    phone_type: Number(values.phone_type),
  }),
  signUpFields,
);
