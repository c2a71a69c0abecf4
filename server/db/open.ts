import pg from "pg";
import type { Env } from "../env.ts";
import { StartError } from "../start-error.ts";

/** Our statements use `returning old.…`, which older servers lack. */
const oldestServer = 18;

/** A database and how to release it. */
export interface OpenDatabase {
  url: string;
  stop(): Promise<void>;
}

/**
 * The server of DATABASE_URL, or the embedded one of the data folder, which is started or joined.
 * @throws StartError with one line if the server does not answer, is too old or is a replica.
 */
export async function openDatabase(env: Env, log: (line: string) => void): Promise<OpenDatabase> {
  const given = env.DATABASE_URL;
  if (!given) {
    // Imported only here: the production image does not have the binaries.
    const { startEmbedded } = await import("./embedded.ts");
    return startEmbedded({ dataDir: env.dataDir, log });
  }
  const client = clientOf(given);
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      "select current_setting('server_version_num') as version, pg_is_in_recovery() as is_replica",
    );
    const major = Math.floor(Number(rows[0].version) / 10_000);
    if (major < oldestServer) {
      throw new StartError(
        `DATABASE_URL is a PostgreSQL ${major}, but the portal needs ${oldestServer} or newer`,
      );
    }
    if (rows[0].is_replica) {
      throw new StartError(
        "The database of DATABASE_URL is a replica, which accepts no changes: give the primary's address",
      );
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code, message } = error as { code?: string; message: string };
    throw new StartError(`The database of DATABASE_URL does not answer (${code ?? message})`);
  } finally {
    await client.end().catch(() => {});
  }
  return { url: given, stop: async () => {} };
}

/** @throws StartError for an invalid address, without quoting it: it may hold a password. */
function clientOf(connectionString: string): pg.Client {
  try {
    return new pg.Client({ connectionString, connectionTimeoutMillis: 5000 });
  } catch {
    throw new StartError("DATABASE_URL must be like postgres://user:password@host:5432/name");
  }
}
