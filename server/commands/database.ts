import { FileStoreError } from "../adapters/file-store.ts";
import { connect, type Database } from "../db/connection.ts";
import { openDatabase } from "../db/open.ts";
import { requireSchema } from "../db/schema-state.ts";
import { type Env, readEnv } from "../env.ts";
import { StartError } from "../start-error.ts";

/**
 * Opens the portal's database for a command: DATABASE_URL, or the embedded server. If the portal
 * runs, they share the embedded server; otherwise the server runs as long as the command.
 */
export async function openDatabaseForCommand(): Promise<{
  db: Database;
  env: Env;
  url: string;
  close(): Promise<void>;
}> {
  const env = readEnv();
  const opened = await openDatabase(env, () => {});
  try {
    await requireSchema(opened.url);
  } catch (error) {
    await opened.stop();
    throw error;
  }
  const db = connect(opened.url, { onError: () => {}, poolSize: 4 });
  return {
    db,
    env,
    url: opened.url,
    async close() {
      await db.close();
      await opened.stop();
    },
  };
}

/**
 * Runs a command. If it fails, the exit code is 1; an error that the user can correct is printed as
 * one line.
 */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (error instanceof StartError) console.error(error.message);
    else if (error instanceof FileStoreError) console.error(`The file store failed: ${error.code}`);
    else throw error;
    process.exitCode = 1;
  }
}
