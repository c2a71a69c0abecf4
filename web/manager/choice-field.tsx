import { Field } from "#web/ui/field.tsx";

interface ChoiceFieldProps {
  label: string;
  /** The first option, which chooses none of the others. */
  all: string;
  options: readonly { key: string; name: string }[];
  /** The key of the chosen option; empty for all. */
  chosen: string;
  onChoose: (key: string) => void;
}

/** A select that narrows a screen to one of its options. */
export function ChoiceField({ label, all, options, chosen, onChoose }: ChoiceFieldProps) {
  return (
    <Field label={label}>
      {(input) => (
        <div className="select">
          <select {...input} value={chosen} onChange={({ target }) => onChoose(target.value)}>
            <option value="">{all}</option>
            {options.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  );
}
