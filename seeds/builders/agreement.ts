import type { Knex } from "knex";
import type { Inserted } from "#server/db/table.ts";
import { agreementVersion } from "#shared/reference/agreement.ts";
import { type Columns, insertRow, type Row } from "./insert.ts";
import { makeUser } from "./user.ts";

function agreementRow(
  overrides: Columns<"agreements"> & Pick<Row<"agreements">, "user_id">,
): Inserted<"agreements"> {
  return {
    brand: "cos",
    version: agreementVersion,
    agreed_at: new Date(),
    // TEST-NET-3 (RFC 5737): an address that nobody has.
    address: "203.0.113.7",
    ...overrides,
  };
}

export async function makeAgreement(
  sql: Knex,
  overrides: Columns<"agreements"> = {},
): Promise<Row<"agreements">> {
  const userId = overrides.user_id ?? (await makeUser(sql)).id;
  return insertRow(sql, "agreements", agreementRow({ ...overrides, user_id: userId }));
}
