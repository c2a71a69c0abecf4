import { createHash } from "node:crypto";
import type { Brand } from "#shared/reference/brands.ts";
import type { Services } from "../services.ts";
import { sendOnce } from "./send-once.ts";

interface Mail {
  /** What is told, and whom: together they are the letter's name. */
  event: string;
  recipient: string;
  /** The key of the brand that writes. */
  brand: string;
  /** Made only if the letter goes out now: a link in it is kept nowhere else. */
  write: (brand: Brand) => Promise<{ to: string; subject: string; lines: readonly string[] }>;
}

/** Mails something to somebody once, however often its job runs. */
export async function mailOnce(services: Services, mail: Mail): Promise<void> {
  const { event, recipient, write } = mail;
  const brand = services.brands.named(mail.brand);
  await sendOnce(services, { event, recipient, channel: "mail" }, async () => {
    const { to, subject, lines } = await write(brand);
    await services.mailer.send({
      id: createHash("sha256").update(`${event}:${recipient}`).digest("hex").slice(0, 32),
      from: services.sender(brand),
      to,
      subject,
      text: lines.join("\n"),
    });
  });
}
