import { useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import "./check-field.scss";

interface CheckFieldProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  registration: UseFormRegisterReturn;
  value?: string | number;
}

/** A checkbox; with a `value` it is one of several with the same name. */
export function CheckField({ label, hint, error, registration, value }: CheckFieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="check-field">
      <label className="check">
        <input
          type="checkbox"
          {...registration}
          {...(value !== undefined && { value })}
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
        />
        {label}
      </label>
      {hint && (
        <p className="help" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="help is-danger" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
