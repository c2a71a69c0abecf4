import { useId, useRef } from "react";
import { useFormContext } from "react-hook-form";
import { credentialsAtMost } from "#shared/rules/profile.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { InputField } from "#web/ui/form/input-field.tsx";
import type { DetailsValues } from "./details-values.ts";
import "./profile.scss";

/** Up to six lines; with six, the Add button disappears (V17). */
export function CredentialsField({ hint }: { hint?: string | undefined }) {
  const { register, watch, setValue, setFocus, formState } = useFormContext<DetailsValues>();
  const titleId = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const credentials = watch("credentials");
  const errors = formState.errors.credentials;
  const setAll = (texts: string[]) =>
    setValue("credentials", texts, { shouldDirty: true, shouldValidate: true });
  const add = () => {
    setAll([...credentials, ""]);
    // The new field exists only after the next render.
    requestAnimationFrame(() => setFocus(`credentials.${credentials.length}`));
  };
  const remove = (place: number) => {
    setAll(credentials.filter((_, other) => other !== place));
    // Removing the last line also removes its button; otherwise the next line moves up.
    if (place < credentials.length - 1) return;
    requestAnimationFrame(() => addButton.current?.focus());
  };
  return (
    <fieldset className="plain-fieldset field" aria-describedby={hint && titleId}>
      <legend className="label">Credentials</legend>
      <p className="help" id={titleId}>
        {hint ?? `Up to ${credentialsAtMost}, for example a diploma or a finished training`}
      </p>
      {credentials.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field has no other key than its index
        <div key={place} className="line-with-button">
          <InputField
            label={`Credential ${place + 1}`}
            maxLength={99}
            autoComplete="off"
            registration={register(`credentials.${place}`)}
            error={errors?.[place]?.message}
          />
          <IconButton
            icon="close"
            label={`Remove credential ${place + 1}`}
            onClick={() => remove(place)}
          />
        </div>
      ))}
      {errors?.root?.message && <p className="help is-danger">{errors.root.message}</p>}
      {credentials.length < credentialsAtMost && (
        <Button ref={addButton} onClick={add}>
          Add Credential
        </Button>
      )}
    </fieldset>
  );
}
