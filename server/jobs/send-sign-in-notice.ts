import { wallClock } from "#shared/rules/new-york.ts";
import { findSignInNotice, makeDisownToken } from "../features/devices/sign-in-notices.ts";
import type { Job } from "./jobs.ts";
import { letterTries } from "./letter-tries.ts";
import { mailOnce } from "./mail-once.ts";
import { nameInLetter } from "./name-in-letter.ts";

/**
 * Tells a user that a new browser has signed in. The letter has a link to lock the account. Makes
 * the token here, so that it is never in a queue.
 */
export const sendSignInNotice: Job<"send-sign-in-notice"> = {
  name: "send-sign-in-notice",
  ...letterTries,
  async handle(services, { noticeId }) {
    const { db, publicUrl } = services;
    const notice = await findSignInNotice(db.sql, noticeId);
    if (!notice) return;
    const { userId, email, browser, place, signedInAt } = notice;
    await mailOnce(services, {
      event: `sign-in:${noticeId}`,
      recipient: String(userId),
      brand: notice.brand,
      write: async (brand) => ({
        to: email,
        subject: `New sign-in to your ${brand.name} account`,
        lines: [
          "Hello,",
          "",
          `Somebody signed in to your account ${nameInLetter(notice)} in a browser that has not been used for it before.`,
          "",
          `When: ${wallClock(signedInAt).format("MM/DD/YYYY hh:mm A")} ET`,
          `Browser: ${browser ?? "unknown"}`,
          ...(place ? [`Place: near ${place} (a guess from the browser's time zone)`] : []),
          "",
          "If it was you, you do not have to do anything.",
          "",
          "If it was not you, open this link within 7 days and press the button. That signs everybody",
          "out and locks your account until you set a new password:",
          "",
          `${publicUrl(brand)}/not_me/${await makeDisownToken(db.sql, noticeId)}`,
          "",
          brand.name,
        ],
      }),
    });
  },
};
