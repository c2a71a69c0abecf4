import { findEmailChange, makeUndoToken } from "../features/confirmation/email-changes.ts";
import type { Job } from "./jobs.ts";
import { letterTries } from "./letter-tries.ts";
import { mailOnce } from "./mail-once.ts";
import { nameInLetter } from "./name-in-letter.ts";

/**
 * Tells the old address that the account has another one. If the owner made the change, the letter
 * has a link to undo it. Makes the token here, so that it is never in a queue.
 */
export const sendEmailChangeMail: Job<"send-email-change-mail"> = {
  name: "send-email-change-mail",
  ...letterTries,
  async handle(services, { changeId }) {
    const { db, publicUrl } = services;
    const change = await findEmailChange(db.sql, changeId);
    if (!change) return;
    const { userId, oldEmail, canUndo } = change;
    await mailOnce(services, {
      event: `email-change:${changeId}`,
      recipient: String(userId),
      brand: change.brand,
      write: async (brand) => ({
        to: oldEmail,
        subject: `Your ${brand.name} e-mail address was changed`,
        lines: [
          "Hello,",
          "",
          canUndo
            ? `The e-mail address of your account ${nameInLetter(change)} was changed.`
            : `A manager changed the e-mail address of your account ${nameInLetter(change)}.`,
          "From now on we write to the new address.",
          "",
          ...(canUndo
            ? [
                "If you changed it, you do not have to do anything.",
                "",
                "If you did not, open this link within 7 days and press the button. That restores this",
                "address and signs everybody out of your account:",
                "",
                `${publicUrl(brand)}/undo_email/${await makeUndoToken(db.sql, changeId)}`,
              ]
            : [`If this is wrong, please write to ${brand.supportEmail}.`]),
          "",
          brand.name,
        ],
      }),
    });
  },
};
