import { useFormContext } from "react-hook-form";
import { InputField } from "../../ui/form/input-field.tsx";
import type { PersonValues } from "./person-values.ts";

export function NameFields() {
  const { register, formState } = useFormContext<PersonValues>();
  const { errors } = formState;
  return (
    <div className="form-grid is-paired">
      <InputField
        label="First Name"
        maxLength={50}
        autoComplete="off"
        registration={register("first")}
        error={errors.first?.message}
      />
      <InputField
        label="Last Name"
        maxLength={50}
        autoComplete="off"
        registration={register("last")}
        error={errors.last?.message}
      />
    </div>
  );
}

export function EmailField() {
  const { register, formState } = useFormContext<PersonValues>();
  return (
    <InputField
      label="Email"
      type="email"
      maxLength={99}
      autoComplete="off"
      registration={register("email")}
      error={formState.errors.email?.message}
    />
  );
}
