import { useFormContext } from "react-hook-form";
import { InputField } from "#web/ui/form/input-field.tsx";
import type { PersonValues } from "./person-values.ts";

/** `own`: this is the user, so the browser may fill the fields in. */
export function NameFields({ own = false }: { own?: boolean }) {
  const { register, formState } = useFormContext<PersonValues>();
  const { errors } = formState;
  return (
    <div className="form-grid is-paired">
      <InputField
        label="First Name"
        maxLength={50}
        autoComplete={own ? "given-name" : "off"}
        registration={register("first")}
        error={errors.first?.message}
      />
      <InputField
        label="Last Name"
        maxLength={50}
        autoComplete={own ? "family-name" : "off"}
        registration={register("last")}
        error={errors.last?.message}
      />
    </div>
  );
}

export function EmailField({ own = false }: { own?: boolean }) {
  const { register, formState } = useFormContext<PersonValues>();
  return (
    <InputField
      label="Email"
      type="email"
      maxLength={99}
      autoComplete={own ? "email" : "off"}
      registration={register("email")}
      error={formState.errors.email?.message}
    />
  );
}
