import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import type { Knex } from "knex";
import { makeAgreement } from "#seeds/builders/agreement.ts";
import type { Columns, Row } from "#seeds/builders/insert.ts";
import * as builders from "#seeds/builders/psychic.ts";
import * as users from "#seeds/builders/user.ts";

/** The password of every test account. Hashed once and cheaply. Tests of passwords hash at full cost. */
export const password = "open-sesame";
const passwordHash = hash(password, { memoryCost: 1024, timeCost: 1, parallelism: 1 });

type Person = Columns<"users">;

/** A user who can sign in. */
export interface Account {
  id: number;
  username: string;
  email: string;
  password: string;
}

const accountOf = ({ id, username, email }: Row<"users">): Account => ({
  id,
  username,
  email,
  password,
});

/**
 * End-to-end tests of several processes share a database, so every username is random. So is every
 * last name: equal names would link the accounts of two tests (D5).
 */
const withCredentials = async (person: Person): Promise<Person> => ({
  username: `person-${randomUUID()}`,
  last: `Person ${randomUUID().slice(0, 8)}`,
  password_hash: await passwordHash,
  ...person,
});

export async function makeManager(sql: Knex, person: Person = {}): Promise<Account> {
  return accountOf(await users.makeManager(sql, await withCredentials(person)));
}

/** Makes a psychic who can sign in and has accepted the agreement. `psychic` overrides columns of `psychics`. */
export async function makePsychic(
  sql: Knex,
  columns: Person & { psychic?: Columns<"psychics">; manager_id?: number } = {},
): Promise<Account & { managerId: number; extension: string }> {
  const { psychic = {}, manager_id, ...person } = columns;
  const { user, ...made } = await builders.makePsychic(sql, {
    ...psychic,
    manager_id: manager_id ?? (await makeManager(sql)).id,
    user: await withCredentials(person),
  });
  await makeAgreement(sql, { user_id: user.id });
  return { ...accountOf(user), managerId: made.manager_id, extension: made.extension };
}
