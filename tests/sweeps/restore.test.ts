import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createVault } from "#server/crypto/vault.ts";
import { runCommand } from "../server/fixtures/backup.ts";
import { filesBelow } from "../support/canaries.ts";
import { contentOf } from "../support/content-of.ts";
import { connectTo, createEmptyDatabase, type TestDatabase } from "../support/database.ts";
import { addClockToQueue } from "../support/database-clock.ts";
import { patient } from "../support/patience.ts";
import { makeManager, password } from "../support/people.ts";
import { dataFolder, endProcesses, Page, startPortal } from "../support/portal-process.ts";
import { schemaOf } from "../support/schema-of.ts";
import { signUp } from "../support/sign-up.ts";
import { openTestApp, type TestApp, testKeys } from "../support/test-app.ts";

let original: TestApp;
let restored: TestDatabase;
let source: pg.Client;
let target: pg.Client;
let manager: Awaited<ReturnType<typeof makeManager>>;
let psychicId: number;
let folder: string;
let backups: string;

beforeAll(async () => {
  original = await openTestApp();
  manager = await makeManager(original.services.db.sql, { email: "boss@people.example" });
  const boss = await original.signIn(manager.username, password);
  const created = await boss.post("/api/psychics", { psychic: signUp });
  expect(created.status).toBe(201);
  psychicId = created.body.user_id;
  const listing = { sales_pitch: "Clear and kind", body: "One line", categories: [26] };
  expect((await boss.post(`/api/psychics/${psychicId}/listings`, { listing })).status).toBe(204);
  // The letters stay in the queue, because this portal runs no jobs.
  const problem = { category: "Phone", details: "Told before the backup" };
  expect((await boss.post(`/api/psychics/${psychicId}/problem`, problem)).status).toBe(204);

  backups = await dataFolder();
  const home = await dataFolder();
  // The files are behind a link, as if on another disk. One recording's name is longer than a tar
  // header has room for.
  await symlink(original.webFolder, join(home, "files"));
  await mkdir(join(original.webFolder, "recordings/20260301"), { recursive: true });
  for (const name of ["empty", "c1", "c".repeat(200)]) {
    const content = name === "empty" ? "" : name.repeat(50_000);
    await writeFile(join(original.webFolder, `recordings/20260301/${name}.wav`), content);
  }
  source = await connectTo(original.databaseUrl);
  // A partition that a new database does not have, with an index of its own.
  await source.query(`
    create table pgboss.queue_stats_20010101 partition of pgboss.queue_stats
      for values from ('2001-01-01') to ('2001-01-02');
    create index own_index on pgboss.queue_stats_20010101 (name);
    insert into pgboss.queue_stats (name, captured_on) values ('deliver', '2001-01-01 12:00+00')`);

  restored = await createEmptyDatabase();
  folder = await dataFolder();
  const env = { DATA_KEYS: testKeys, DATA_DIR: home, DATABASE_URL: original.databaseUrl };
  const taken = await runCommand("backup", [backups], env);
  expect(taken, taken.errors).toMatchObject({ code: 0 });
  expect(taken.output).toMatch(/^[\d,]+ rows and 3 files backed up in .* rows\/s, .* MB\/s: \//);
  const again = { ...env, DATA_DIR: folder, DATABASE_URL: restored.url };
  const filled = await runCommand("restore", [backups], again);
  expect(filled, filled.errors).toMatchObject({ code: 0 });
  expect(filled.output).toMatch(/^[\d,]+ rows and 3 files restored in /);
  const name = new URL(original.databaseUrl).pathname.slice(1);
  expect(filled.errors).toContain(` from ${name}, as it was at `);
  target = await connectTo(restored.url);
  await addClockToQueue(target);
});
afterAll(async () => {
  await endProcesses();
  await source.end();
  await target.end();
  await restored.drop();
  await original.close();
});

test("a restored database has the original's schema", async () => {
  expect(await schemaOf(target)).toEqual(await schemaOf(source));
});

test("a restored folder has every file, and only its owner can read a backup", async () => {
  const files = async (at: string) =>
    (await filesBelow(at)).map(([path, text]) => [path.slice(at.length), text]).sort();
  const restoredFiles = await files(join(folder, "files"));
  expect(restoredFiles).toHaveLength(3);
  expect(restoredFiles).toEqual(await files(original.webFolder));

  const [name = ""] = await readdir(backups);
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/);
  const parts = await readdir(join(backups, name));
  expect(parts).toContain("public.users.copy.zst.age");
  for (const part of ["", ...parts]) {
    const { mode } = await stat(join(backups, name, part));
    expect(mode & 0o777, part).toBe(part ? 0o600 : 0o700);
    if (!part) continue;
    const start = await readFile(join(backups, name, part), "latin1");
    expect(start, part).toMatch(/^age-encryption\.org\/v1\n-> X25519 /);
  }
});

test("a restored database has every row, and the portal works with it", async () => {
  // Leaves out what changes by itself: every migration run writes the row of Knex's lock, and the
  // source's queue keeps updating the times of its own checks.
  const ours = async (client: pg.Client) =>
    Object.entries(await contentOf(client)).filter(([name]) =>
      /^public\.(?!knex_migrations_lock)|job|schedule|stats/.test(name),
    );
  const content = Object.fromEntries(await ours(source));
  expect(Object.fromEntries(await ours(target))).toEqual(content);
  expect(content["public.psychics"]).toMatch(/^1 /);

  const { rows } = await target.query("select ssn_sealed from psychics");
  const context = { table: "psychics", column: "ssn_sealed", userId: psychicId };
  const [{ ssn_sealed }] = rows;
  expect(createVault(testKeys).open(ssn_sealed, context)).toBe(signUp.ssn.replaceAll("-", ""));
  const other = createVault(`t1:${Buffer.alloc(32, 8).toString("base64")}`);
  expect(() => other.open(ssn_sealed, context)).toThrow();
  await expect(target.query("delete from audit_trail")).rejects.toThrow("insert-only");

  const portal = await startPortal({
    env: { DATABASE_URL: restored.url, DATA_KEYS: testKeys, DATA_DIR: folder },
  });
  const boss = new Page(portal.base);
  await boss.signIn(manager.username, password);
  const profile = JSON.parse((await boss.get(`/api/psychics/${psychicId}/profile`)).text);
  expect(profile).toMatchObject({ first: signUp.first, pin: signUp.pin });
  const psychic = new Page(portal.base);
  await psychic.signIn(signUp.username, signUp.password);
  // The sequences were restored, too: a new row gets the next id.
  const second = { ...signUp, username: "second", email: "second@people.example", pin: "0815" };
  const created = await boss.send("POST", "/api/psychics", { psychic: second });
  expect([created.status, JSON.parse(created.text).user_id]).toEqual([201, psychicId + 1]);
  // The portal now runs the jobs that were queued at the time of the backup.
  const letters = async () =>
    (await filesBelow(join(folder, "mail")).catch(() => [])).map(([, text]) => text).join();
  await expect.poll(letters, { timeout: patient(60_000) }).toContain("Told before the backup");
});
