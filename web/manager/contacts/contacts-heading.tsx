import type { ReactNode } from "react";
import { NavLink } from "react-router-dom";
import { useMay } from "#web/api/use-may.ts";
import { ManagerHeading } from "../manager-heading.tsx";
import "./contacts.scss";
import "../psychic-nav.scss";
import "#web/ui/screen-heading.scss";

interface ContactsHeadingProps {
  title: string;
  /** The export button. Beside the title it takes no line of its own on a phone. */
  exporting: ReactNode;
}

/** The heading, and the tabs Contact Submissions and Problem Reports. */
export function ContactsHeading({ title, exporting }: ContactsHeadingProps) {
  const maySeeProblems = useMay("see-problems");
  return (
    <>
      <div className="heading-row contacts-heading">
        <ManagerHeading title={title} />
        {exporting}
      </div>
      <nav aria-label="Submissions and reports" className="psychic-nav contact-tabs">
        <NavLink to="/contacts" end className="psychic-nav-item">
          Contact Submissions
        </NavLink>
        {maySeeProblems && (
          <NavLink to="/contacts/problems" end className="psychic-nav-item">
            Problem Reports
          </NavLink>
        )}
      </nav>
    </>
  );
}
