import { findAddressee } from "../features/invitations/invitations.ts";
import { makeLink } from "../features/sessions/passwords.ts";
import type { Job } from "./jobs.ts";
import { letterTries } from "./letter-tries.ts";
import { mailOnce } from "./mail-once.ts";
import { nameInLetter } from "./name-in-letter.ts";

const day = 86_400_000;

/**
 * Invites an imported psychic or a new member of staff to set a first password. Nobody has confirmed
 * the address, so the letter contains no free text (C13).
 */
export const sendInvitationMail: Job<"send-invitation-mail"> = {
  name: "send-invitation-mail",
  ...letterTries,
  async handle(services, { userId, letter }) {
    const { db, clock, publicUrl } = services;
    const user = await findAddressee(db.sql, userId, letter);
    if (!user) return;
    await mailOnce(services, {
      // With the time: after a shut-out the letters count from 1 again.
      event: `invitation:${letter}:${user.invitedAt}`,
      recipient: String(userId),
      brand: user.brand,
      write: async (brand) => {
        const token = await makeLink(db.sql, userId, clock(), user.linkDays * day);
        const days = user.linkDays === 1 ? "one day" : `${user.linkDays} days`;
        return {
          to: user.email,
          subject: `Your ${brand.name} account`,
          lines: [
            "Hello,",
            "",
            user.extension === null
              ? `${brand.name} invites you to its staff portal. Your account ${nameInLetter(user)} is ready.`
              : `${brand.name} has a new portal. Your account ${nameInLetter(user)} is ready.`,
            `To set a password, open this link within ${days}:`,
            "",
            `${publicUrl(brand)}/recover_password/${token}`,
            "",
            user.extension === null
              ? "If the link has expired, ask the person who invited you for a new one."
              : `If the link has expired, choose "Forgot Password" at ${publicUrl(brand)}/login to get another one.`,
            "If you were not expecting this, ignore this e-mail.",
            "",
            brand.name,
          ],
        };
      },
    });
  },
};
