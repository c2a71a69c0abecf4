import { randomInt } from "node:crypto";
import type { Knex } from "knex";
import { expect, type Page } from "playwright/test";
import { signUp } from "#tests/support/sign-up.ts";

/** Random digits. Tests rarely get the same ones. PINs may repeat, because phone numbers differ. */
const digits = (count: number) => String(randomInt(10 ** (count - 1), 10 ** count));

/** Sign-up data with a unique username and random numbers. */
export function freshSignUp(id: string) {
  const username = `new-${id}-${digits(6)}`;
  return {
    ...signUp,
    username,
    email: `${username}@people.example`,
    pin: digits(4),
    ssn: digits(9),
    phone: `212${digits(7)}`,
  };
}

/**
 * Creates a psychic as the wizard does (with a PIN, a phone number and a pending profile), and then
 * makes the account Active. `request` must belong to a signed-in manager.
 */
export async function makeNewcomer(
  { request }: Pick<Page, "request">,
  sql: Knex,
  id: string,
  origin: string,
) {
  const psychic = freshSignUp(id);
  const answer = await request.post("/api/psychics", {
    data: { psychic },
    headers: { Origin: origin },
  });
  expect(answer.status()).toBe(201);
  const { user_id } = await answer.json();
  await sql("psychics").where({ user_id }).update({ account_status: "Active" });
  return { ...psychic, id: Number(user_id) };
}
