import { useFormContext } from "react-hook-form";
import { languages as table } from "#shared/reference/languages.ts";
import { SelectField } from "#web/ui/form/input-field.tsx";
import { optionsOf } from "#web/ui/form/options-of.ts";
import type { DetailsValues } from "./details-values.ts";

export interface LanguagesFieldProps {
  /** The approved value, if it differs (D25). */
  primaryHint?: string | undefined;
  othersHint?: string | undefined;
}

/** The primary language, and the others without it (S15). */
export function LanguagesField({ primaryHint, othersHint }: LanguagesFieldProps) {
  const { register, watch, getValues, setValue, formState } = useFormContext<DetailsValues>();
  const primary = watch("language");
  const others = watch("languages");
  const setOthers = (ids: string[]) =>
    setValue("languages", ids.sort(), { shouldDirty: true, shouldValidate: true });
  const onPrimary = () =>
    setOthers(getValues("languages").filter((id) => id !== getValues("language")));

  return (
    <>
      <SelectField
        label="Primary Language"
        hint={primaryHint}
        options={optionsOf(table)}
        registration={register("language", { onChange: onPrimary })}
        error={formState.errors.language?.message}
      />
      <fieldset className="field checks is-wide">
        <legend className="label">Other Languages</legend>
        {table
          .map(({ id, name }) => ({ id: String(id), name }))
          .filter(({ id }) => id !== primary)
          .map(({ id, name }) => (
            <label key={id} className="check">
              <input
                type="checkbox"
                checked={others.includes(id)}
                onChange={(event) =>
                  setOthers(
                    event.target.checked ? [...others, id] : others.filter((one) => one !== id),
                  )
                }
              />
              {name}
            </label>
          ))}
        {othersHint && <p className="help">{othersHint}</p>}
      </fieldset>
    </>
  );
}
