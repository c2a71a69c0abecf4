import knex from "knex";
import { loadPlaces } from "../features/places/load-places.ts";
import { installJobs } from "../jobs/jobs.ts";
import { StartError } from "../start-error.ts";
import { advisoryLocks } from "./advisory-locks.ts";
import { applyDefinitions } from "./definitions.ts";
import { startMonths } from "./partitions/keep-months.ts";
import { migrationsFolder, refuseNewerSchema, schemaState } from "./schema-state.ts";

/**
 * Brings the database up to date. Several processes may start at once: one migrates, the others
 * wait for it. The pending migrations share one transaction, so after a kill in the middle the next
 * start runs them all again. The schema of a newer release is left as it is.
 * @param to if it is a list of migrations, a new database is made with only these, as in an earlier
 * release.
 * @returns the names of the migrations that were applied or undone.
 * @throws StartError if a newer schema does not support this release, or a migration fails.
 */
export async function migrate(
  databaseUrl: string,
  to: "latest" | "one back" | "empty" | readonly string[] = "latest",
): Promise<string[]> {
  let failed: string | undefined;
  const db = knex({
    client: "pg",
    connection: databaseUrl,
    pool: { min: 0, max: 2 },
    migrations: {
      directory: migrationsFolder,
      loadExtensions: [".ts"],
    },
    // Knex would print a failure in two lines of its own; the StartError says it in one.
    log: {
      warn: (line: string) => {
        failed ??= /^migration file "(.+)" failed/.exec(line)?.[1];
      },
      error: () => {},
    },
  });
  try {
    return await db.transaction(async (lock) => {
      await lock.raw("select pg_advisory_xact_lock(?)", [advisoryLocks.migration]);
      // Knex's own lock is a row that a killed process leaves behind; ours goes with its session.
      await db.migrate.forceFreeMigrationsLock();
      if (to === "one back") return namesIn(await db.migrate.down());
      if (to === "empty") return namesIn(await db.migrate.rollback(undefined, true));
      if (typeof to !== "string") {
        for (const name of to) await db.migrate.up({ name });
        await installJobs(databaseUrl);
        return [...to];
      }
      const state = await schemaState((text) => lock.raw(text));
      if (state.unknown.length > 0) {
        await refuseNewerSchema(state);
        return [];
      }
      const applied = namesIn(await db.migrate.latest());
      await installJobs(databaseUrl);
      await loadPlaces(db);
      await applyDefinitions(lock);
      await startMonths(databaseUrl, new Date());
      return applied;
    });
  } catch (error) {
    if (failed === undefined || !(error instanceof Error)) throw error;
    // The pending migrations share a transaction. Those that are undone or listed have one each.
    let outcome = "failed";
    if (to === "latest") outcome = "failed, and nothing was changed";
    else if (typeof to === "string") outcome = "could not be undone";
    throw new StartError(`The migration ${failed} ${outcome}: ${error.message.trim()}`);
  } finally {
    await db.destroy();
  }
}

/** The names in Knex's answer, which is `[batch, names]`. */
const namesIn = ([, names]: [number, string[]]): string[] => names;
