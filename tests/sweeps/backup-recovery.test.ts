import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { describe, expect, test } from "vitest";
import { readBackupKeys } from "#server/backup/backup-keys.ts";
import { openBackup, writeManifest } from "#server/backup/manifest.ts";
import { takeBackup } from "#server/backup/take-backup.ts";
import { migrate } from "#server/db/migrate.ts";
import {
  backupKey,
  filesIn,
  runCommand,
  setUpBackup,
  startCommand,
  untilItIsGone,
  untilItWaits,
} from "../server/fixtures/backup.ts";
import { connectTo, createEmptyDatabase } from "../support/database.ts";
import { patient } from "../support/patience.ts";
import { dataFolder, productionSecrets } from "../support/portal-process.ts";

const fixture = setUpBackup();
const { backUp, restore, expectRefusal } = fixture;

describe("a backup of another release", () => {
  const takeOf = async (
    change: (client: pg.Client) => Promise<unknown>,
    url = fixture.sourceEnv().DATABASE_URL,
  ) => {
    const at = await dataFolder();
    const database = await connectTo(url);
    await change(database).finally(() => database.end());
    const env = {
      ...productionSecrets,
      BACKUP_KEY: backupKey,
      dataDir: fixture.sourceEnv().DATA_DIR,
    };
    await takeBackup(env, url, at, "0.9.0");
    return at;
  };

  test("that is newer is refused; the line names a migration that it needs", async () => {
    const name = "20990101_later.ts";
    const keys = await readBackupKeys(backupKey);
    const { folder, manifest } = await openBackup(await takeOf(async () => {}), keys);
    await rm(join(folder, "manifest.age"));
    const migrations = [...manifest.migrations, name];
    await writeManifest(folder, { ...manifest, migrations }, keys);
    await expectRefusal(
      await restore(folder),
      `The backup needs a release that has the migration ${name}: `,
    );
  });

  test("is not even taken if the database has a newer schema", async () => {
    const name = "20990101_later.ts";
    await fixture.onSource("insert into knex_migrations (name, batch) values ($1, 9)", [name]);
    const at = await dataFolder();
    const { code, errors } = await backUp(at);
    await fixture.onSource("delete from knex_migrations where name = $1", [name]);
    expect([code, errors]).toEqual([
      1,
      `The database belongs to a newer release (it has the migration ${name}). Back it up with that one\n`,
    ]);
    expect(await readdir(at)).toEqual([]);
  });

  test("is not restored into the database of a newer one", async () => {
    await migrate(fixture.targetEnv().DATABASE_URL);
    await fixture
      .client()
      .query("insert into knex_migrations (name, batch) values ('20990101_later.ts', 9)");
    const { code, errors } = await restore();
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^Checking .*\nThe database has the schema of a newer release .*\n$/),
    ]);
    expect(await filesIn(fixture.files())).toEqual([]);
  });

  test("with another version of the job queue is refused", async () => {
    const change = (by: number) => (database: pg.Client) =>
      database.query("update pgboss.version set version = version + $1", [by]);
    const other = await takeOf(change(-1));
    await takeOf(change(1));
    await expectRefusal(await restore(other), /^The backup's job queue has version /);
  });

  test("that is older is restored, and gets this release's migrations", async () => {
    const older = await createEmptyDatabase();
    const database = await connectTo(fixture.sourceEnv().DATABASE_URL);
    const { rows } = await database.query("select name from knex_migrations order by name");
    await database.end();
    const names = rows.map(({ name }) => name);
    await migrate(older.url, names.slice(0, -2));
    const at = await takeOf(
      (one) => one.query("insert into customers (id, username) values (7, 'older')"),
      older.url,
    );
    await older.drop();
    const { code, output } = await restore(at);
    expect([code, output]).toEqual([0, expect.stringMatching(/^2 migrations of this release/)]);
    const done = await fixture.client().query("select name from knex_migrations order by name");
    expect(done.rows).toEqual(rows);
    const customers = await fixture.client().query("select id, username from customers");
    expect(customers.rows).toEqual([{ id: "7", username: "older" }]);
  });

  test("of the week after an upgrade is restored with nothing left to move, and no strays", async () => {
    const week = `
      insert into partitioned_tables (name, stage) values ('logins', 'catching up');
      create schema partitioned;
      alter table logins set schema partitioned;
      create table public.logins (like partitioned.logins including identity including defaults);
      insert into public.logins (user_id, source, started_at, last_action_at)
        select (select min(id) from users), 'phone', at, at
          from generate_series(1, 23) n, lateral (select statement_timestamp() - n * interval '30 days' as at) t`;
    const at = await takeOf((one) =>
      one.query(`${week}; update schema_floor set migration = '20260110_schema_floor.ts'`),
    );
    expect(await restore(at)).toMatchObject({ code: 0 });
    const { rows } = await fixture
      .client()
      .query(
        "select migration, (select count(*) from partitioned_tables) as left from schema_floor",
      );
    expect(rows).toEqual([{ migration: "20260128_partitions.ts", left: "0" }]);
    const logins = await fixture
      .client()
      .query(
        "select count(*)::int, count(*) filter (where tableoid = 'logins_strays'::regclass)::int as strays from logins where source = 'phone'",
      );
    expect(logins.rows).toEqual([{ count: 23, strays: 0 }]);
    await fixture.onSource("delete from partitioned_tables", []);
    await fixture.onSource("drop table public.logins", []);
    await fixture.onSource("alter table partitioned.logins set schema public", []);
    await fixture.onSource("drop schema partitioned", []);
  });
});

