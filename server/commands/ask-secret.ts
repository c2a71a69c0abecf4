import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Asks on the terminal, or reads a line from a pipe. */
export async function askLine(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

/** The same, but without showing the input. */
export async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return askLine(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // With `terminal`, readline turns off the terminal's echo, and its own echo is discarded.
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  process.stderr.write(question);
  try {
    return await lines.question("");
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}

/**
 * A manager's password, from MANAGER_PASSWORD or the terminal. Never from an argument: shells store
 * those in their history, and every user of the machine sees them.
 */
export async function askPassword(): Promise<string> {
  return process.env.MANAGER_PASSWORD || askSecret("Password (6 to 50 characters): ");
}
