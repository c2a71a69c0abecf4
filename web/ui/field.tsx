import { type ReactNode, useId } from "react";

/** The attributes that connect an input with its label, hint and error. */
export interface InputProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** The text's length and its limit, such as `1,234 of 8,000 characters`. */
  length?: string | undefined;
  children: (input: InputProps) => ReactNode;
}

export function Field({ label, hint, error, length, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, length && `${id}-length`, error && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {hint && (
        <p className="help" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {length && (
        <p className="help field-length" id={`${id}-length`}>
          {length}
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
