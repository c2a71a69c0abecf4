import { createRequire } from "node:module";
import type pg from "pg";
import { schemaState, unknownMigrations } from "#server/db/schema-state.ts";
import type { Env } from "#server/env.ts";
import { lives } from "#server/retention.ts";
import { StartError } from "#server/start-error.ts";
import { listTables } from "./catalog.ts";
import type { Backup } from "./manifest.ts";

/** The version of the queue's tables that this release makes. */
const queueVersion: number = createRequire(import.meta.url)("pg-boss/package.json").pgboss.schema;

/** @throws StartError if this release, or these settings, cannot bring the backup back. */
export async function requireRestorable(
  { manifest, keys }: Backup,
  env: Pick<Env, "DATA_KEYS">,
  options: { withoutDataKeys: boolean },
): Promise<void> {
  const unknown = await unknownMigrations(manifest.migrations);
  if (unknown.length > 0) {
    throw new StartError(
      `The backup needs a release that has the migration ${unknown.at(-1)}: restore it with one. Release ${manifest.release} made it`,
    );
  }
  if (manifest.queue !== queueVersion) {
    throw new StartError(
      `The backup's job queue has version ${manifest.queue}, this release's has ${queueVersion}. Restore it with the release that made it, ${manifest.release}, then upgrade`,
    );
  }
  const hashes = env.DATA_KEYS.split(",").flatMap(keys.sign);
  const missing = manifest.dataKeys.filter(({ hash }) => !hashes.includes(hash));
  if (missing.length > 0 && !options.withoutDataKeys) {
    throw new StartError(
      `DATA_KEYS lacks the backup's ${missing.map(({ id }) => id).join(", ")}, without which SSNs and PINs cannot be read. Add it, or restore with --without-data-keys if it is lost`,
    );
  }
}

/** Tables that have rows before anybody uses the portal. */
const filledByRelease: readonly string[] = [
  ...[...lives.schema.tables, ...lives.places.tables, "statistics_state"],
  ...["knex_migrations", "knex_migrations_lock"],
].map((name) => `public.${name}`);

/** @throws StartError if a portal uses the database, it has rows, or its schema is newer. */
export async function requireUnused(client: pg.Client): Promise<void> {
  const { unknown } = await schemaState((text) => client.query(text));
  if (unknown.length > 0) {
    throw new StartError(
      `The database has the schema of a newer release (it has the migration ${unknown.at(-1)}). Restore into a new database`,
    );
  }
  const portals = await client.query(
    `select from pg_stat_activity
      where datname = current_database() and application_name like 'portal%'`,
  );
  if (portals.rowCount) {
    throw new StartError(
      "A portal uses this database. Stop it first, and restore into an empty one",
    );
  }
  await client.query("select set_config('search_path', '', false)");
  const tables = (await listTables(client)).filter(
    ({ name }) => name.startsWith("public.") && !filledByRelease.includes(name),
  );
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select from ${name} limit 1`);
    if (rowCount) {
      throw new StartError(
        `The database is in use: ${name} has rows. A restore needs an empty one`,
      );
    }
  }
  await client.query("reset search_path");
}
