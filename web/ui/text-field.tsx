import type { ComponentProps } from "react";
import { Field } from "./field.tsx";

interface TextFieldProps extends Omit<ComponentProps<"input">, "className" | "onChange" | "id"> {
  label: string;
  hint?: string;
  error?: string | undefined;
  onText: (text: string) => void;
}

export function TextField({ label, hint, error, onText, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(input) => (
        <input
          {...rest}
          {...input}
          className={error ? "input is-danger" : "input"}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </Field>
  );
}
