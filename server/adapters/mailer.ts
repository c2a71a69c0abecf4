import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Pruner } from "../db/prune-rows.ts";
import { endOfLife } from "../life.ts";
import { lives } from "../retention.ts";

export interface Letter {
  from: string;
  to: string;
  subject: string;
  text: string;
  /** Identifies the letter in its Message-ID and file name. */
  id: string;
}

export interface Mailer {
  /** @throws if the mail server rejects the letter; the job retries. */
  send(letter: Letter): Promise<void>;
  /** Removes letter files written before an instant. A mail server has none. */
  removeFiles?(before: Date): Promise<void>;
}

/**
 * Sends through a mail server.
 * @param letterTimeout milliseconds for a whole letter. The socket timeout does not end a
 * connection on which the server sends a line now and then.
 */
export function smtpMailer(url: string, letterTimeout = 20_000): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 15_000,
    // Each letter gets its own connection, so none stays open between letters.
    pool: false,
  });
  return {
    async send({ id, ...letter }) {
      await transport.sendMail({
        ...letter,
        messageId: messageId(id, letter.from),
        signal: AbortSignal.timeout(letterTimeout),
      });
    },
  };
}

/** Without a mail server, writes letters to files that a mail program can open. */
export function folderMailer(folder: string, onWritten: (file: string) => void): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return {
    async send({ id, ...letter }) {
      const { message } = await transport.sendMail({
        ...letter,
        messageId: messageId(id, letter.from),
      });
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${id}.eml`);
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      onWritten(file);
    },
    async removeFiles(before) {
      for (const name of await readdir(folder).catch(() => [])) {
        const file = join(folder, name);
        const found = await stat(file).catch(() => null);
        if (found?.isFile() && found.mtime < before) await rm(file, { force: true });
      }
    },
  };
}

function messageId(id: string, from: string): string {
  return `<${id}@${from.replace(/^.*@|>$/g, "")}>`;
}

/** Removes old letter files. Only a portal without a mail server writes them. */
export const pruneLetters: Pruner = {
  name: "letters",
  async prune({ mailer }, now) {
    await mailer.removeFiles?.(endOfLife(lives.letterFiles, now));
    return false;
  },
};
