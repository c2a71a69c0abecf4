import { useEffect } from "react";
import type { Phone } from "#shared/phones.ts";
import { phoneTypes } from "#shared/reference/phone-types.ts";
import { timeZones } from "#shared/reference/time-zones.ts";
import { writtenPhone } from "#shared/rules/phone-number.ts";
import { digitsOf } from "#shared/rules/phones.ts";
import { Button } from "#web/ui/button.tsx";
import { CheckField } from "#web/ui/form/check-field.tsx";
import { EditForm } from "#web/ui/form/edit-form.tsx";
import { InputField, SelectField } from "#web/ui/form/input-field.tsx";
import { optionsOf } from "#web/ui/form/options-of.ts";
import { useEditForm } from "#web/ui/form/use-edit-form.ts";
import { phoneDifferences } from "./phone-differences.ts";
import { phoneSchema, phoneValues } from "./phone-values.ts";
import type { PhoneChange } from "./use-phones.ts";

interface PhoneFormProps {
  /** Null to add a number. */
  phone: Phone | null;
  /** The dial prefix of an added number. */
  prefix: number;
  version: string | null;
  store: (phone: PhoneChange, baseVersion: string | undefined) => Promise<unknown>;
  onDone: () => void;
}

/** The form of a number. If somebody else saves the number first, it shows both versions. */
export function PhoneForm({ phone, prefix, version, store, onDone }: PhoneFormProps) {
  const form = useEditForm({
    name: `phone-${phone?.id ?? "new"}`,
    schema: phoneSchema,
    stored: phoneValues(phone, prefix),
    version,
    prefix: "phone.",
    save: (given, baseVersion) =>
      phone ? store({ ...given, id: phone.id }, baseVersion) : store(given, undefined),
    onSaved: onDone,
    ...(phone && {
      fromCurrent: ({ phones }: { phones: Phone[] }) =>
        phoneValues(phones.find(({ id }) => id === phone.id) ?? null, prefix),
    }),
  });
  const { register, errors, getValues, setValue, conflict } = form;
  const { setFocus } = form.methods;

  useEffect(() => setFocus("phone_number"), [setFocus]);

  const writeNumber = () => {
    const { phone_number, country_code } = getValues();
    if (country_code === "1") setValue("phone_number", writtenPhone(digitsOf(phone_number)));
  };
  return (
    <EditForm
      form={form}
      submitLabel="Save"
      buttons={<Button onClick={onDone}>Cancel</Button>}
      differences={conflict ? phoneDifferences(getValues(), conflict.theirs) : []}
    >
      <div className="form-grid is-dense">
        <InputField
          label="Country Code"
          hint="1 for the US and Canada"
          inputMode="numeric"
          maxLength={5}
          registration={register("country_code", { deps: "phone_number" })}
          error={errors.country_code?.message}
        />
        <InputField
          label="Phone"
          type="tel"
          autoComplete="off"
          maxLength={20}
          registration={register("phone_number", { onBlur: writeNumber })}
          error={errors.phone_number?.message}
        />
        <SelectField
          label="Type"
          options={optionsOf(phoneTypes)}
          registration={register("type")}
          error={errors.type?.message}
        />
        <SelectField
          label="Time Zone"
          options={optionsOf(timeZones)}
          registration={register("time_zone_id")}
          error={errors.time_zone_id?.message}
        />
      </div>
      <CheckField
        label="Takes text messages (SMS)"
        hint="Only one number can take them. Turning this on turns it off for the others."
        registration={register("sms")}
      />
    </EditForm>
  );
}
