// Creates the next migration, or undoes the last one in the database:
//
//   npm run migration -- add_problem_category
//   npm run migration -- --undo
import { runCommand } from "#server/commands/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import { migrationsFolder } from "#server/db/schema-state.ts";
import { readEnv } from "#server/env.ts";
import { StartError } from "#server/start-error.ts";
import { createMigration } from "./create-migration.ts";

async function create(name: string): Promise<void> {
  const file = await createMigration(migrationsFolder, name);
  console.log(`Write migrations/${file}, then: npm run tables`);
  console.log("The server applies it when it next starts.");
}

async function undo(): Promise<void> {
  const env = readEnv();
  if (env.production)
    throw new StartError(
      "--undo does not work in production: write a new migration that undoes the change",
    );
  const database = await openDatabase(env, () => {});
  try {
    const [undone] = await migrate(database.url, "one back");
    console.log(
      undone
        ? `Undid ${undone}. The server applies it again when it next starts.`
        : "No migration is left to undo.",
    );
  } finally {
    await database.stop();
  }
}

await runCommand(async () => {
  const [name = "", ...rest] = process.argv.slice(2);
  if (name === "--undo") await undo();
  else await create([name, ...rest].join("_").replaceAll("-", "_"));
});
