import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type Database } from "#server/db/connection.ts";
import { exportedKinds, exportedNames } from "#server/features/export/exported-kinds.ts";
import { findImportKind, importNames } from "#server/features/import/import-kinds.ts";
import { storedPsychics } from "#server/features/import/kinds/stored-psychics.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { onError: () => {}, poolSize: 1 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** The columns that psychics.csv does not need, and why. */
const leftOut: Record<string, string> = {
  "psychics.erased_at": "an erased person is not imported again",
  "psychics.manager_id": "the file has the manager's username",
  "psychics.ssn_index": "follows from the SSN",
  "psychics.user_id": "the id of the account, which the new system gives",
  "users.factor_asked_at": "only staff have it",
  "users.locked_at": "the owner unlocks the account with a new password",
  "users.role": "all of them are psychics",
  "users.session_epoch": "sessions are not moved",
  "users.spoken_languages": "only staff have it",
  "users.staff_role": "psychics are not staff",
};

test("an export of psychics has each column of their tables", async () => {
  const { rows } = await db.sql.raw<{ rows: { table: string; name: string }[] }>(
    `select table_name as "table", column_name as name from information_schema.columns
      where table_schema = 'public' and table_name in ('users', 'psychics') order by 1, 2`,
  );
  const isRead = ({ table, name }: { table: string; name: string }) =>
    new RegExp(`\\b${table === "users" ? "u" : "p"}\\.${name}\\b`).test(
      storedPsychics.slice(0, storedPsychics.indexOf("from psychics p")),
    );
  const missing = rows.filter((row) => !isRead(row)).map(({ table, name }) => `${table}.${name}`);
  const hint = "read it in the stored-….ts of its import, or say in `leftOut` why not";
  expect(missing, hint).toEqual(Object.keys(leftOut));
});

/** Columns that an export computes from other columns of its SQL. */
const computed: Record<string, string[]> = { readings: ["rate", "revenue"] };

test.each(exportedNames.filter((name) => name !== "psychics"))(
  "an export of %s reads each column of its file",
  async (name) => {
    const { columns, sql } = exportedKinds[name];
    const { fields } = await db.pool.query(`select * from (${sql}) rows limit 0`);
    const read = [...fields.map((field) => field.name), ...(computed[name] ?? [])];
    expect(read).toEqual(expect.arrayContaining([...columns]));
  },
);

test.each(importNames)("docs/import-columns.md names each column of %s", (name) => {
  const text = readFileSync(join(import.meta.dirname, "../../docs/import-columns.md"), "utf8");
  const [, section = ""] = text.split(`\n### ${name}\n`);
  const [ownText = ""] = section.split(/^##/m);
  const { shape } = findImportKind(name)?.format.schema ?? {};
  // Each line names its psychic in one of these, as the document's beginning says.
  const psychicColumns = ["username", "extension", "external_id"];
  const missing = Object.keys(shape ?? {}).filter(
    (column) =>
      !ownText.includes(`\`${column}\``) &&
      !(name !== "psychics" && psychicColumns.includes(column)),
  );
  expect(shape).toBeDefined();
  expect(missing).toEqual([]);
});
