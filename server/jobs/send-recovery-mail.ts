import { createHash } from "node:crypto";
import { brands } from "../../shared/reference/brands.ts";
import { findLinkOwners, makeLink } from "../features/sessions/passwords.ts";
import type { Job } from "./jobs.ts";
import { sendOnce } from "./send-once.ts";

/**
 * Mails a link to every account with the address. The links are made here and nowhere earlier, so
 * that no queue ever holds one.
 */
export const sendRecoveryMail: Job<"send-recovery-mail"> = {
  name: "send-recovery-mail",
  retries: 6,
  // The address of somebody who may be nobody of ours is not kept.
  keepFor: 3600,
  async handle(services, { email }, jobId) {
    const { db, clock, mailer, publicUrl, sender } = services;
    for (const owner of await findLinkOwners(db.sql, email)) {
      const brand = brands.find(({ key }) => key === owner.brand) ?? brands[0];
      const sent = {
        event: `recovery:${jobId}`,
        recipient: String(owner.id),
        channel: "mail",
      } as const;
      await sendOnce(services, sent, async () => {
        const token = await makeLink(db.sql, owner.id, clock());
        await mailer.send({
          id: createHash("sha256").update(`${sent.event}:${owner.id}`).digest("hex").slice(0, 32),
          from: sender(brand),
          to: owner.email,
          subject: `Your ${brand.name} password`,
          text: [
            `Hello ${owner.first},`,
            "",
            `someone, we hope you, asked to set a new password for the account "${owner.username}".`,
            "Open this link within the hour to choose one:",
            "",
            `${publicUrl(brand)}/recover_password/${token}`,
            "",
            "If it was not you, do nothing: your password stays as it is.",
            "",
            brand.name,
          ].join("\n"),
        });
      });
    }
  },
};
