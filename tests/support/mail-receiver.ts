import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A mail server that takes every letter: what a portal sends arrives as it would anywhere. */
export interface MailReceiver {
  /** For SMTP_URL. */
  url: string;
  /** All letters to this address so far. */
  lettersTo(address: string): string[];
  close(): Promise<void>;
}

export async function openMailReceiver(): Promise<MailReceiver> {
  const letters: { to: string; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, { envelope }, callback) {
      void text(stream).then((sent) => {
        for (const { address } of envelope.rcptTo) letters.push({ to: address, text: sent });
        callback();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    lettersTo: (address) => letters.filter(({ to }) => to === address).map((one) => one.text),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
