import { connect, type Database } from "../db/connection.ts";
import { openDatabase } from "../db/open.ts";
import { requireSchema } from "../db/schema-state.ts";
import { type Env, readEnv } from "../env.ts";
import { StartError } from "../start-error.ts";

/**
 * The portal's database for a command, beside a running portal or alone: DATABASE_URL's server, or
 * the embedded one, joined if it runs and started for as long as the command does if not.
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

/** Runs a command: what a person can mend is one line, and the exit code says how it went. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
