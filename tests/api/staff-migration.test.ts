import { join } from "node:path";
import type { Knex } from "knex";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type Database } from "#server/db/connection.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { makeManager, makePsychic } from "../support/people.ts";

interface Migration {
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
}
const file = join(import.meta.dirname, "../../migrations/20260133_staff_roles.ts");

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { onError: () => {} });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test("the oldest manager of each brand who can sign in becomes an owner", async () => {
  const make = (columns: object) => makeManager(db.sql, columns);
  const shutOut = await make({ brand: "cos", password_hash: null });
  const [oldest, younger] = [await make({ brand: "cos" }), await make({ brand: "cos" })];
  const gone = await make({ brand: "onesun", password_hash: null });
  const psychic = await makePsychic(db.sql, { manager_id: oldest.id });
  const { up, down }: Migration = await import(file);
  await db.sql.transaction(async (trx: Knex) => {
    await down(trx);
    await up(trx);
  });
  const rows = await db.sql("users").select("id", "staff_role");
  const roles = new Map(rows.map(({ id, staff_role }) => [id, staff_role]));
  expect([shutOut, oldest, younger, gone, psychic].map(({ id }) => roles.get(id))).toEqual([
    "manager",
    "owner",
    "manager",
    "manager",
    null,
  ]);
});
