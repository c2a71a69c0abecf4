import { randomInt } from "node:crypto";
import type { Knex } from "knex";
import { expect, type Page } from "playwright/test";
import { signUp } from "#tests/support/sign-up.ts";

/** Random digits. Two tests rarely get the same; PINs may repeat, as phone numbers differ. */
const digits = (count: number) => String(randomInt(10 ** (count - 1), 10 ** count));

/** A sign-up that collides with nobody's. */
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
 * A psychic with a PIN, a phone number and a profile that waits for approval, made by the manager
 * who is signed in there, as the wizard makes it.
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
