import { createHash } from "node:crypto";
import { brands } from "../../shared/reference/brands.ts";
import { makeLink } from "../features/sessions/passwords.ts";
import type { Job } from "./jobs.ts";
import { sendOnce } from "./send-once.ts";

/** Confirms a sign-up: the username and a link to set a password, never a password or PIN (D10). */
export const sendWelcomeMail: Job<"send-welcome-mail"> = {
  name: "send-welcome-mail",
  retries: 6,
  async handle(services, { userId }) {
    const { db, clock, mailer, publicUrl, sender } = services;
    const user = await db
      .sql("users")
      .where({ id: userId })
      .first("username", "first", "email", "brand");
    if (!user) return;
    const brand = brands.find(({ key }) => key === user.brand) ?? brands[0];
    const sent = { event: "welcome", recipient: String(userId), channel: "mail" } as const;
    await sendOnce(services, sent, async () => {
      const token = await makeLink(db.sql, userId, clock());
      await mailer.send({
        id: createHash("sha256").update(`welcome:${userId}`).digest("hex").slice(0, 32),
        from: sender(brand),
        to: user.email,
        subject: `Welcome to ${brand.name}`,
        text: [
          `Hello ${user.first},`,
          "",
          `your account with ${brand.name} has been created. Your username is "${user.username}".`,
          "An administrator will contact you, usually within 24 hours.",
          "",
          "You can set your password with this link within the hour:",
          "",
          `${publicUrl(brand)}/recover_password/${token}`,
          "",
          `Later, "Forgot Password" at ${publicUrl(brand)}/login sends you another one.`,
          "",
          brand.name,
        ].join("\n"),
      });
    });
  },
};
