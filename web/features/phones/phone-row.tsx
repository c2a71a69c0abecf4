import type { Phone } from "#shared/phones.ts";
import { phoneTypes } from "#shared/reference/phone-types.ts";
import { timeZones } from "#shared/reference/time-zones.ts";
import { writtenPhone } from "#shared/rules/phone-number.ts";
import { Button } from "#web/ui/button.tsx";
import "./phones.scss";
import "#web/ui/status-tag.scss";

const nameIn = (rows: readonly { id: number; name: string }[], id: number) =>
  rows.find((row) => row.id === id)?.name ?? "";

interface PhoneRowProps {
  phone: Phone;
  readOnly: boolean;
  busy: boolean;
  /**
   * The preferred number cannot be removed. The user first makes another one the preferred number.
   */
  mayRemove: boolean;
  onEdit: () => void;
  onRemove: () => void;
  onPrefer: () => void;
}

export function PhoneRow({ phone, readOnly, busy, mayRemove, ...on }: PhoneRowProps) {
  const number = writtenPhone(phone.phone_number);
  const facts = [
    nameIn(phoneTypes, phone.type),
    `${nameIn(timeZones, phone.time_zone_id)} time`,
    phone.sms && "SMS",
  ].filter(Boolean);
  return (
    <li className="phone-row">
      <p className="phone-number">
        <span>
          {phone.country_code !== 1 && `+${phone.country_code} `}
          {number}
        </span>
        {phone.preferred && <span className="status-tag is-good">Preferred</span>}
      </p>
      <p className="help">{facts.join(" · ")}</p>
      {!readOnly && (
        <div className="row-buttons">
          <Button aria-label={`Change ${number}`} onClick={on.onEdit}>
            Change
          </Button>
          {mayRemove && (
            <Button aria-label={`Remove ${number}`} busy={busy} onClick={on.onRemove}>
              Remove
            </Button>
          )}
          {!phone.preferred && (
            <Button aria-label={`Set Preferred: ${number}`} busy={busy} onClick={on.onPrefer}>
              Set Preferred
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
