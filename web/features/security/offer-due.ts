import type { Session } from "#shared/sessions.ts";
import { localDay } from "#web/lib/dates.ts";
import { signInWay } from "./sign-in-way.ts";

const keyOf = (userId: number) => `factor-offer ${userId}`;

/** @param day the last day (inclusive) on which this user sees no offer on this device. */
export const putOffOffer = (userId: number, day: string) =>
  localStorage.setItem(keyOf(userId), day);

/** Staff may see the offer every day. Psychics see it only after they have typed a password. */
export function isOfferDue({ user_id, manager }: Session): boolean {
  const isPutOff = (localStorage.getItem(keyOf(user_id)) ?? "") >= localDay(Date.now());
  return !isPutOff && (manager === null || ["password", "code"].includes(signInWay() ?? ""));
}
