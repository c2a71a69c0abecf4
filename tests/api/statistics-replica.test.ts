import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type Database } from "#server/db/connection.ts";
import { refreshStatistics } from "#server/features/statistics/refresh.ts";
import {
  readState,
  sumsByDay,
  sumsByPsychic,
  sumsOfPsychic,
} from "#server/features/statistics/statistics.ts";
import { makePsychic } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let db: Database;
beforeAll(async () => {
  portal = await openTestApp();
  const deadUrl = new URL(portal.databaseUrl);
  deadUrl.port = "1";
  db = connect(portal.databaseUrl, { onError: () => {}, poolSize: 2, readUrl: deadUrl.href });
});
afterAll(async () => {
  await db.close();
  await portal.close();
});

test("the primary answers the statistics while the replica is down (L11)", async () => {
  const { id } = await makePsychic(portal.services.db.sql);
  const now = new Date("2026-03-04T17:00:00Z");
  await refreshStatistics(portal.services.db.pool, now);
  const range = { start: "2026-03-01", end: "2026-03-07" };
  const state = await readState(db);
  expect(state).toMatchObject({ asOf: expect.stringMatching(/^2026-03-04T17/), onPrimary: true });
  expect(await sumsByPsychic(db, state, range)).toEqual([]);
  expect(await sumsByDay(db, state, range)).toEqual([]);
  expect(await sumsOfPsychic(db, state, id, [range])).toHaveLength(1);
});
