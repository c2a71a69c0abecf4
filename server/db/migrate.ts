import knex, { type Knex } from "knex";
import { loadPlaces } from "../features/places/load-places.ts";
import { installJobs } from "../jobs/jobs.ts";
import { StartError } from "../start-error.ts";
import { applyDefinitions } from "./definitions.ts";
import { migrationsFolder, refuseNewerSchema, schemaState } from "./schema-state.ts";

/** Any number; every process of the portal takes the same advisory lock while it migrates. */
export const migrationLock = 7_263_001;

/**
 * Brings the database up to date. Several processes may start at once: one migrates, the others
 * wait for it. Each migration runs in a transaction, so a kill in the middle leaves a clean rerun.
 * The schema of a newer release is left as it is.
 * @returns the names of the migrations that were applied or undone.
 * @throws StartError if that release no longer supports this one, or a migration fails.
 */
export async function migrate(
  databaseUrl: string,
  to: "latest" | "one back" | "empty" = "latest",
): Promise<string[]> {
  const db = knex({
    client: "pg",
    connection: databaseUrl,
    pool: { min: 0, max: 2 },
    migrations: {
      directory: migrationsFolder,
      loadExtensions: [".ts"],
    },
    // Knex would print a failure in two lines of its own; the StartError says it in one.
    log: { warn: () => {}, error: () => {} },
  });
  try {
    return await db.transaction(async (lock) => {
      await lock.raw("select pg_advisory_xact_lock(?)", [migrationLock]);
      // Knex's own lock is a row that a killed process leaves behind; ours goes with its session.
      await db.migrate.forceFreeMigrationsLock();
      if (to === "one back") return namesIn(await db.migrate.down());
      if (to === "empty") return namesIn(await db.migrate.rollback(undefined, true));
      const state = await schemaState((text) => lock.raw(text));
      if (state.unknown.length > 0) {
        await refuseNewerSchema(state);
        return [];
      }
      const applied = await applyPending(db);
      await installJobs(databaseUrl);
      await loadPlaces(db);
      await applyDefinitions(lock);
      return applied;
    });
  } finally {
    await db.destroy();
  }
}

async function applyPending(db: Knex): Promise<string[]> {
  try {
    return namesIn(await db.migrate.latest());
  } catch (error) {
    // The first one that is still pending is the one that failed. Without the database there is none.
    const [, pending] = await db.migrate.list().catch(() => [[], []]);
    if (pending.length === 0 || !(error instanceof Error)) throw error;
    throw new StartError(
      `The migration ${pending[0].file} failed, and changed nothing: ${error.message.trim()}`,
    );
  }
}

/** The names in Knex's answer, which is `[batch, names]`. */
const namesIn = ([, names]: [number, string[]]): string[] => names;
