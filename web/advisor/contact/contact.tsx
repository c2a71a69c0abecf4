import { writtenPhone } from "#shared/rules/phone-number.ts";
import type { Session } from "#shared/sessions.ts";
import { Icon } from "#web/ui/icon.tsx";
import { KnownLink } from "#web/ui/known-paths.tsx";
import { AdvisorFrame } from "../advisor-frame.tsx";
import "./contact.scss";
import "#web/ui/tile.scss";

function PhoneLink({ digits }: { digits: string }) {
  // Ten digits are a US or Canadian number; others are stored with their prefix.
  const hasTenDigits = /^\d{10}$/.test(digits);
  return (
    <a className="button" href={hasTenDigits ? `tel:+1${digits}` : `tel:${digits}`}>
      <Icon name="calls" size={18} />
      {hasTenDigits ? `1-${writtenPhone(digits)}` : digits}
    </a>
  );
}

function ManagerCard({ manager_name, manager_phone, manager_email }: Session) {
  return (
    <section className="panel contact-card" aria-labelledby="manager">
      <p className="tile-label">Your manager</p>
      <h2 id="manager" className="contact-name">
        {manager_name}
      </h2>
      <div className="row-buttons">
        {manager_phone && <PhoneLink digits={manager_phone} />}
        {manager_email && (
          <a className="button" href={`mailto:${manager_email}`}>
            <Icon name="contacts" size={18} />
            {manager_email}
          </a>
        )}
      </div>
      <p className="tile-note">
        Ask your manager about pay and technical problems. If something does not work, you can also
        use <KnownLink to="/psychic/problem">Report a Problem</KnownLink>, which reaches your
        manager and support.
      </p>
    </section>
  );
}

/** The psychic's manager. The session contains the contact, so it needs no request. */
export function Contact() {
  return <AdvisorFrame title="Contact">{(session) => <ManagerCard {...session} />}</AdvisorFrame>;
}
