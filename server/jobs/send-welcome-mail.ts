import { makeLink } from "../features/sessions/passwords.ts";
import type { Job } from "./jobs.ts";
import { letterTries } from "./letter-tries.ts";
import { mailOnce } from "./mail-once.ts";
import { findAddressee, nameInLetter } from "./name-in-letter.ts";

/**
 * Confirms a sign-up: the username (or the extension: see nameInLetter) and a link to set a new
 * password, never a password or PIN (D10). The address may be another person's, so the letter
 * contains no free text (C13).
 */
export const sendWelcomeMail: Job<"send-welcome-mail"> = {
  name: "send-welcome-mail",
  ...letterTries,
  async handle(services, { userId }) {
    const { db, clock, publicUrl } = services;
    const user = await findAddressee(db.sql, userId);
    if (!user) return;
    await mailOnce(services, {
      event: "welcome",
      recipient: String(userId),
      brand: user.brand,
      write: async (brand) => {
        const token = await makeLink(db.sql, userId, clock());
        return {
          to: user.email,
          subject: `Welcome to ${brand.name}`,
          lines: [
            "Hello,",
            "",
            `${brand.name} has created the account ${nameInLetter(user)} for this address.`,
            "An administrator will contact you, usually within 24 hours.",
            "",
            "To set a new password, open this link within one hour:",
            "",
            `${publicUrl(brand)}/recover_password/${token}`,
            "",
            `If the link has expired, choose "Forgot Password" at ${publicUrl(brand)}/login to get another one.`,
            "",
            brand.name,
          ],
        };
      },
    });
  },
};
