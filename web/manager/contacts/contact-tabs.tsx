import { NavLink } from "react-router-dom";
import "./contacts.scss";
import "../psychic-nav.scss";

/** The tabs Contact Submissions and Problem Reports. */
export function ContactTabs() {
  return (
    <nav aria-label="Submissions and reports" className="psychic-nav contact-tabs">
      <NavLink to="/contacts" end className="psychic-nav-item">
        Contact Submissions
      </NavLink>
      <NavLink to="/contacts/problems" end className="psychic-nav-item">
        Problem Reports
      </NavLink>
    </nav>
  );
}
