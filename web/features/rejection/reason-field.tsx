import { longReason, reasonAtMost } from "#shared/rules/reason.ts";
import { writtenLength } from "#web/lib/figures.ts";
import { Field } from "#web/ui/field.tsx";

/** The error of a reason, if there is one. */
export const reasonProblem = (reason: string): string | undefined =>
  reason.trim().length > reasonAtMost ? longReason : undefined;

interface ReasonFieldProps {
  reason: string;
  onReason: (reason: string) => void;
}

/** The optional reason of a rejection, which the psychic sees (D25). */
export function ReasonField({ reason, onReason }: ReasonFieldProps) {
  const problem = reasonProblem(reason);
  return (
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
        />
      )}
    </Field>
  );
}
