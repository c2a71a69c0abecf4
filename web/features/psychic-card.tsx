import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { psychicEndpoints } from "#shared/psychics.ts";
import { writtenPhone } from "#shared/rules/phone-number.ts";
import { pictureAddress } from "./picture.ts";
import "./psychic-card.scss";

interface PsychicCardProps {
  psychic: ResponseOf<typeof psychicEndpoints.getPsychic>;
}

/** A psychic's picture, name, contact and extension. */
export function PsychicCard({ psychic }: PsychicCardProps) {
  const { username, first, last, email, phone, extension, image } = psychic;
  const facts = [
    { label: "Username", value: username },
    { label: "Name", value: `${first} ${last}` },
    { label: "Email", value: <a href={`mailto:${email}`}>{email}</a> },
    { label: "Phone", value: writtenPhone(phone) || "–" },
    { label: "Extension", value: extension },
  ];
  return (
    <section className="panel psychic-card" aria-label="Psychic">
      <div className="psychic-picture">
        <img src={pictureAddress(image, "m")} alt={`${username}`} width={120} height={120} />
      </div>
      <dl className="figure-list">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
