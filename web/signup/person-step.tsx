import { useFormContext } from "react-hook-form";
import { pairIsTaken } from "#shared/profile-fields.ts";
import { phoneTypes } from "#shared/reference/phone-types.ts";
import { writtenPhone } from "#shared/rules/phone-number.ts";
import { digitsOf } from "#shared/rules/phones.ts";
import { signUpEndpoints } from "#shared/sign-up.ts";
import { query } from "../api/query.ts";
import { AddressFields } from "../features/profile/address-fields.tsx";
import { ContactMethodField } from "../features/profile/contact-method-field.tsx";
import { EmailField, NameFields } from "../features/profile/name-fields.tsx";
import { CheckField } from "../ui/form/check-field.tsx";
import { InputField, SelectField } from "../ui/form/input-field.tsx";
import { optionsOf } from "../ui/form/options-of.ts";
import type { SignUpValues } from "./sign-up-values.ts";
import type { Step } from "./step.ts";

/** `autoFill`: the user is this person, so the browser may fill the fields in. */
function PersonFields({ autoFill = false }: { autoFill?: boolean }) {
  const { register, getValues, setValue, watch, formState } = useFormContext<SignUpValues>();
  const { errors } = formState;
  const prefix = watch("country_code");
  const writePhone = () => {
    if (prefix === 1) setValue("phone", writtenPhone(digitsOf(getValues("phone"))));
  };
  return (
    <>
      <NameFields autoFill={autoFill} />
      <AddressFields autoFill={autoFill} />
      <div className="form-grid is-paired">
        <EmailField autoFill={autoFill} />
        <InputField
          label="SS Number"
          hint="9 digits. We need it for your yearly tax form, and store it encrypted."
          inputMode="numeric"
          maxLength={11}
          autoComplete="off"
          registration={register("ssn")}
          error={errors.ssn?.message}
        />
        <InputField
          label="Primary Phone"
          hint={prefix === 1 ? "10 digits" : `The number after +${prefix}`}
          type="tel"
          maxLength={20}
          autoComplete={autoFill ? "tel-national" : "off"}
          registration={register("phone", { onBlur: writePhone })}
          error={errors.phone?.message}
        />
        <SelectField
          label="Phone Type"
          options={optionsOf(phoneTypes)}
          registration={register("phone_type")}
          error={errors.phone_type?.message}
        />
        <ContactMethodField />
        <CheckField
          label="Text messages (SMS) may be sent to this phone"
          registration={register("sms")}
        />
      </div>
    </>
  );
}

export const personStep: Step = {
  title: "Name, Address, Email and Phone",
  fields: [
    "first",
    "last",
    "address1",
    "address2",
    "country",
    "country_code",
    "postal_code",
    "city",
    "region",
    "email",
    "ssn",
    "phone",
    "phone_type",
    "sms",
    "contact_method",
  ],
  Fields: () => <PersonFields />,
  check: async ({ phone, pin }, queries) => {
    const pair = { phone: digitsOf(phone), pin: pin.trim() };
    const answer = await queries
      .fetchQuery({ ...query(signUpEndpoints.checkPhonePin, { query: pair }), gcTime: 0 })
      .catch(() => null);
    return answer?.available === false ? { field: "phone", message: pairIsTaken } : null;
  },
};

export const ownPersonStep: Step = { ...personStep, Fields: () => <PersonFields autoFill /> };
