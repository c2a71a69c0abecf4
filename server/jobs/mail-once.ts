import { createHash } from "node:crypto";
import type { Brand } from "#shared/reference/brands.ts";
import type { Services } from "../services.ts";
import { sendOnce } from "./send-once.ts";

interface Mail {
  /** The event and the recipient identify the letter. */
  event: string;
  recipient: string;
  /** The key of the sending brand. */
  brand: string;
  /** Called only when we send, because a link it creates is stored nowhere else. */
  write: (brand: Brand) => Promise<{ to: string; subject: string; lines: readonly string[] }>;
}

/** Sends a letter once, however often its job runs. */
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
