import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createVault, type VaultContext } from "#server/crypto/vault.ts";
import { connect, type Database } from "#server/db/connection.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { oneRow } from "#server/db/one-row.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { dataFolder, endProcesses, Page, startPortal } from "../support/portal-process.ts";

// Instead of a backup, an operator may copy the embedded database's folder while the portal is
// stopped.

const newKey = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;
const dataKeys = newKey("kept");
const ssn = "078051120";

const ssnOf = (userId: number): VaultContext => ({
  table: "psychics",
  column: "ssn_sealed",
  userId,
});

let folder: string;
let restored: string;
let psychic: Awaited<ReturnType<typeof makePsychic>>;
let rowCounts: Record<string, number>;

async function withServer<T>(dataDir: string, work: (db: Database, url: string) => Promise<T>) {
  const server = await startEmbedded({ dataDir, settings: { fsync: "off" } });
  const db = connect(server.url, { onError: () => {}, poolSize: 2 });
  try {
    return await work(db, server.url);
  } finally {
    await db.close();
    await server.stop();
  }
}

async function countAll(sql: Knex): Promise<Record<string, number>> {
  const { rows } = await sql.raw<{ rows: { name: string }[] }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'pgboss') order by 1`,
  );
  const all: Record<string, number> = {};
  for (const { name } of rows) {
    all[name] = (await sql.raw(`select count(*)::int as n from ${name}`)).rows[0].n;
  }
  return all;
}

beforeAll(async () => {
  folder = join(await dataFolder(), "here");
  restored = join(await dataFolder(), "elsewhere");
  rowCounts = await withServer(folder, async ({ sql }, url) => {
    await migrate(url);
    const manager = await makeManager(sql);
    psychic = await makePsychic(sql, { manager_id: manager.id });
    const vault = createVault(dataKeys);
    await sql("psychics")
      .where({ user_id: psychic.id })
      .update({
        ssn_sealed: vault.seal(ssn, ssnOf(psychic.id)),
        ssn_index: vault.index("ssn", ssn),
      });
    await sql.raw(
      `insert into customers (id, username) select n, 'customer' || n from generate_series(1, 500) n`,
    );
    await sql.raw(
      `insert into psychic_customers (psychic_id, customer_id) select ?, id from customers`,
      [psychic.id],
    );
    await sql.raw(
      `insert into readings (connection_id, psychic_id, customer_id, conn_type, started_at,
           minutes, free_minutes, paid_minutes, rate_cents, revenue_cents, result)
       select 'c' || n, ?, 1 + n % 500, 'Call', '2026-03-01T12:00:00Z', 10, 0, 10, 200, 2000, 'Completed'
         from generate_series(1, 20000) n`,
      [psychic.id],
    );
    await sql("audit_trail").insert({ action: "kept" });
    return countAll(sql);
  });
  await promisify(execFile)("cp", ["-a", folder, restored]);
});
afterAll(endProcesses);

describe("a copy of the data folder, started in another place", () => {
  test("has every row, and runs beside the original", async () => {
    expect(rowCounts["public.readings"]).toBe(20_000);
    await withServer(folder, async (original) => {
      await withServer(restored, async (copy) => {
        expect(await countAll(copy.sql)).toEqual(rowCounts);
        // These are two servers: a row written to the copy is not in the original.
        await copy.sql("audit_trail").insert({ action: "restored" });
        expect((await countAll(original.sql))["public.audit_trail"]).toBe(1);
        await expect(copy.sql("audit_trail").delete()).rejects.toThrow("insert-only");
      });
    });
  });

  test("opens an SSN only with its own key, row and column", async () => {
    const other = await withServer(restored, async ({ sql }) => {
      const one = await makePsychic(sql, { manager_id: psychic.managerId });
      // An attacker copies the sealed value into another row.
      await sql.raw(
        `update psychics set ssn_sealed = (select ssn_sealed from psychics where user_id = ?)
          where user_id = ?`,
        [psychic.id, one.id],
      );
      return one;
    });
    await withServer(restored, async ({ sql }) => {
      const sealed = async (id: number): Promise<Buffer> =>
        (await oneRow(sql("psychics").where({ user_id: id }).first())).ssn_sealed as Buffer;
      const own = await sealed(psychic.id);
      expect(createVault(dataKeys).open(own, ssnOf(psychic.id))).toBe(ssn);
      expect(own.toString("latin1")).not.toContain(ssn);

      const copied = await sealed(other.id);
      expect(copied.equals(own)).toBe(true);
      const unreadable: [string, () => string][] = [
        ["another key", () => createVault(newKey("other")).open(own, ssnOf(psychic.id))],
        [
          "another key of that name",
          () => createVault(newKey("kept")).open(own, ssnOf(psychic.id)),
        ],
        ["another row", () => createVault(dataKeys).open(copied, ssnOf(other.id))],
        [
          "another column",
          () => createVault(dataKeys).open(own, { ...ssnOf(psychic.id), column: "pin_sealed" }),
        ],
      ];
      for (let at = 0; at < own.length; at++) {
        const changed = Buffer.from(own);
        changed.writeUInt8(own.readUInt8(at) ^ 1, at);
        const cut = own.subarray(0, at);
        const vault = createVault(dataKeys);
        unreadable.push([`byte ${at} changed`, () => vault.open(changed, ssnOf(psychic.id))]);
        unreadable.push([`cut after byte ${at}`, () => vault.open(cut, ssnOf(psychic.id))]);
      }
      for (const [how, open] of unreadable) {
        expect(open, how).toThrow();
        try {
          open();
        } catch (error) {
          expect(String(error), how).not.toContain(ssn);
        }
      }
    });
  });

  test("serves the portal: the psychic can still sign in", async () => {
    const server = await startEmbedded({ dataDir: restored, settings: { fsync: "off" } });
    const portal = await startPortal({
      env: { DATABASE_URL: server.url, DATA_KEYS: dataKeys, DATA_DIR: restored },
    });
    const page = new Page(portal.base);
    await page.signIn(psychic.username, password);
    const range = "start_date=2026-03-01&end_date=2026-03-01&limit=1";
    const answer = await page.get(`/api/psychics/${psychic.id}/readings?${range}`);
    expect(JSON.parse(answer.text)).toMatchObject({ total: 20_000 });
    portal.kill("SIGKILL");
    await portal.ended;
    await server.stop();
  });
});

describe("a vault with a new key", () => {
  const old = createVault(dataKeys);
  const rotated = createVault(`${newKey("new")},${dataKeys}`);
  const context = ssnOf(7);

  test("opens what the old key sealed, and seals with the new key", () => {
    const before = old.seal(ssn, context);
    const after = rotated.seal(ssn, context);
    expect(rotated.open(before, context)).toBe(ssn);
    expect(rotated.open(after, context)).toBe(ssn);
    expect(before.subarray(0, 5).toString()).toBe("\x04kept");
    expect(after.subarray(0, 4).toString()).toBe("\x03new");
    // Without the new key, the error names the missing key and not a wrong row.
    expect(() => old.open(after, context)).toThrow("not in DATA_KEYS");
  });

  test("computes the same indexes as before", () => {
    for (const kind of ["ssn", "phone-pin", "request"] as const) {
      expect(rotated.index(kind, ssn).equals(old.index(kind, ssn))).toBe(true);
    }
    expect(old.index("ssn", ssn).equals(old.index("phone-pin", ssn))).toBe(false);
    expect(old.index("ssn", ssn).equals(createVault(newKey("kept")).index("ssn", ssn))).toBe(false);
  });

  test("never seals the same text to the same bytes", () => {
    const sealed = Array.from({ length: 200 }, () => old.seal(ssn, context).toString("hex"));
    expect(new Set(sealed).size).toBe(200);
  });
});
