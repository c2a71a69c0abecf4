import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { makePsychic } from "#seeds/builders/psychic.ts";
import { sentReading } from "#seeds/builders/reading.ts";
import { connect, type Database } from "#server/db/connection.ts";
import { migrate } from "#server/db/migrate.ts";
import { oneRow } from "#server/db/one-row.ts";
import { ingestReadings } from "#server/features/ingest/ingest-readings.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { endProcesses, spawnPortal, startPortal } from "../support/portal-process.ts";

let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { onError: () => {}, poolSize: 2 });
  return async () => {
    await db.close();
    await database.drop();
  };
});
afterAll(endProcesses);

const env = () => ({ DATABASE_URL: database.url });
const migrationNames = () => db.sql("knex_migrations").orderBy("id").pluck("name");
const later = "20990101_later.ts";

/** Changes the database as the upgrade of a later release does. */
async function upgrade(floor?: string): Promise<void> {
  await db.sql("knex_migrations").insert({ name: later, batch: 99, migration_time: new Date() });
  if (floor) await db.sql("schema_floor").update({ migration: floor });
}
const command = (script: string, ...args: string[]) =>
  spawnPortal({ env: env(), script: `server/commands/${script}.ts`, args });

describe("a newer release's schema (C9)", () => {
  test("works with this release, which changes nothing in it", async () => {
    await upgrade();
    const before = await migrationNames();
    const portal = await startPortal({ env: env() });
    const answer = await fetch(`${portal.base}/api/health/ready`);
    expect(answer.status).toBe(200);
    expect(await portal.stop()).toMatchObject({ code: 0, errors: "" });
    expect(await migrationNames()).toEqual(before);
    const listed = await (await command("failed-jobs")).ended;
    expect([listed.code, listed.errors]).toEqual([0, ""]);
  });

  test("refuses a release that it no longer supports, in one line", async () => {
    await upgrade(later);
    const message = `The database belongs to a newer release (it has the migration ${later}) and does not work with this one: only releases with ${later} may use it\n`;
    for (const ended of [
      await (await spawnPortal({ env: env() })).ended,
      await (await command("failed-jobs")).ended,
    ]) {
      expect([ended.code, ended.errors]).toEqual([1, message]);
    }
  });
});

describe("a command on an older release's schema (C9)", () => {
  test.each([
    ["months"],
    ["refresh-statistics"],
    ["failed-jobs"],
    ["deliveries"],
    ["reseal"],
    ["import", "readings.csv"],
    ["manager", "shut-out", "somebody"],
  ])("%s refuses it, and migrates nothing", async (script, ...args) => {
    const last = (await migrationNames()).at(-1);
    await db.sql("knex_migrations").where({ name: last }).delete();
    const before = await migrationNames();
    const { code, errors } = await (await command(script, ...args)).ended;
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^The database is older than this release \(it lacks the migration \S+\)\. Start the portal/,
    );
    expect(await migrationNames()).toEqual(before);
  });

  test("failed-jobs refuses an empty database, too", async () => {
    await migrate(database.url, "empty");
    const { code, errors } = await (await command("failed-jobs")).ended;
    expect([code, errors]).toEqual([1, expect.stringMatching(/^The database is older/)]);
  });
});

describe("SQL functions that are defined beside their feature", () => {
  /** The function with the most columns. Older releases call the ones with fewer. */
  const newest = async () => {
    const { rows } = await db.sql.raw<{ rows: { name: string; text: string }[] }>(
      `select oid::regprocedure::text as name, pg_get_functiondef(oid) as text from pg_proc
        where proname = 'ingest_readings' order by pronargs desc limit 1`,
    );
    return oneRow(Promise.resolve(rows));
  };
  /** Changes the stored definition as a process of another release does. */
  async function storeOtherVersion(version: number): Promise<void> {
    const { text } = await newest();
    await db.sql.raw(text.replace("begin", "begin\n  -- another release's"));
    await db.sql("sql_definitions").update({ version, hash: "another" });
  }

  test("are updated after an older release, once", async () => {
    const own = await newest();
    const rows = await db.sql("sql_definitions");
    await storeOtherVersion(0);
    await migrate(database.url);
    expect(await newest()).toEqual(own);
    expect(await db.sql("sql_definitions")).toEqual(rows);
    // SQL that the database already has does not run again.
    await db.sql.raw(own.text.replace("begin", "begin\n  -- not run again"));
    await migrate(database.url);
    expect((await newest()).text).toContain("not run again");
  });

  test("are not replaced if a newer release defined them, even without a migration", async () => {
    await storeOtherVersion(1_000_000);
    const later = await newest();
    expect(later.text).toContain("another release's");
    await migrate(database.url);
    expect(await newest()).toEqual(later);
  });

  test("accept the calls of a release that knows one column less", async () => {
    const { text, name } = await newest();
    await db.sql.raw(text.replace("OUT applied", "later_column text[], OUT applied"));
    expect((await newest()).name).not.toBe(name);
    const { user_id } = await makePsychic(db.sql);
    const sent = sentReading({ user_id });
    expect(await ingestReadings(db.pool, [sent], null)).toMatchObject({ applied: 1 });
  });
});
