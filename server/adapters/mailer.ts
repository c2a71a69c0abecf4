import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";

export interface Letter {
  from: string;
  to: string;
  subject: string;
  text: string;
  /** Names the letter: the same one is the same letter (Message-ID, file name). */
  id: string;
}

export interface Mailer {
  /** @throws when the mail server does not take it; the job tries again. */
  send(letter: Letter): Promise<void>;
  /** Removes letters that were written as files before an instant; a mail server has none. */
  removeFiles?(before: Date): Promise<void>;
}

/**
 * Through a mail server.
 * @param patience milliseconds for a whole letter: a server that says a word now and then would hold
 * it for as long as it likes.
 */
export function smtpMailer(url: string, patience = 20_000): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 15_000,
    // A queue of jobs sends one after the other; nothing is held open between.
    pool: false,
  });
  return {
    async send({ id, ...letter }) {
      await transport.sendMail({
        ...letter,
        messageId: messageId(id, letter.from),
        signal: AbortSignal.timeout(patience),
      });
    },
  };
}

/** Without a mail server letters are files that a mail program opens. */
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
