import { FileStoreError } from "../adapters/file-store.ts";
import { connect, type Database } from "../db/connection.ts";
import { isAway } from "../db/is-away.ts";
import { openDatabase } from "../db/open.ts";
import { requireSchema } from "../db/schema-state.ts";
import { type Env, readEnv } from "../env.ts";
import { diskFull, lineOfDisk, noRoom } from "../explain-failure.ts";
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
 * one line, any other with its stack.
 */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const line = lineOf(error);
    if (line === null) throw error;
    console.error(line);
    process.exitCode = 1;
  }
}

function lineOf(error: unknown): string | null {
  if (error instanceof StartError) return error.message;
  if (error instanceof FileStoreError) return `The file store failed: ${error.code}`;
  if (!(error instanceof Error)) return null;
  // The message is left out: Knex puts the statement into it.
  const { code = "no connection" } = error as NodeJS.ErrnoException;
  if (code === diskFull) return noRoom;
  const line = lineOfDisk(error);
  if (line !== null || !isAway(error)) return line;
  return `The database went away or took too long (${code}): run the command again`;
}
