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
  /** Letters that it was given and has not answered. */
  underWay(): number;
  close(): Promise<void>;
}

/** @param hangs whether it takes every letter in and then says nothing more. */
export async function openMailReceiver({ hangs = false } = {}): Promise<MailReceiver> {
  const letters: { to: string; text: string }[] = [];
  let underWay = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    closeTimeout: 100,
    onData(stream, { envelope }, callback) {
      underWay++;
      text(stream).then(
        (sent) => {
          if (hangs) return;
          underWay--;
          for (const { address } of envelope.rcptTo) letters.push({ to: address, text: sent });
          callback();
        },
        // The sender was killed in the middle of the letter.
        () => underWay--,
      );
    },
  });
  // A client that gives up.
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    lettersTo: (address) => letters.filter(({ to }) => to === address).map((one) => one.text),
    underWay: () => underWay,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
