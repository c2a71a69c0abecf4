import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import type { DetailsValues } from "./details-values.ts";
import { LanguagesField, type LanguagesFieldProps } from "./languages-field.tsx";
import { writtenDetails, writtenLanguages } from "./written-details.ts";
import "./profile.scss";

interface LanguagesSummaryProps extends LanguagesFieldProps {
  hint: string | undefined;
}

/** The names of the languages. A modal changes them; the form saves them. */
export function LanguagesSummary({ hint, ...hints }: LanguagesSummaryProps) {
  const { watch, formState } = useFormContext<DetailsValues>();
  const [open, setOpen] = useState(false);
  const error = formState.errors.language?.message ?? formState.errors.languages?.message;
  return (
    <fieldset className="plain-fieldset languages-summary field is-wide">
      <legend className="label">Languages</legend>
      <p>{writtenLanguages(writtenDetails(watch()))}</p>
      {hint && <p className="help">{hint}</p>}
      {error && <p className="help is-danger">{error}</p>}
      <Button onClick={() => setOpen(true)}>Change Languages</Button>
      {open && (
        <Modal title="Languages" onClose={() => setOpen(false)}>
          <LanguagesField {...hints} />
          <p className="help">Save the profile to keep your choice.</p>
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
