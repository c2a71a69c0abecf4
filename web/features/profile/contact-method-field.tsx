import { useFormContext } from "react-hook-form";
import { contactMethods } from "#shared/reference/contact-methods.ts";
import { SelectField } from "#web/ui/form/input-field.tsx";
import { optionsOf } from "#web/ui/form/options-of.ts";

export function ContactMethodField() {
  const { register, formState } = useFormContext<{ contact_method: string }>();
  return (
    <SelectField
      label="Preferred Contact Method"
      options={optionsOf(contactMethods)}
      registration={register("contact_method")}
      error={formState.errors.contact_method?.message}
    />
  );
}
