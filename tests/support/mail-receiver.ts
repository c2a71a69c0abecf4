import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** Joins the lines of a letter that its sender folded. */
export const unfold = (letter: string) => letter.replace(/=\r?\n/g, "");

/** A mail server that accepts every letter, unless its options say otherwise. */
export interface MailReceiver {
  /** The value for SMTP_URL. */
  url: string;
  /** All letters to this address so far, including refused ones. */
  lettersTo(address: string): string[];
  /** How many letters are being sent or wait for an answer. */
  underWay(): number;
  close(): Promise<void>;
}

interface Behavior {
  /** Whether it reads every letter and never answers. */
  hangs?: boolean;
  /** Whether it refuses letters to this address. The refusal quotes the letter. */
  refuses?: (address: string) => boolean;
}

export async function openMailReceiver(behavior: Behavior = {}): Promise<MailReceiver> {
  const { hangs = false, refuses = () => false } = behavior;
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
          const isRefused = envelope.rcptTo.some(({ address }) => refuses(address));
          callback(isRefused ? new Error(`refused: ${unfold(sent).replace(/\s+/g, " ")}`) : null);
        },
        // The sender was killed while it sent the letter.
        () => underWay--,
      );
    },
  });
  // A client that gives up must not end this process.
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
