import { createHash } from "node:crypto";
import type { Knex } from "knex";
import { readingsDefinition } from "../features/ingest/readings-sql.ts";

/** SQL that can be run again at any time, such as `create or replace function`. */
export interface Definition {
  name: string;
  version: number;
  text: string;
  /** A table of `public`. Until an upgrade's job has made it, the earlier definition stays. */
  needs?: string;
}

export const definitions: readonly Definition[] = [readingsDefinition];

export const definitionsHash = hashOf(definitions.map(({ text }) => text).join("\0"));

/**
 * Runs the definitions whose text this database does not have yet. An older release leaves newer
 * versions alone, even if both releases have the same migrations: during an upgrade it must not
 * replace a function that newer processes call. A changed signature adds a second function:
 * PostgreSQL keeps the first, which older releases go on calling.
 * @param trx holds the lock of the migrations.
 */
export async function applyDefinitions(
  trx: Knex.Transaction,
  own: readonly Definition[] = definitions,
): Promise<void> {
  for (const { name, version, text, needs } of own) {
    if (needs && !(await trx.schema.withSchema("public").hasTable(needs))) continue;
    const hash = hashOf(text);
    const present = await trx("sql_definitions").where({ name }).first();
    if (present && (present.version > version || present.hash === hash)) continue;
    await trx.raw(text);
    await trx("sql_definitions").insert({ name, version, hash }).onConflict("name").merge();
  }
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
