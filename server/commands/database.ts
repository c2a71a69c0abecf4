import { connect, type Database } from "../db/connection.ts";
import { openDatabase } from "../db/open.ts";
import { requireSchema } from "../db/schema-state.ts";
import { type Env, readEnv } from "../env.ts";
import { StartError } from "../start-error.ts";

/**
 * The portal's database for a command, with or without a running portal: DATABASE_URL, or the
 * embedded server. A running embedded server is shared; otherwise it runs as long as the command.
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
 * Runs a command. An error that the user can correct is printed as one line; the exit code tells
 * success from failure.
 */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
