import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isUnfinished } from "#server/adapters/file-store.ts";
import { readBackupKeys } from "#server/backup/backup-keys.ts";
import { openBackup } from "#server/backup/manifest.ts";
import { oneRow } from "#server/db/one-row.ts";
import { refreshStatistics } from "#server/features/statistics/refresh.ts";
import { prune } from "#server/pruners.ts";
import { plainPicture } from "../api/fixtures/pictures.ts";
import { backupKey, runCommand } from "../server/fixtures/backup.ts";
import { connectTo, createEmptyDatabase, type TestDatabase } from "../support/database.ts";
import { patient } from "../support/patience.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { sentReading, signatureHeaders } from "../support/platform-events.ts";
import { dataFolder, endProcesses } from "../support/portal-process.ts";
import { openTestApp, type TestApp, testEnv, testKeys } from "../support/test-app.ts";

let portal: TestApp;
let restored: TestDatabase;
let source: pg.Client;
let target: pg.Client;
let backups: string;
let folder: string;
/** SHA-256 of each picture's large file, as it was in the file store after the upload. */
const stored = new Map<string, string>();
const answered = { before: 0, after: 0 };
/** The statistics' refreshes that ended while the backup ran. */
let refreshes = 0;
const recording = randomBytes(3_000_000);

/** A busy portal may answer 503, and its clients then repeat the call. @returns the last status. */
async function repeated(call: () => PromiseLike<{ status: number }>): Promise<number> {
  for (;;) {
    const { status } = await call();
    if (status !== 503) return status;
  }
}

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

beforeAll(async () => {
  portal = await openTestApp({ work: true });
  const { sql } = portal.services.db;
  const account = await makeManager(sql);
  const psychic = await makePsychic(sql, { manager_id: account.id });
  const manager = await portal.signIn(account.username, password);
  source = await connectTo(portal.databaseUrl);
  await source.query(
    `insert into customers (id, username) select n, 'customer' || n from generate_series(1, 500) n`,
  );
  await source.query(
    "insert into psychic_customers (psychic_id, customer_id) select $1, id from customers",
    [psychic.id],
  );
  await source.query(
    `insert into readings (connection_id, psychic_id, customer_id, conn_type, started_at, minutes,
         free_minutes, paid_minutes, rate_cents, revenue_cents, result, rating_text)
       select 'early' || n, $1, 1 + n % 500, 'Call', '2026-03-01T12:00:00Z', 10, 0, 10, 200, 2000,
           'Completed', E'a\\ttab, a \\\\ and\\na line'
         from generate_series(1, 30000) n`,
    [psychic.id],
  );

  await mkdir(join(portal.webFolder, "recordings/20260301"), { recursive: true });
  await writeFile(join(portal.webFolder, "recordings/20260301/early1.wav"), recording);

  let goesOn = true;
  let events = 0;
  let refreshed = 0;
  const send = async () => {
    events += 1;
    const reading = sentReading({
      connection_id: `live${events}`,
      user_id: psychic.id,
      customer_id: 1 + (events % 500),
    });
    const at = new Date().toISOString();
    const body = JSON.stringify({
      type: "readings.recorded",
      timestamp: at,
      data: { readings: [reading] },
    });
    const headers = {
      "Content-Type": "application/json",
      ...signatureHeaders(testEnv.INGEST_SECRET, body),
    };
    const { agent } = portal.visit();
    const status = await repeated(() => agent.post("/api/ingest/events").set(headers).send(body));
    expect(status).toBe(200);
  };
  const upload = async (n: number) => {
    const image = await plainPicture("jpeg", { r: n % 256, g: 30, b: 30 });
    const path = `/api/psychics/${psychic.id}/image`;
    const status = await repeated(() => manager.post(path, { image }));
    expect(status).toBe(204);
    const { name } = await oneRow(sql("pictures").where({ user_id: psychic.id }).first("name"));
    const found = await portal.services.files.find(`pictures/${name}_l.jpg`);
    if (!found) throw new Error(`the picture ${name} is gone`);
    stored.set(name, hashOf(await buffer(await found.read())));
  };
  const load = [
    (async () => {
      while (goesOn) await send();
    })(),
    (async () => {
      for (let n = 0; goesOn; n++) await upload(n);
    })(),
    (async () => {
      for (; goesOn; refreshed++) await refreshStatistics(portal.services.db.pool, new Date());
    })(),
  ];
  await vi.waitUntil(() => events > 20, { timeout: patient(60_000) });

  backups = await dataFolder();
  const home = await dataFolder();
  await symlink(portal.webFolder, join(home, "files"));
  const env = { DATA_KEYS: testKeys, DATA_DIR: home, DATABASE_URL: portal.databaseUrl };
  answered.before = events - 1;
  const refreshedBefore = refreshed;
  const taken = await runCommand("backup", [backups], env);
  refreshes = refreshed - refreshedBefore;
  answered.after = events;
  await vi.waitUntil(() => events > answered.after + 5, { timeout: patient(60_000) });
  goesOn = false;
  await Promise.all(load);
  expect(taken, taken.errors).toMatchObject({ code: 0 });

  restored = await createEmptyDatabase();
  folder = await dataFolder();
  const again = { ...env, DATA_DIR: folder, DATABASE_URL: restored.url };
  const filled = await runCommand("restore", [backups], again);
  expect(filled, filled.errors).toMatchObject({ code: 0 });
  target = await connectTo(restored.url);
});
afterAll(async () => {
  await endProcesses();
  await source.end();
  await target.end();
  await restored.drop();
  await portal.close();
});

