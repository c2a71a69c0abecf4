import { useFormContext } from "react-hook-form";
import { InputField } from "#web/ui/form/input-field.tsx";
import { LockedField } from "./locked-field.tsx";

/** @param needsNetwork locks it while offline, because a PIN is never stored on a phone (D39). */
export function PinField({ needsNetwork = false }: { needsNetwork?: boolean }) {
  const { register, formState } = useFormContext<{ pin: string }>();
  if (needsNetwork) {
    return <LockedField label="PIN" value="" hint="You need to be online to change the PIN." />;
  }
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
