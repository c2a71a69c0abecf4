import type { Knex } from "knex";
import { Refusal } from "#server/http/refusal.ts";
import { raiseVersion } from "#server/http/versions.ts";
import { disownableFor } from "#shared/devices.ts";
import { removeCalendarAddress } from "../calendar/calendar-addresses.ts";
import { type UndoneChange, undoChangesSince } from "../confirmation/email-changes.ts";
import { removeFactorsSince } from "../factors/factors.ts";
import { heldFor } from "../sessions/begin-session.ts";
import { endWithSessions } from "../sessions/passwords.ts";
import { forgetBrowsers } from "./known-browsers.ts";
import { findByToken, spendNotice } from "./sign-in-notices.ts";

/**
 * Locks the account into which somebody else has signed in: ends every session, every recovery link
 * and the calendar's address, makes every browser a new one, and lets nobody sign in until a new
 * password is set. Also undoes changes of the e-mail address since that sign-in, so that the recovery
 * link reaches the owner.
 * Removes the passkeys and the code app that were added since, or while that sign-in waited for its
 * second factor, so that nobody else can sign in.
 * @returns whose account it is, and the change of the e-mail that was undone.
 * @throws Refusal 404 for an unknown token, and if the link was used or is older than 7 days.
 */
export async function disownSignIn(
  trx: Knex,
  token: string,
  now: Date,
): Promise<{ userId: number; undone: UndoneChange | null }> {
  const notice = await findByToken(trx, token);
  if (!notice) throw new Refusal("not_found");
  const { userId } = notice;
  // Locks the version first, as a write of the profile does, so that the two cannot deadlock.
  await raiseVersion(trx, "profile", userId);
  const isExpired = now.getTime() >= Date.parse(notice.signedInAt) + disownableFor;
  const since = isExpired ? null : await spendNotice(trx, { ...notice, now });
  if (since === null) throw new Refusal("not_found");
  const undone = await undoChangesSince(trx, userId, since, now);
  await trx("users")
    .where({ id: userId })
    .update({ locked_at: now, session_epoch: trx.raw("session_epoch + 1") });
  await endWithSessions(trx, userId, now);
  await forgetBrowsers(trx, userId);
  await removeCalendarAddress(trx, userId);
  await removeFactorsSince(trx, userId, new Date(since.getTime() - heldFor));
  return { userId, undone };
}
