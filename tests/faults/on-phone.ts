import { type Account, makePsychic } from "../support/people.ts";
import type { House } from "./house.ts";
import { auditReports, type Result } from "./ledger.ts";
import { Phone } from "./phone.ts";

export interface Fault {
  name: string;
  run(house: House, amount: number): Promise<Result>;
}

let series = 0;

/** Texts that no other report has. */
export function textsOf(amount: number): string[] {
  series += 1;
  return Array.from({ length: amount }, (_, place) => `Report ${series}-${place + 1}`);
}

/**
 * One round for every four operations, at most four. The sweeps, which run six operations, have
 * two.
 */
export const roundsOf = (amount: number) => Math.min(4, Math.ceil(amount / 4));

export function* parts<T>(list: readonly T[], count: number): Generator<T[]> {
  const size = Math.ceil(list.length / count);
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}

/**
 * Makes a psychic, signs in on a phone and runs `work`. At the end compares the forms' outcomes
 * with the database.
 */
export async function onPhone(
  house: House,
  work: (phone: Phone, psychic: Account) => Promise<number>,
): Promise<Result> {
  const psychic = await makePsychic(house.sql);
  const phone = await Phone.open(house);
  await phone.signIn(psychic);
  const faults = await work(phone, psychic);
  const audit = await auditReports(house.sql, psychic.id, phone.reports);
  await phone.close();
  return { ...audit, faults };
}
