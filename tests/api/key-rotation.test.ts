import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makePhone } from "#seeds/builders/phone.ts";
import { makeProfileDetails } from "#seeds/builders/psychic.ts";
import { createApp } from "#server/app.ts";
import { reseal, sealedColumns } from "#server/crypto/reseal.ts";
import { createVault } from "#server/crypto/vault.ts";
import { oneRow } from "#server/db/one-row.ts";
import { clockArguments } from "../support/clock.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { browserOf, openTestApp, type TestApp, testEnv, testKeys } from "../support/test-app.ts";

const newKey = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;
const k1 = testKeys;
const k2 = newKey("k2");
const k3 = newKey("k3");

let portal: TestApp;
let managerId: number;
beforeAll(async () => {
  portal = await openTestApp();
  managerId = (await makeManager(sql(), { username: "keeper" })).id;
});
afterAll(() => portal.close());
beforeEach(async () => {
  await sql()("deliveries").delete();
  await sql()("psychics").update({ ssn_sealed: null, pin_sealed: null });
});

const sql = () => portal.services.db.sql;
const pool = () => portal.services.db.pool;

/** Creates the app as a process with these keys does, and signs a manager in. */
async function processWith(keys: string) {
  const services = { ...portal.services, vault: createVault(keys) };
  const app = createApp({
    services,
    env: testEnv,
    webFolder: portal.webFolder,
    draining: () => false,
  });
  const browser = browserOf(app);
  const credentials = { username: "keeper", password };
  expect((await browser.post("/api/sessions", credentials)).status).toBe(200);
  return {
    setPin: async (id: number, pin: string) =>
      (await browser.put(`/api/psychics/${id}/profile`, { profile: { pin } })).status,
    pinOf: async (id: number) => {
      const { status, body } = await browser.get(`/api/psychics/${id}/profile`);
      return status === 200 ? body.pin : status;
    },
  };
}

let nextNumber = 2_125_560_000;
async function makeCompletePsychic(phone_number = String(nextNumber++)) {
  const { id } = await makePsychic(sql(), { manager_id: managerId });
  await makePhone(sql(), { user_id: id, phone_number });
  await makeProfileDetails(sql(), id);
  return id;
}

/** Opens every sealed value as the portal does. */
async function openAll(keys: string): Promise<string[]> {
  const vault = createVault(keys);
  const texts: string[] = [];
  for (const { table, column, key, owner } of sealedColumns) {
    const rows: { sealed: Buffer; userId: number }[] = await sql()(table as string)
      .whereNotNull(column)
      .orderBy(key)
      .select({ sealed: column, userId: owner });
    for (const { sealed, userId } of rows) {
      texts.push(vault.open(sealed, { table, column, userId }));
    }
  }
  return texts;
}

describe("while processes with old and new keys run", () => {
  test("in both steps, each reads what the other seals and finds equal values", async () => {
    const oldKeyOnly = await processWith(k1);
    const readingBoth = await processWith(`${k1},${k2},${k1}`);
    const sealingNew = await processWith(`${k2},${k1}`);
    const steps = [
      [oldKeyOnly, readingBoth],
      [readingBoth, sealingNew],
    ] as const;
    for (const [one, other] of steps) {
      for (const [writer, reader] of [
        [one, other],
        [other, one],
      ] as const) {
        const id = await makeCompletePsychic();
        expect(await writer.setPin(id, "4711")).toBe(204);
        expect([await reader.pinOf(id), await writer.pinOf(id)]).toEqual(["4711", "4711"]);
        // Only one psychic may have a pair of number and PIN, whichever process checks it.
        const { phone_number } = await oneRow(sql()("phones").where({ user_id: id }).first());
        const twin = await makeCompletePsychic(phone_number);
        expect(await reader.setPin(twin, "4711")).toBe(409);
      }
    }
    // Without the first step, a process with the old key alone cannot read this PIN.
    const id = await makeCompletePsychic();
    expect(await sealingNew.setPin(id, "4712")).toBe(204);
    expect(await oldKeyOnly.pinOf(id)).toBe(500);
    expect(await readingBoth.pinOf(id)).toBe("4712");
  });
});

/** Runs `npm run reseal` with these keys. */
const runReseal = (keys: string) =>
  promisify(execFile)(
    process.execPath,
    [...clockArguments, join(import.meta.dirname, "../../server/commands/reseal.ts")],
    {
      env: {
        ...process.env,
        DATABASE_URL: portal.databaseUrl,
        DATA_DIR: portal.webFolder,
        DATA_KEYS: keys,
      },
    },
  );

