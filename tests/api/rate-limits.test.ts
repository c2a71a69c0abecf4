import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { connect, type Database } from "#server/db/connection.ts";
import { createLimits, type Limits, pruneLimits } from "#server/http/limits.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

const limit = { bucket: "tries", points: 2, seconds: 60 };
const hour = 3_600_000;

let database: TestDatabase;
let db: Database;
let limits: Limits;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { onError: () => {} });
  limits = createLimits(db.pool);
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Makes the following calls act as a process whose clock is an hour fast. */
function speedUpClock(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hour });
}

const waitOf = (key: string): Promise<number> =>
  limits.take(limit, key).then(
    () => 0,
    ({ retryAfter }) => retryAfter,
  );

test("a process whose clock is fast does not lengthen the limits of the others", async () => {
  speedUpClock();
  for (let tries = 0; tries < 2; tries++) expect(await waitOf("luna")).toBe(0);
  vi.useRealTimers();
  const wait = await waitOf("luna");
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
});

test("a process whose clock is fast does not end the limits of the others", async () => {
  for (let tries = 0; tries < 2; tries++) expect(await waitOf("iris")).toBe(0);
  speedUpClock();
  expect(await waitOf("iris")).toBeGreaterThan(0);
});

test("the prune job of a process whose clock is fast does not end a limit", async () => {
  for (let tries = 0; tries < 2; tries++) expect(await waitOf("vega")).toBe(0);
  speedUpClock();
  await db.sql.raw(pruneLimits.text ?? "", [new Date()]);
  expect(await waitOf("vega")).toBeGreaterThan(0);
});

test("a point that is given back can be taken again, but never raises the limit", async () => {
  // No points are stored, as after a window's end. The first giveBack starts a new window at 0.
  for (let tries = 0; tries < 2; tries++) await limits.giveBack(limit, "nova");
  expect([await waitOf("nova"), await waitOf("nova")]).toEqual([0, 0]);
  expect(await waitOf("nova")).toBeGreaterThan(0);
  for (let tries = 0; tries < 2; tries++) await limits.giveBack(limit, "nova");
  expect(await waitOf("nova")).toBe(0);
});
