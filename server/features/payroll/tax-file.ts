import { armor, Encrypter } from "age-encryption";
import type { Knex } from "knex";
import type { Vault } from "#server/crypto/vault.ts";
import { csvCell } from "../import/refused-lines.ts";
import { ssnContext } from "../psychics/correct-psychic.ts";

const columns = [
  ...["username", "extension", "first", "last", "address1", "address2", "city", "region"],
  ...["postal_code", "country"],
] as const;

interface Person extends Record<(typeof columns)[number], string | null> {
  id: number;
  ssn_sealed: Buffer | null;
}

/** The psychics with a reading in a New York year, by last name. */
async function psychicsOf(sql: Knex, year: number): Promise<Person[]> {
  const { rows } = await sql.raw<{ rows: Person[] }>(
    `select u.id, p.ssn_sealed, p.extension, u.username, u.first, u.last, u.address1, u.address2,
            u.city, u.region, u.postal_code, u.country
       from (select distinct psychic_id from monthly_statistics
              where month >= make_date(:year, 1, 1) and month < make_date(:year + 1, 1, 1)) paid
       join psychics p on p.user_id = paid.psychic_id
       join users u on u.id = p.user_id
      order by lower(u.last), lower(u.first), u.id`,
    { year },
  );
  return rows;
}

/**
 * Makes the year's file, which only the tax filer can open. An SSN stays unencrypted only in this
 * process's memory.
 * @param filer the filer's public key, `age1…`.
 */
export async function makeTaxFile(
  { sql, vault }: { sql: Knex; vault: Vault },
  { year, filer }: { year: number; filer: string },
): Promise<{ content: string; psychics: number; without_ssn: number }> {
  const people = await psychicsOf(sql, year);
  const lines = people.map((person) => {
    const ssn = person.ssn_sealed ? vault.open(person.ssn_sealed, ssnContext(person.id)) : "";
    return [...columns.map((column) => person[column] ?? ""), ssn].map(csvCell).join(",");
  });
  const text = `${[[...columns, "ssn"].join(","), ...lines].join("\n")}\n`;
  const encrypter = new Encrypter();
  encrypter.addRecipient(filer);
  const content = armor.encode(await encrypter.encrypt(text));
  const without = people.filter((person) => !person.ssn_sealed);
  return { content, psychics: people.length, without_ssn: without.length };
}
