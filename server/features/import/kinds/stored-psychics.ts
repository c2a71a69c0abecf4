import type { Vault, VaultContext } from "#server/crypto/vault.ts";
import { pinContext } from "#server/features/phones/phone-pin.ts";
import { ssnContext } from "#server/features/psychics/correct-psychic.ts";
import { StartError } from "#server/start-error.ts";
import { phoneColumns } from "./psychic-row.ts";

interface StoredPhone {
  phone_number: string;
  country_code: number;
  type: number;
  time_zone_id: number;
  sms: boolean;
}

/** A psychic as `storedPsychics` selects one: most columns are those of psychics.csv already. */
interface StoredPsychic extends Record<string, unknown> {
  id: number;
  ssn_sealed: Buffer | null;
  pin_sealed: Buffer | null;
  phones: StoredPhone[];
}

const details = ["zodiac", "gender", "language", "languages", "experience", "credentials"];

/** SQL of psychics with everything that psychics.csv has. An export and an import read them. */
export const storedPsychics = `
  select u.id, p.external_id, u.username, u.first, u.last, u.address1, u.address2, u.postal_code,
         u.city, u.region, u.country, u.country_code, u.email, p.pin_sealed, p.ssn_sealed,
         u.password_hash, m.username as manager, u.brand, p.account_status,
         p.account_status_since, p.requires_approval, p.extension, p.referral, p.referral_known,
         p.permissions, p.auto_email, p.contact_method, u.pay_day, u.created_at as signed_up_at,
         a.version as agreement_version, a.agreed_at, a.address as agreement_address,
         p.profile_status, p.profile_since, p.profile_reason,
         ${details.map((column) => `e.${column}`).join(", ")},
         ${details.map((column) => `f.${column} as approved_${column}`).join(", ")},
         array(
           select to_jsonb(n) from phones n where n.user_id = u.id order by n.preferred desc, n.place
         ) as phones
    from psychics p
    join users u on u.id = p.user_id
    join users m on m.id = p.manager_id
    left join profile_details e on e.psychic_id = p.user_id and e.state = 'edited'
    left join profile_details f on f.psychic_id = p.user_id and f.state = 'approved'
      and p.profile_status <> 'Approved'
    left join lateral (
      select version, agreed_at, address from agreements
       where user_id = p.user_id order by agreed_at desc, id desc limit 1
    ) a on true`;

/**
 * A psychic in the columns of psychics.csv.
 * @param vault null leaves PIN and SSN out.
 * @throws StartError if they were encrypted with another key.
 */
export function cellsOfPsychic(
  row: Record<string, unknown>,
  vault: Vault | null,
): Record<string, unknown> {
  const { id, ssn_sealed, pin_sealed, phones, ...columns } = row as StoredPsychic;
  const sms = phones.findIndex((phone) => phone.sms);
  return {
    ...columns,
    ...Object.fromEntries(phones.flatMap(columnsOf)),
    sms_phone: sms === -1 ? null : sms + 1,
    ssn: vault && ssn_sealed && opened(vault, ssn_sealed, ssnContext(id)),
    pin: vault && pin_sealed && opened(vault, pin_sealed, pinContext(id)),
  };
}

function opened(vault: Vault, sealed: Buffer, context: VaultContext): string {
  try {
    return vault.open(sealed, context);
  } catch {
    throw new StartError("A PIN or SSN cannot be decrypted: DATA_KEYS lacks its key");
  }
}

function columnsOf(phone: StoredPhone, place: number): [string, unknown][] {
  const name = phoneColumns[place] ?? "";
  return [
    [name, phone.phone_number],
    [`${name}_country_code`, phone.country_code],
    [`${name}_type`, phone.type],
    [`${name}_time_zone_id`, phone.time_zone_id],
  ];
}
