import { createInterface } from "node:readline/promises";

/**
 * A manager's password, from MANAGER_PASSWORD or the terminal. Never as an argument: a shell keeps
 * those in its history, and every user of a machine sees them.
 */
export async function askPassword(): Promise<string> {
  if (process.env.MANAGER_PASSWORD) return process.env.MANAGER_PASSWORD;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question("Password (6 to 50 characters): ");
  } finally {
    lines.close();
  }
}
