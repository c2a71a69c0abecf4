import { useFormContext } from "react-hook-form";
import type { ProfileDetails } from "#shared/profile.ts";
import { genders } from "#shared/reference/genders.ts";
import { zodiac } from "#shared/reference/zodiac.ts";
import { InputField, SelectField } from "#web/ui/form/input-field.tsx";
import { optionsOf } from "#web/ui/form/options-of.ts";
import { CredentialsField } from "./credentials-field.tsx";
import type { DetailsValues } from "./details-values.ts";
import { writtenDetails, writtenLanguages } from "./held-details.ts";
import { LanguagesField } from "./languages-field.tsx";
import { LanguagesSummary } from "./languages-summary.tsx";
import { LockedField } from "./locked-field.tsx";

interface DetailsFieldsProps {
  /** The approved details; null before the first approval, absent at sign-up. */
  approved?: ProfileDetails | null;
  /** The psychic's own form, in which the years of experience are locked (V18). */
  own?: boolean;
}

/** Zodiac, gender, experience, languages and credentials, each with its approved value (D25). */
export function DetailsFields({ approved, own = false }: DetailsFieldsProps) {
  const { register, watch, formState } = useFormContext<DetailsValues>();
  const { errors } = formState;
  const now = watch();
  const standing = approved && writtenDetails(approved);
  const typed = writtenDetails(now);
  const hint = (key: keyof typeof typed) =>
    standing && standing[key] !== typed[key] ? `Approved: ${standing[key] || "none"}` : undefined;
  const languageHints = { primaryHint: hint("language"), othersHint: hint("languages") };

  return (
    <>
      <div className="form-grid is-paired">
        <SelectField
          label="Zodiac Sign"
          none="Choose"
          hint={hint("zodiac")}
          options={optionsOf(zodiac)}
          registration={register("zodiac")}
          error={errors.zodiac?.message}
        />
        <SelectField
          label="Gender"
          hint={hint("gender")}
          options={optionsOf(genders)}
          registration={register("gender")}
          error={errors.gender?.message}
        />
        {own ? (
          <LockedField
            label="Years Experience"
            value={now.experience}
            hint={hint("experience") ?? "Your manager changes this"}
          />
        ) : (
          <InputField
            label="Years Experience"
            inputMode="numeric"
            maxLength={2}
            autoComplete="off"
            hint={hint("experience") ?? "1 or 2 digits"}
            registration={register("experience")}
            error={errors.experience?.message}
          />
        )}
        {own ? (
          <LanguagesSummary
            {...languageHints}
            hint={
              standing && (languageHints.primaryHint || languageHints.othersHint)
                ? `Approved: ${writtenLanguages(standing)}`
                : undefined
            }
          />
        ) : (
          <LanguagesField {...languageHints} />
        )}
      </div>
      <CredentialsField hint={hint("credentials")} />
    </>
  );
}
