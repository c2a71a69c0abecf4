import { Field } from "../../ui/field.tsx";

/** A fact that stands but is not the viewer's to change (V18). */
export function LockedField({ label, value }: { label: string; value: string }) {
  return (
    <Field label={label}>
      {(input) => <input {...input} className="input" value={value} disabled readOnly />}
    </Field>
  );
}
