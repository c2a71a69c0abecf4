import { type ComponentProps, useState } from "react";
import { IconButton } from "./button.tsx";
import { Field } from "./field.tsx";
import "./password-field.scss";

interface PasswordFieldProps
  extends Omit<ComponentProps<"input">, "className" | "onChange" | "id" | "type"> {
  label: string;
  hint?: string;
  error?: string | undefined;
  onText: (text: string) => void;
}

/** A password, with a button that shows what was typed. */
export function PasswordField({ label, hint, error, onText, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(input) => (
        <div className="password-control">
          <input
            {...rest}
            {...input}
            type={shown ? "text" : "password"}
            className={error ? "input is-danger" : "input"}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            onChange={(event) => onText(event.target.value)}
          />
          <IconButton
            icon={shown ? "eyeOff" : "eye"}
            label={`Show ${label.toLowerCase()}`}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  );
}
