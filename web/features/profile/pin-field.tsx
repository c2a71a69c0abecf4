import { useFormContext } from "react-hook-form";
import { InputField } from "../../ui/form/input-field.tsx";

export function PinField() {
  const { register, formState } = useFormContext<{ pin: string }>();
  return (
    <InputField
      label="PIN"
      hint="4 digits, typed on the phone to log on"
      inputMode="numeric"
      maxLength={4}
      autoComplete="off"
      registration={register("pin")}
      error={formState.errors.pin?.message}
    />
  );
}
