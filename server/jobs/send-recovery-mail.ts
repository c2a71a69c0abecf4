import { findLinkOwners, makeLink } from "../features/sessions/passwords.ts";
import type { Job } from "./jobs.ts";
import { recoveryTries } from "./letter-tries.ts";
import { mailOnce } from "./mail-once.ts";
import { nameInLetter } from "./name-in-letter.ts";

/**
 * Sends a link to every account with the address. Makes the links here, so that they are never in a
 * queue.
 */
export const sendRecoveryMail: Job<"send-recovery-mail"> = {
  name: "send-recovery-mail",
  ...recoveryTries,
  // The address may belong to a person without an account.
  storedFor: 3600,
  privateData: true,
  async handle(services, { email }, jobId) {
    if (email === null) return;
    const { db, clock, publicUrl } = services;
    for (const owner of await findLinkOwners(db.sql, email)) {
      await mailOnce(services, {
        event: `recovery:${jobId}`,
        recipient: String(owner.id),
        brand: owner.brand,
        write: async (brand) => {
          const token = await makeLink(db.sql, owner.id, clock());
          return {
            to: owner.email,
            subject: `Your ${brand.name} password`,
            lines: [
              "Hello,",
              "",
              `Somebody asked for a new password for the account ${nameInLetter(owner)}.`,
              "To choose one, open this link within one hour:",
              "",
              `${publicUrl(brand)}/recover_password/${token}`,
              "",
              "If it was not you, ignore this e-mail. Your password stays the same.",
              "",
              brand.name,
            ],
          };
        },
      });
    }
  },
};
