import type { ReactNode } from "react";
import "./profile.scss";

interface FormSectionProps {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}

/** A group of fields with a heading. Put fields of its own into a `form-grid is-paired`. */
export function FormSection({ title, note, children }: FormSectionProps) {
  return (
    <fieldset className="form-section">
      <legend className="section-title">{title}</legend>
      {note && <p className="help">{note}</p>}
      {children}
    </fieldset>
  );
}
