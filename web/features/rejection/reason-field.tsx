import { longReason, reasonAtMost } from "#shared/rules/reason.ts";
import { writtenLength } from "#web/lib/figures.ts";
import { Chip, Chips } from "#web/ui/chips.tsx";
import { Field } from "#web/ui/field.tsx";

/** The error of a reason, if there is one. */
export const reasonProblem = (reason: string): string | undefined =>
  reason.trim().length > reasonAtMost ? longReason : undefined;

/** The reasons that managers give most often. A chip adds its sentence, or removes it again. */
const readyReasons = [
  { name: "Spelling", sentence: "Please correct the spelling and grammar." },
  {
    name: "Contact details",
    sentence: "Please remove phone numbers, e-mail addresses and links to other sites.",
  },
  {
    name: "Promises",
    sentence: "Please do not promise results, or give medical, legal or financial advice.",
  },
  {
    name: "Too short",
    sentence: "Please tell customers more about your experience and how you read.",
  },
];

function toggled(reason: string, sentence: string): string {
  const others = reason.includes(sentence) ? reason.split(sentence) : [reason, sentence];
  return others
    .map((part) => part.trim())
    .join(" ")
    .trim();
}

interface ReasonFieldProps {
  reason: string;
  onReason: (reason: string) => void;
}

/** The optional reason of a rejection, which the psychic sees (D25). */
export function ReasonField({ reason, onReason }: ReasonFieldProps) {
  const problem = reasonProblem(reason);
  return (
    <>
      <Field
        label="Reason"
        hint="Optional. The psychic sees it."
        error={problem}
        length={writtenLength(reason.trim().length, reasonAtMost)}
      >
        {(input) => (
          <textarea
            {...input}
            className={problem ? "textarea is-danger" : "textarea"}
            rows={4}
            value={reason}
            onChange={(event) => onReason(event.target.value)}
            data-takes-focus
          />
        )}
      </Field>
      <Chips label="Ready sentences">
        {readyReasons.map(({ name, sentence }) => (
          <Chip
            key={name}
            name={name}
            isChosen={reason.includes(sentence)}
            onChoose={() => onReason(toggled(reason, sentence))}
          />
        ))}
      </Chips>
    </>
  );
}
