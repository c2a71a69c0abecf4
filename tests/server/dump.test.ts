import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createVault } from "#server/crypto/vault.ts";
import { filesBelow } from "../support/canaries.ts";
import { carryOver, contentOf } from "../support/carry-over.ts";
import { connectTo, createEmptyDatabase, type TestDatabase } from "../support/database.ts";
import { addClockToQueue } from "../support/database-clock.ts";
import { patient } from "../support/patience.ts";
import { makeManager, password } from "../support/people.ts";
import { dataFolder, endProcesses, Page, startPortal } from "../support/portal-process.ts";
import { schemaOf } from "../support/schema-of.ts";
import { signUp } from "../support/sign-up.ts";
import { openTestApp, type TestApp, testKeys } from "../support/test-app.ts";

vi.setConfig({ testTimeout: patient(240_000), hookTimeout: patient(240_000) });

let original: TestApp;
let restored: TestDatabase;
let source: pg.Client;
let target: pg.Client;
let manager: Awaited<ReturnType<typeof makeManager>>;
let psychicId: number;

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
  const problem = { category: "Phone", details: "Told before the dump" };
  expect((await boss.post(`/api/psychics/${psychicId}/problem`, problem)).status).toBe(204);

  restored = await createEmptyDatabase();
  const fresh = await startPortal({ env: { DATABASE_URL: restored.url } });
  fresh.kill("SIGKILL");
  await fresh.ended;
  source = await connectTo(original.databaseUrl);
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

test("a fresh database has the original's schema, so a restore needs only rows", async () => {
  expect(await schemaOf(target)).toEqual(await schemaOf(source));
});

test("a restored database has every row, and the portal works with it", async () => {
  const content = await carryOver(source, target);
  expect(await contentOf(target)).toEqual(content);
  expect(content["public.psychics"]).toMatch(/^1 /);

  const { rows } = await target.query("select ssn_sealed from psychics");
  const context = { table: "psychics", column: "ssn_sealed", userId: psychicId };
  const [{ ssn_sealed }] = rows;
  expect(createVault(testKeys).open(ssn_sealed, context)).toBe(signUp.ssn.replaceAll("-", ""));
  const other = createVault(`t1:${Buffer.alloc(32, 8).toString("base64")}`);
  expect(() => other.open(ssn_sealed, context)).toThrow();
  await expect(target.query("delete from audit_trail")).rejects.toThrow("insert-only");

  const folder = await dataFolder();
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
  // The portal now runs the jobs that were queued at the time of the dump.
  const letters = async () =>
    (await filesBelow(join(folder, "mail")).catch(() => [])).map(([, text]) => text).join();
  await expect.poll(letters, { timeout: patient(20_000) }).toContain("Told before the dump");
});
