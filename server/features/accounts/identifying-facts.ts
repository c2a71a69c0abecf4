import type { Knex } from "knex";
import type { IdentifyingFacts } from "../psychics/linked-accounts.ts";

/** The facts by which a psychic is recognized (D5); undefined if the id belongs to no psychic. */
export async function readIdentifyingFacts(
  sql: Knex,
  psychicId: number,
): Promise<IdentifyingFacts | undefined> {
  const { rows } = await sql.raw<{ rows: IdentifyingFacts[] }>(
    `select p.ssn_index as "ssnIndex", u.email, u.first, u.last, u.address1, u.postal_code,
            array(select phone_number from phones where user_id = p.user_id) as phones
       from psychics p
       join users u on u.id = p.user_id
      where p.user_id = ?::bigint`,
    [psychicId],
  );
  return rows[0];
}
