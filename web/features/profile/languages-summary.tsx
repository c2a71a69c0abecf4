import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";
import type { DetailsValues } from "./details-values.ts";
import { writtenDetails } from "./held-details.ts";
import { LanguagesField, type LanguagesFieldProps } from "./languages-field.tsx";

/** The languages in words, and a modal that changes them: what is chosen there is saved with the form. */
export function LanguagesSummary(hints: LanguagesFieldProps) {
  const { watch, formState } = useFormContext<DetailsValues>();
  const [open, setOpen] = useState(false);
  const { language, languages } = writtenDetails(watch());
  const error = formState.errors.language?.message ?? formState.errors.languages?.message;
  return (
    <fieldset className="plain-fieldset languages-summary field is-wide">
      <legend className="label">Languages</legend>
      <p>
        {language}
        {languages && `, also ${languages}`}
      </p>
      {[hints.primaryHint, hints.othersHint].map(
        (hint, place) =>
          hint && (
            // biome-ignore lint/suspicious/noArrayIndexKey: the two have their places
            <p key={place} className="help">
              {hint}
            </p>
          ),
      )}
      {error && <p className="help is-danger">{error}</p>}
      <Button onClick={() => setOpen(true)}>Change Languages</Button>
      {open && (
        <Modal title="Languages" onClose={() => setOpen(false)}>
          <LanguagesField {...hints} />
          <p className="help">Save keeps what you choose here.</p>
          <div className="form-buttons">
            <Button look="primary" onClick={() => setOpen(false)}>
              Done
            </Button>
          </div>
        </Modal>
      )}
    </fieldset>
  );
}
