import { connectTo, createTestDatabase } from "#tests/support/database.ts";
import { modelPage } from "./model-page.ts";
import { readTables } from "./read-tables.ts";
import { tableTypes } from "./table-types.ts";

/** The files that describe the tables, by path, generated from the migrated database. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const database = await createTestDatabase();
  try {
    const client = await connectTo(database.url);
    const tables = await readTables(client).finally(() => client.end());
    return {
      "server/db/tables.ts": tableTypes(tables),
      "docs/data-model.md": modelPage(tables),
    };
  } finally {
    await database.drop();
  }
}
