import { z } from "zod";
import { acrossFields } from "#shared/across-fields.ts";
import { defaultContactMethod } from "#shared/reference/contact-methods.ts";
import { defaultPhoneType } from "#shared/reference/phone-types.ts";
import { mustAgree, mustConfirm, signUpFields } from "#shared/sign-up-fields.ts";
import {
  blankDetails,
  type DetailsValues,
  givenDetails,
} from "../features/profile/details-values.ts";
import { blankPerson, type PersonValues } from "../features/profile/person-values.ts";

/** The values of the wizard's fields. */
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
  /** The two boxes that only visitors see. */
  agreed_privacy: boolean;
  confirmed_psychic: boolean;
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
  agreed_privacy: false,
  confirmed_psychic: false,
};

/** Never stored in a draft (D30). */
const secrets: readonly (keyof SignUpValues)[] = ["password", "confirm_password", "pin", "ssn"];

/** The values that a draft may contain. */
export function draftOf(values: SignUpValues): Partial<SignUpValues> {
  const allowed = Object.entries(values).filter(
    ([name]) => !secrets.some((secret) => secret === name),
  );
  return Object.fromEntries(allowed);
}

/** Whether these values are all blank, so that a draft of them would restore nothing. */
export function isBlank(values: SignUpValues): boolean {
  const blank = draftOf(blankSignUp);
  return Object.entries(draftOf(values)).every(
    ([name, value]) => String(value) === String(blank[name as keyof SignUpValues]),
  );
}

/** The values of a stored draft, without fields that the wizard no longer has. */
export function restored(draft: unknown): SignUpValues {
  const known = Object.entries(draft ?? {}).filter(
    ([name, value]) =>
      name in blankSignUp && typeof value === typeof blankSignUp[name as keyof SignUpValues],
  );
  return { ...blankSignUp, ...Object.fromEntries(known) };
}

const given = (values: SignUpValues) => ({
  ...values,
  ...givenDetails(values),
  phone_type: Number(values.phone_type),
});

/** Converts the fields for the API, for a manager, who does not see the two boxes. */
export const managersSignUp = z.preprocess(
  (values: SignUpValues) => ({ ...given(values), agreed_privacy: null, confirmed_psychic: null }),
  signUpFields,
);

/** Converts the fields for the API, for a visitor (V24). */
export const publicSignUp = z.preprocess(
  given,
  signUpFields
    .refine(
      (values) => values.agreed_privacy === true,
      acrossFields("agreed_privacy", mustAgree, []),
    )
    .refine(
      (values) => values.confirmed_psychic === true,
      acrossFields("confirmed_psychic", mustConfirm, []),
    ),
);
