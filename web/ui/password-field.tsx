import { type ComponentProps, useState } from "react";
import { Field } from "./field.tsx";
import "./password-field.scss";

interface PasswordFieldProps
  extends Omit<ComponentProps<"input">, "className" | "onChange" | "id" | "type"> {
  label: string;
  hint?: string;
  error?: string | undefined;
  onText: (text: string) => void;
}

interface ShowButtonProps {
  what: string;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
}

/** Shows what a field hides. A word, because the eye opens the details of a row. */
export function ShowButton({ what, isShown, onShow }: ShowButtonProps) {
  const word = isShown ? "Hide" : "Show";
  return (
    <button
      type="button"
      className="show-button"
      aria-label={`${word} ${what}`}
      onClick={() => onShow(!isShown)}
    >
      {word}
    </button>
  );
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
          <ShowButton what={label.toLowerCase()} isShown={shown} onShow={setShown} />
        </div>
      )}
    </Field>
  );
}
