import { longReason, reasonAtMost } from "#shared/rules/reason.ts";
import { writtenLength } from "#web/lib/figures.ts";
import { Field } from "#web/ui/field.tsx";

/** What keeps a reason from being sent, if anything does. */
export const reasonProblem = (reason: string): string | undefined =>
  reason.trim().length > reasonAtMost ? longReason : undefined;

interface ReasonFieldProps {
  reason: string;
  onReason: (reason: string) => void;
}

/** Why something is rejected; the psychic sees it, and it may be left out (D25). */
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
