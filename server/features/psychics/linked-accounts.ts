import type { Knex } from "knex";
import type { LinkedAccount } from "#shared/accounts.ts";

/** The facts by which an account is recognized (D5). */
export interface IdentifyingFacts {
  /** The blind index; null without an SSN. */
  ssnIndex: Buffer | null;
  /** Digits only. */
  phones: readonly string[];
  email: string;
  first: string;
  last: string;
  address1: string;
  postal_code: string;
}

/** Capitals and outer blanks make no difference. */
const plain = (text: string) => text.trim().toLowerCase();

/**
 * The Blacklist accounts that share an SSN, a phone, the e-mail, or name and address with these
 * facts (D5), by id. Each kind is looked up by its own index.
 * @param exceptId the account that the facts belong to, if any.
 */
export async function findLinked(
  sql: Knex,
  facts: IdentifyingFacts,
  exceptId?: number,
): Promise<LinkedAccount[]> {
  const { rows } = await sql.raw<{ rows: LinkedAccount[] }>(
    `with matches (user_id, reason) as (
       select user_id, 'SSN' from psychics where ssn_index = :ssn
       union all
       select user_id, 'Phone' from phones where phone_number = any (:phones)
       union all
       select id, 'Email' from users where lower(email) = :email
       union all
       select id, 'Name and Address' from users
        where lower(last) = :last and lower(first) = :first
          and lower(address1) = :address1 and lower(postal_code) = :postalCode
     )
     select u.id as user_id, u.username as user_name, u.first as first_name, u.last as last_name,
            p.account_status, string_agg(distinct m.reason, ', ') as reason
       from matches m
       join psychics p on p.user_id = m.user_id and p.account_status = 'Blacklist'
       join users u on u.id = m.user_id
      where m.user_id is distinct from :exceptId
      group by u.id, p.account_status
      order by u.id`,
    {
      ssn: facts.ssnIndex,
      phones: [...facts.phones],
      email: plain(facts.email),
      last: plain(facts.last),
      first: plain(facts.first),
      address1: plain(facts.address1),
      postalCode: plain(facts.postal_code),
      exceptId: exceptId ?? null,
    },
  );
  return rows;
}

/** Accounts that share such a fact with a Blacklist account require approval (D5). */
export async function requireApprovalOfLinked(
  sql: Knex,
  psychicIds: readonly number[],
): Promise<void> {
  await sql.raw(
    `with mine as (
       select p.user_id, p.ssn_index, lower(trim(u.email)) as email, lower(trim(u.last)) as last,
              lower(trim(u.first)) as first, lower(trim(u.address1)) as address1,
              lower(trim(u.postal_code)) as postal_code
         from psychics p join users u on u.id = p.user_id
        where p.user_id = any (?::integer[])
     ), matches (user_id, other_id) as (
       select m.user_id, o.user_id from mine m join psychics o on o.ssn_index = m.ssn_index
       union all
       select m.user_id, o.user_id from mine m
         join phones own on own.user_id = m.user_id
         join phones o on o.phone_number = own.phone_number
       union all
       select m.user_id, o.id from mine m join users o on lower(o.email) = m.email
       union all
       select m.user_id, o.id from mine m
         join users o on lower(o.last) = m.last and lower(o.first) = m.first
           and lower(o.address1) = m.address1 and lower(o.postal_code) = m.postal_code
     )
     update psychics p set requires_approval = true
       from matches m
       join psychics other on other.user_id = m.other_id and other.account_status = 'Blacklist'
      where p.user_id = m.user_id and m.other_id <> m.user_id`,
    [[...psychicIds]],
  );
}
