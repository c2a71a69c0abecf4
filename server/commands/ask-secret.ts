import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Asks on the terminal, or reads a line of what is piped in. */
export async function askLine(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

/** The same without showing what is typed. */
export async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return askLine(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // With `terminal` the terminal itself echoes nothing, and what readline would echo goes nowhere.
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
 * A manager's password, from MANAGER_PASSWORD or the terminal. Never as an argument: a shell keeps
 * those in its history, and every user of a machine sees them.
 */
export async function askPassword(): Promise<string> {
  return process.env.MANAGER_PASSWORD || askSecret("Password (6 to 50 characters): ");
}
