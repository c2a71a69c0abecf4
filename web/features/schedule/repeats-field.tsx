import { type MaybeWeeks, type Weeks, weeksOf } from "#shared/rules/alternating-weeks.ts";
import { addDays } from "#shared/rules/new-york.ts";
import { Field } from "#web/ui/field.tsx";
import { weeksWords, writtenStart } from "./weeks-words.ts";
import "./day-modal.scss";

interface RepeatsFieldProps {
  weeks: MaybeWeeks;
  today: string;
  onWeeks: (weeks: Weeks | undefined) => void;
}

/** Chooses the weeks that a time is in. */
export function RepeatsField({ weeks, today, onWeeks }: RepeatsFieldProps) {
  const choices = [undefined, weeksOf(today), weeksOf(addDays(today, 7))];
  return (
    <div className="repeats">
      <Field label="Repeats" hint={weeks ? writtenStart(weeks, today) : undefined}>
        {(input) => (
          <div className="select">
            <select
              {...input}
              value={weeks ?? ""}
              onChange={(event) => onWeeks(choices.find((choice) => choice === event.target.value))}
            >
              {choices.map((choice) => (
                <option key={choice ?? ""} value={choice ?? ""}>
                  {weeksWords(choice, today)}
                </option>
              ))}
            </select>
          </div>
        )}
      </Field>
    </div>
  );
}
