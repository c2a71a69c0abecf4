import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "#server/start-error.ts";
import { addDays } from "#shared/rules/new-york.ts";

/** An unfinished migration fails, so that no database applies it. */
const template = `import type { Knex } from "knex";

/** Say here why the schema changes. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(\`
    alter table
  \`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("alter table");
}
`;

/** A migration's number looks like a date, but is only the day after the last migration's number. */
function dayAfter(last: string | undefined): string {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})_/.exec(last ?? "") ?? [];
  return addDays(`${year}-${month}-${day}`, 1).replaceAll("-", "");
}

/**
 * Creates a migration that runs after all others in the folder. @returns the name of its file.
 * @throws StartError for an invalid name.
 */
export async function createMigration(folder: string, name: string): Promise<string> {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new StartError("Usage: npm run migration -- a_name_in_lower_case, or --undo");
  }
  const last = (await readdir(folder))
    .filter((file) => file.endsWith(".ts"))
    .sort()
    .at(-1);
  const file = `${dayAfter(last)}_${name}.ts`;
  await writeFile(join(folder, file), template, { flag: "wx" });
  return file;
}