/** Makes psychics with an SSN, a PIN and a delivery that contains the PIN. */
async function sealAll(keys: string, count: number): Promise<string[]> {
  const vault = createVault(keys);
  const ids = Array.from({ length: count }, () => makePsychic(sql(), { manager_id: managerId }));
  for (const { id: userId } of await Promise.all(ids)) {
    const sealed = (table: string, column: string, text: string) =>
      vault.seal(text, { table, column, userId });
    await sql()("psychics")
      .where({ user_id: userId })
      .update({
        ssn_sealed: sealed("psychics", "ssn_sealed", `91${String(userId).padStart(7, "0")}`),
        pin_sealed: sealed("psychics", "pin_sealed", `pin-${userId}`),
      });
    await sql()("deliveries").insert({
      psychic_id: userId,
      type: "psychic.changed",
      data: "{}",
      pin_sealed: sealed("deliveries", "pin_sealed", `told-${userId}`),
    });
  }
  return openAll(keys);
}

describe("reseal", () => {
  test("covers every sealed column", async () => {
    const { rows } = await pool().query(
      `select table_name as table, column_name as column from information_schema.columns
        where table_schema = 'public' and column_name like '%sealed%'`,
    );
    const known = sealedColumns.map(({ table, column }) => ({ table, column }));
    expect(rows).toHaveLength(known.length);
    expect(rows).toEqual(expect.arrayContaining(known));
  });

  test("makes the second key unnecessary, and prints no sealed value", async () => {
    const texts = await sealAll(`${k2},${k1}`, 450);
    const { stdout, stderr } = await runReseal(`${k3},${k2},${k1}`);
    expect(stdout).toBe(
      "1350 values encrypted again with the first of DATA_KEYS\nNo value is encrypted with another key\n",
    );
    for (const text of texts) expect(`${stdout}${stderr}`).not.toContain(text);
    expect(await openAll(`${k3},${k1}`)).toEqual(texts);
    await expect(openAll(`${k2},${k1}`)).rejects.toThrow("not in DATA_KEYS");
    // A second run has nothing to do.
    expect((await runReseal(`${k3},${k1}`)).stdout).toMatch(/^0 values encrypted again/);
  });

  test("continues after an unreadable value, names it, and fails", async () => {
    const texts = await sealAll(k1, 3);
    const firstPsychic = await oneRow(
      sql()("psychics").whereNotNull("ssn_sealed").orderBy("user_id"),
    );
    const lost = createVault(newKey("lost"));
    const context = { table: "psychics", column: "ssn_sealed", userId: firstPsychic.user_id };
    await sql()("psychics")
      .where({ user_id: firstPsychic.user_id })
      .update({ ssn_sealed: lost.seal(texts[0] ?? "", context) });
    await expect(runReseal(`${k2},${k1}`)).rejects.toMatchObject({
      code: 1,
      stdout: "8 values encrypted again with the first of DATA_KEYS\n",
      stderr: expect.stringMatching(
        `^psychics.ssn_sealed of ${firstPsychic.user_id} cannot be decrypted\n1 values are encrypted with other keys. Keep`,
      ),
    });
    const [, ...others] = texts;
    await sql()("psychics").where({ user_id: firstPsychic.user_id }).update({ ssn_sealed: null });
    expect(await openAll(`${k2},${k1}`)).toEqual(others);
  });

  test("does not overwrite a value that was changed in the meantime", async () => {
    await sealAll(k1, 1);
    const { user_id } = await oneRow(sql()("psychics").whereNotNull("ssn_sealed"));
    const context = { table: "psychics", column: "ssn_sealed", userId: user_id };
    const change = await sql().transaction();
    const ssn_sealed = createVault(k1).seal("of now", context);
    await change("psychics").where({ user_id }).update({ ssn_sealed });
    const resealing = reseal(pool(), createVault(`${k2},${k1}`));
    const waiting = `select count(*)::int from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect
      .poll(async () => (await sql().raw(waiting)).rows[0].count, { interval: 5 })
      .toBe(1);
    await change.commit();
    // The run read the earlier value, so it leaves the newer one to the next run.
    expect(await resealing).toEqual({ resealed: 2, unreadable: [], left: 1 });
    expect(await openAll(`${k2},${k1}`)).toContain("of now");
    expect(await reseal(pool(), createVault(`${k2},${k1}`))).toMatchObject({ left: 0 });
    expect(await openAll(k2)).toContain("of now");
  });
});
