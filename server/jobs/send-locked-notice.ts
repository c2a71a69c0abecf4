import { findLinkOwner, makeLink } from "../features/sessions/passwords.ts";
import type { Job } from "./jobs.ts";
import { letterTries } from "./letter-tries.ts";
import { mailOnce } from "./mail-once.ts";
import { nameInLetter } from "./name-in-letter.ts";

/** Mails the owner of a locked account a link to set a new password. */
export const sendLockedNotice: Job<"send-locked-notice"> = {
  name: "send-locked-notice",
  ...letterTries,
  async handle(services, { userId }, jobId) {
    const { db, clock, publicUrl } = services;
    const owner = await findLinkOwner(db.sql, userId);
    if (!owner) return;
    await mailOnce(services, {
      event: `locked:${jobId}`,
      recipient: String(userId),
      brand: owner.brand,
      write: async (brand) => ({
        to: owner.email,
        subject: `Your ${brand.name} account is locked`,
        lines: [
          "Hello,",
          "",
          `You told us that somebody else signed in to your account ${nameInLetter(owner)}. We signed`,
          "everybody out, and the old password no longer works.",
          "Open this link within the hour to choose a new one:",
          "",
          `${publicUrl(brand)}/recover_password/${await makeLink(db.sql, userId, clock())}`,
          "",
          "If the hour has passed, ask for another link here:",
          "",
          `${publicUrl(brand)}/forgot_password`,
          "",
          "After you sign in, check your PIN, your phone numbers and your e-mail address.",
          `You can always write to ${brand.supportEmail}.`,
          "",
          brand.name,
        ],
      }),
    });
  },
};
