import { Field } from "#web/ui/field.tsx";

interface LockedFieldProps {
  label: string;
  value: string;
  hint?: string | undefined;
}

/** A value that the viewer cannot change (V18). */
export function LockedField({ label, value, hint }: LockedFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(input) => <input {...input} className="input" value={value} disabled readOnly />}
    </Field>
  );
}