/** The rows of a table: each one's text, and its primary key. */
async function rowsOf(client: pg.Client, name: string, key: string, where = "true") {
  const { rows } = await client.query<{ line: string; key: string }>(
    `select t::text as line, row(${key})::text as key from ${name} t where ${where}`,
  );
  return rows;
}

test("a backup under load has exactly the rows that its snapshot saw", async () => {
  const { manifest } = await openBackup(backups, await readBackupKeys(backupKey));
  // By PostgreSQL's own rule.
  const isSeen = `pg_visible_in_snapshot(t.xmin::text::xid8, '${manifest.snapshot}')`;
  const { rows } = await source.query<{ name: string; key: string }>(
    `select c.oid::regclass::text as name, coalesce((
         select string_agg('t.' || quote_ident(a.attname), ', ' order by a.attnum)
           from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
          where i.indrelid = c.oid and i.indisprimary), 't') as key
       from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
        and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> 'knex_migrations_lock'`,
  );
  // All tables but Knex's lock, whose row every migration run writes again.
  expect(rows.length).toBeGreaterThan(40);
  let later = 0;
  for (const { name, key } of rows) {
    const seen = await rowsOf(source, name, key, isSeen);
    const restoredRows = await rowsOf(target, name, key);
    const restoredLines = new Set(restoredRows.map(({ line }) => line));
    expect(
      seen.filter(({ line }) => !restoredLines.has(line)),
      name,
    ).toEqual([]);
    // The other restored rows have changed since: the source has a later version of them, or none.
    const unchanged = new Set(seen.map((row) => row.key));
    const seenLines = new Set(seen.map(({ line }) => line));
    const others = restoredRows.filter(({ line }) => !seenLines.has(line));
    expect(
      others.filter((row) => unchanged.has(row.key)),
      name,
    ).toEqual([]);
    later += others.length;
    // Nobody changes these rows.
    if (/^(readings|audit_trail|platform_events|users|postal_codes|customers)$/.test(name)) {
      expect(others, name).toEqual([]);
    }
  }
  expect(later).toBeGreaterThan(0);
  expect(refreshes).toBeGreaterThan(0);
  // The load went on before, during and after the snapshot.
  const { rowCount: live } = await target.query(
    "select from readings where connection_id like 'live%'",
  );
  expect(live).toBeGreaterThanOrEqual(answered.before);
  expect(live).toBeLessThanOrEqual(answered.after);
  const { rowCount: all } = await source.query(
    "select from readings where connection_id like 'live%'",
  );
  expect(all).toBeGreaterThan(answered.after);
});

test("it has the file of each picture that its snapshot saw, even if replaced since", async () => {
  const { rows } = await target.query<{ name: string }>("select name from pictures");
  expect(rows).toHaveLength(1);
  for (const { name } of rows) {
    expect(stored.has(name), "the picture was uploaded by this test").toBe(true);
    const large = await readFile(join(folder, `files/pictures/${name}_l.jpg`));
    expect(hashOf(large)).toBe(stored.get(name));
    for (const size of ["s", "m"])
      await readFile(join(folder, `files/pictures/${name}_${size}.jpg`));
  }
  expect(stored.size).toBeGreaterThan(1);
});

test("it has the recordings", async () => {
  const restoredFile = join(folder, "files/recordings/20260301/early1.wav");
  expect((await readFile(restoredFile)).equals(recording)).toBe(true);
});

test("the nightly prune removes the pictures that were replaced during the backup", async () => {
  const left = async () => {
    let count = 0;
    for await (const file of portal.services.files.list("pictures")) {
      if (!isUnfinished(file)) count += 1;
    }
    return count;
  };
  await portal.advance(2 * 86_400_000);
  await prune.handle(portal.services, {}, "job");
  expect(await left()).toBe(3);
});
