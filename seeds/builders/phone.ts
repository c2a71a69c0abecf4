import type { Knex } from "knex";
import type { Vault } from "#server/crypto/vault.ts";
import { insertRow } from "./insert.ts";
import { makeUser } from "./user.ts";

export interface Phone {
  id: number;
  user_id: number;
  /** 1 to 3. */
  place: number;
  phone_number: string;
  country_code: number;
  /** 1 landline, 2 work, 3 cellular. */
  type: number;
  time_zone_id: number;
  preferred: boolean;
  sms: boolean;
}

/** A psychic's number goes with its PIN: the two together are nobody else's (D31). */
export interface PhonePin {
  vault: Vault;
  pin: string;
}

/** The columns of `phones`: the first and preferred number unless told otherwise. */
export function phoneRow(
  overrides: Partial<Phone> & Pick<Phone, "user_id"> & { pinned?: PhonePin },
) {
  const { pinned, ...columns } = overrides;
  const place = columns.place ?? 1;
  // Numbers in 555-01xx are nobody's; one of its own a user.
  const number = `212555${String(100 + (columns.user_id % 100)).padStart(4, "0")}`;
  const row = { place, phone_number: number, preferred: place === 1, ...columns };
  return {
    ...row,
    pin_index: pinned?.vault.index("phone-pin", `${row.phone_number}|${pinned.pin}`),
  };
}

export async function makePhone(
  sql: Knex,
  overrides: Partial<Phone> & { pinned?: PhonePin } = {},
): Promise<Phone> {
  const userId = overrides.user_id ?? (await makeUser(sql)).id;
  return insertRow(sql, "phones", phoneRow({ ...overrides, user_id: userId }));
}
