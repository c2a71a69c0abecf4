import { useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";

interface CheckFieldProps {
  label: string;
  hint?: string;
  registration: UseFormRegisterReturn;
  value?: string | number;
}

/** A box to tick; with a `value` one of several of the same name. */
export function CheckField({ label, hint, registration, value }: CheckFieldProps) {
  const hintId = useId();
  return (
    <div className="check-field">
      <label className="check">
        <input
          type="checkbox"
          {...registration}
          {...(value !== undefined && { value })}
          aria-describedby={hint ? hintId : undefined}
        />
        {label}
      </label>
      {hint && (
        <p className="help" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}
