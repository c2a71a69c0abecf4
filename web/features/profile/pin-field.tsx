import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { Field } from "#web/ui/field.tsx";
import { ShowButton } from "#web/ui/password-field.tsx";
import { LockedField } from "./locked-field.tsx";
import "#web/ui/password-field.scss";

interface PinFieldProps {
  /**
   * Locks it. The caller sets this while offline, because a PIN is never stored on a phone (D39).
   */
  needsNetwork?: boolean;
  /** A new PIN is in clear text while it is chosen, because nothing else would show a slip. */
  isNew?: boolean;
}

/** A PIN, hidden from others who look at the screen, with a button that shows it. */
export function PinField({ needsNetwork = false, isNew = false }: PinFieldProps) {
  const { register, formState } = useFormContext<{ pin: string }>();
  const [shown, setShown] = useState(isNew);
  if (needsNetwork) {
    return <LockedField label="PIN" value="" hint="You need to be online to change the PIN." />;
  }
  const error = formState.errors.pin?.message;
  return (
    <Field label="PIN" hint="4 digits, typed on the phone to log on" error={error}>
      {(input) => (
        <div className={shown ? "password-control" : "password-control is-masked"}>
          <input
            {...register("pin")}
            {...input}
            className={error ? "input is-danger" : "input"}
            // Not a password, which a password manager would store as the one to sign in with.
            type="text"
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
          />
          <ShowButton what="PIN" isShown={shown} onShow={setShown} />
        </div>
      )}
    </Field>
  );
}
