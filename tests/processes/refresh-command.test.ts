import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type Database } from "#server/db/connection.ts";
import { ingestReadings } from "#server/features/ingest/ingest-readings.ts";
import { clockArguments } from "../support/clock.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { makePsychic } from "../support/people.ts";
import { sampleReadings } from "../support/sample-readings.ts";

let database: TestDatabase;
let db: Database;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { onError: () => {}, poolSize: 2 });
  folder = await mkdtemp(join(tmpdir(), "portal-refresh-"));
  const psychic = await makePsychic(db.sql);
  const readings = sampleReadings({
    psychicIds: [psychic.id],
    from: Date.parse("2026-06-01T04:00:00Z"),
    to: Date.parse("2026-06-11T04:00:00Z"),
    count: 200,
    seed: 5,
  });
  await ingestReadings(db.pool, readings, null);
});
afterAll(async () => {
  await db.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const run = (...options: string[]) =>
  promisify(execFile)(
    process.execPath,
    [
      ...clockArguments,
      join(import.meta.dirname, "../../server/commands/refresh-statistics.ts"),
      ...options,
    ],
    { env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder } },
  );

const totals = async () => {
  const { rows } = await db.pool.query(
    "select count(*) as days, sum(attempted) as readings from daily_statistics",
  );
  return rows[0];
};

test("the command refreshes the statistics, and --rebuild counts everything again", async () => {
  expect((await run()).stdout).toMatch(/^10 psychic-days refreshed in /);
  expect(await totals()).toEqual({ days: 10, readings: 200 });
  expect((await run()).stdout).toMatch(/^0 psychic-days refreshed in /);
  await db.pool.query("update daily_statistics set attempted = 0");
  expect((await run("--rebuild")).stdout).toMatch(/^10 psychic-days rebuilt in /);
  expect(await totals()).toEqual({ days: 10, readings: 200 });
});

test("an unknown option prints one line", async () => {
  await expect(run("--rebiuld")).rejects.toMatchObject({
    code: 1,
    stderr: "Unknown option --rebiuld. The only option is --rebuild\n",
  });
});
