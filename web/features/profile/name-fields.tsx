import { useFormContext } from "react-hook-form";
import { InputField } from "#web/ui/form/input-field.tsx";
import type { PersonValues } from "./person-values.ts";

/** `autoFill`: this is the user's own name, so the browser may fill it in. */
export function NameFields({ autoFill = false }: { autoFill?: boolean }) {
  const { register, formState } = useFormContext<PersonValues>();
  const { errors } = formState;
  return (
    <div className="form-grid is-paired">
      <InputField
        label="First Name"
        maxLength={50}
        autoComplete={autoFill ? "given-name" : "off"}
        registration={register("first")}
        error={errors.first?.message}
      />
      <InputField
        label="Last Name"
        maxLength={50}
        autoComplete={autoFill ? "family-name" : "off"}
        registration={register("last")}
        error={errors.last?.message}
      />
    </div>
  );
}

export function EmailField({ autoFill = false }: { autoFill?: boolean }) {
  const { register, formState } = useFormContext<PersonValues>();
  return (
    <InputField
      label="Email"
      type="email"
      maxLength={99}
      autoComplete={autoFill ? "email" : "off"}
      registration={register("email")}
      error={formState.errors.email?.message}
    />
  );
}
