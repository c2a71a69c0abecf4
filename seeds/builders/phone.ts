import type { Knex } from "knex";
import type { Vault } from "#server/crypto/vault.ts";
import { type Columns, insertRow, type Row } from "./insert.ts";
import { makeUser } from "./user.ts";

/** A psychic's number and PIN must be unique as a pair (D31). */
export interface PhonePin {
  vault: Vault;
  pin: string;
}

/** By default the first and preferred number. */
export function phoneRow(
  overrides: Columns<"phones"> & Pick<Row<"phones">, "user_id"> & { pinned?: PhonePin },
) {
  const { pinned, ...columns } = overrides;
  const place = columns.place ?? 1;
  // Nobody has the numbers 555-01xx. The user's id chooses one of the hundred.
  const number = `212555${String(100 + (columns.user_id % 100)).padStart(4, "0")}`;
  const row = { place, phone_number: number, preferred: place === 1, ...columns };
  return {
    ...row,
    pin_index: pinned?.vault.index("phone-pin", `${row.phone_number}|${pinned.pin}`),
  };
}

export async function makePhone(
  sql: Knex,
  overrides: Columns<"phones"> & { pinned?: PhonePin } = {},
): Promise<Row<"phones">> {
  const userId = overrides.user_id ?? (await makeUser(sql)).id;
  return insertRow(sql, "phones", phoneRow({ ...overrides, user_id: userId }));
}
