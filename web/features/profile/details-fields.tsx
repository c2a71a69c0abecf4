import { useFormContext } from "react-hook-form";
import type { ProfileDetails } from "#shared/profile.ts";
import { genders } from "#shared/reference/genders.ts";
import { zodiac } from "#shared/reference/zodiac.ts";
import { InputField, SelectField } from "#web/ui/form/input-field.tsx";
import { optionsOf } from "#web/ui/form/options-of.ts";
import { CredentialsField } from "./credentials-field.tsx";
import type { DetailsValues } from "./details-values.ts";
import { LanguagesField } from "./languages-field.tsx";
import { LanguagesSummary } from "./languages-summary.tsx";
import { LockedField } from "./locked-field.tsx";
import { writtenDetails, writtenLanguages } from "./written-details.ts";

interface DetailsFieldsProps {
  /** The approved details; null before the first approval, absent at sign-up. */
  approved?: ProfileDetails | null;
  /** Whether it is the psychic's own form, in which the years of experience are locked (V18). */
  isOwn?: boolean;
}

/** Zodiac, gender, experience, languages and credentials, each with its approved value (D25). */
export function DetailsFields({ approved, isOwn = false }: DetailsFieldsProps) {
  const { register, watch, formState } = useFormContext<DetailsValues>();
  const { errors } = formState;
  const now = watch();
  const approvedWords = approved && writtenDetails(approved);
  const typedWords = writtenDetails(now);
  const hint = (key: keyof typeof typedWords) =>
    approvedWords && approvedWords[key] !== typedWords[key]
      ? `Approved: ${approvedWords[key] || "none"}`
      : undefined;
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
        {isOwn ? (
          <LockedField
            label="Years Experience"
            value={now.experience}
            hint={hint("experience") ?? "Only your manager can change this"}
          />
        ) : (
          <InputField
            label="Years Experience"
            inputMode="numeric"
            maxLength={2}
            autoComplete="off"
            hint={hint("experience")}
            registration={register("experience")}
            error={errors.experience?.message}
          />
        )}
        {isOwn ? (
          <LanguagesSummary
            {...languageHints}
            hint={
              approvedWords && (languageHints.primaryHint || languageHints.othersHint)
                ? `Approved: ${writtenLanguages(approvedWords)}`
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
