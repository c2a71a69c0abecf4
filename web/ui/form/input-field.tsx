import type { ComponentProps } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { writtenLength } from "#web/lib/figures.ts";
import { Field } from "../field.tsx";

/** Set by the field's registration. */
type Registered = "name" | "ref" | "onChange" | "onBlur";

interface CommonProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  registration: UseFormRegisterReturn;
}

type InputFieldProps = CommonProps & Omit<ComponentProps<"input">, Registered>;

/** A line of text in a form of React Hook Form. */
export function InputField({ label, hint, error, registration, ...rest }: InputFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(input) => (
        <input
          {...rest}
          {...registration}
          {...input}
          className={error ? "input is-danger" : "input"}
        />
      )}
    </Field>
  );
}

interface TextAreaFieldProps
  extends CommonProps,
    Omit<ComponentProps<"textarea">, Registered | "maxLength"> {
  /** Counts characters. A pasted text that is too long is never cut (F14). */
  length: { now: number; atMost: number };
}

export function TextAreaField(props: TextAreaFieldProps) {
  const { label, hint, error, length, registration, ...rest } = props;
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      length={writtenLength(length.now, length.atMost)}
    >
      {(input) => (
        <textarea
          {...rest}
          {...registration}
          {...input}
          className={error ? "textarea is-danger" : "textarea"}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps extends CommonProps, Omit<ComponentProps<"select">, Registered> {
  options: readonly { value: string | number; label: string }[];
  /** The first option, for no choice. */
  none?: string;
}

export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, registration, options, none, ...rest } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(input) => (
        <div className={error ? "select is-fullwidth is-danger" : "select is-fullwidth"}>
          <select {...rest} {...registration} {...input}>
            {none !== undefined && <option value="">{none}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  );
}
