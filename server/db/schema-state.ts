import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { StartError } from "../start-error.ts";

export const migrationsFolder = join(import.meta.dirname, "../../migrations");

type Run = (text: string) => Promise<{ rows: unknown[] }>;

/** A database's schema compared with this release. */
export interface SchemaState {
  /** All migrations that the database has. */
  done: string[];
  /** Migrations of this release that the database lacks. */
  missing: string[];
  /** Migrations of a newer release. */
  unknown: string[];
  /** A release may start if it has this migration; null if the database names none. */
  floor: string | null;
}

export async function schemaState(run: Run): Promise<SchemaState> {
  const ownMigrations = (await readdir(migrationsFolder))
    .filter((file) => file.endsWith(".ts"))
    .sort();
  const [tables] = (
    await run(`select to_regclass('knex_migrations') is not null as migrations,
                      to_regclass('schema_floor') is not null as floor`)
  ).rows as { migrations: boolean; floor: boolean }[];
  const done = tables?.migrations
    ? ((await run("select name from knex_migrations order by name")).rows as { name: string }[])
    : [];
  const [floor] = tables?.floor
    ? ((await run("select migration from schema_floor")).rows as { migration: string }[])
    : [];
  const names = done.map(({ name }) => name);
  return {
    done: names,
    missing: ownMigrations.filter((name) => !names.includes(name)),
    unknown: names.filter((name) => !ownMigrations.includes(name)),
    floor: floor?.migration ?? null,
  };
}

/** @returns those that this release does not have. */
export async function unknownMigrations(names: readonly string[]): Promise<string[]> {
  const own = await readdir(migrationsFolder);
  return names.filter((name) => !own.includes(name));
}

/**
 * A newer release only adds to the schema, so this release still works with it. This makes it
 * possible to go back after an upgrade, and keeps old processes alive during one (C9).
 * @throws StartError if the newer release removed something that this one needs.
 */
export async function refuseNewerSchema({ missing, unknown, floor }: SchemaState): Promise<void> {
  const ownMigrations = await readdir(migrationsFolder);
  if (missing.length === 0 && floor !== null && ownMigrations.includes(floor)) return;
  const least = floor === null ? "" : `: only releases with ${floor} may use it`;
  throw new StartError(
    `The database belongs to a newer release (it has the migration ${unknown.at(-1)}) and does not work with this one${least}`,
  );
}

/**
 * Apart from a restore, commands never migrate; only the portal does. A newer release's command
 * could otherwise break an older portal that is running.
 * @throws StartError for a database that is older than this release, or too new for it.
 */
export async function requireSchema(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => {});
  await client.connect();
  try {
    const state = await schemaState((text) => client.query(text));
    if (state.unknown.length > 0) return await refuseNewerSchema(state);
    if (state.missing.length > 0) {
      throw new StartError(
        `The database is older than this release (it lacks the migration ${state.missing[0]}). Start the portal, which updates it, then run this again`,
      );
    }
  } finally {
    await client.end();
  }
}
