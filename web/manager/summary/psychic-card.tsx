import { openChat } from "../../features/open-chat.ts";
import { writtenPhone } from "../../features/phone-number.ts";
import { pictureAddress } from "../../features/picture.ts";
import { Button } from "../../ui/button.tsx";
import { StatusTag } from "../../ui/status-tag.tsx";
import type { Psychic } from "../psychic-frame.tsx";

/** Who the psychic is, at a glance. */
export function PsychicCard({ psychic }: { psychic: Psychic }) {
  const { username, first, last, email, phone, extension, image, account_status } = psychic;
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
        <StatusTag status={account_status} />
        <Button onClick={openChat}>Open Chat</Button>
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