describe("a command that is killed", () => {
  test("leaves no backup, and the next one is whole", async () => {
    const at = await dataFolder();
    const holder = await connectTo(fixture.sourceEnv().DATABASE_URL);
    await holder.query("begin; lock table versions in access exclusive mode");
    const env = fixture.sourceEnv();
    const killed = await startCommand("backup", [at], env);
    await untilItWaits(env.DATABASE_URL);
    const [left = "", ...others] = await readdir(at);
    expect([left, others]).toEqual([expect.stringMatching(/^unfinished-/), []]);
    await writeFile(join(at, left, "public.users.copy.zst.age"), "half a table");
    const second = await runCommand("backup", [at], env);
    expect(second.errors).toBe("A backup of this database is already running\n");
    killed.kill("SIGKILL");
    await killed.ended;
    await expectRefusal(await restore(at), /has no backup$/);
    await holder.end();
    await expect.poll(async () => (await backUp(at)).code, { timeout: patient(60_000) }).toBe(0);
    expect((await readdir(at)).filter((name) => name.startsWith("unfinished"))).toEqual([]);
    expect(await restore(at)).toMatchObject({ code: 0 });
  });

  test("leaves an empty database and folder to the next restore", async () => {
    await migrate(fixture.targetEnv().DATABASE_URL);
    const holder = await connectTo(fixture.targetEnv().DATABASE_URL);
    await holder.query("begin; lock table versions in access share mode");
    const killed = await startCommand("restore", [fixture.backups()], fixture.targetEnv());
    await untilItWaits(fixture.targetEnv().DATABASE_URL);
    expect(await readdir(fixture.files())).toEqual([".restoring"]);
    const [staging = ""] = (await readdir(join(fixture.files(), ".restoring"))).filter(
      (name) => name !== "database",
    );
    await mkdir(join(fixture.files(), ".restoring", staging, "pictures"));
    await writeFile(join(fixture.files(), ".restoring", staging, "pictures/half.jpg"), "half");
    killed.kill("SIGKILL");
    await killed.ended;
    await holder.end();
    await untilItIsGone(fixture.targetEnv().DATABASE_URL);
    expect((await fixture.client().query("select from users")).rowCount).toBe(0);
    const again = await restore();
    expect(again, again.errors).toMatchObject({ code: 0 });
    expect(await filesIn(fixture.files())).toEqual(["pictures", "pictures/a.jpg"]);
    expect((await fixture.client().query("select from users")).rowCount).toBe(1);
  });
});

test("a copy with another SESSION_SECRET has nobody signed in and no device", async () => {
  const database = await connectTo(fixture.sourceEnv().DATABASE_URL);
  await database.query(
    `insert into sessions (sid, sess, expire) values ('s', '{}', now() + interval '1 day')`,
  );
  const at = await dataFolder();
  expect(await backUp(at)).toMatchObject({ code: 0 });
  await database.query("delete from sessions");
  await database.end();
  const done = await restore(at, { SESSION_SECRET: "another secret that is long enough for it" });
  expect([done.code, done.output]).toEqual([0, expect.stringContaining("has to sign in again")]);
  expect((await fixture.client().query("select from sessions")).rowCount).toBe(0);
  expect((await stat(join(fixture.files(), "pictures/a.jpg"))).size).toBe(9);
});
