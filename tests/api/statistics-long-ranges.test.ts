import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestReadings } from "#server/features/ingest/ingest-readings.ts";
import { refreshStatistics } from "#server/features/statistics/refresh.ts";
import { addDays } from "#shared/rules/new-york.ts";
import { makeManager, makePsychic } from "../support/people.ts";
import type { SentReading } from "../support/recount.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let browser: SignedIn;

/**
 * Each psychic has a reading on each of these days: first and last days of months, and days within
 * them.
 */
const days = [
  ...["2023-12-31", "2024-01-01", "2024-02-28", "2024-02-29", "2024-03-01", "2024-03-17"],
  ...["2024-12-31", "2025-01-01", "2025-01-31", "2025-02-01", "2025-02-28", "2026-06-14"],
];

beforeAll(async () => {
  portal = await openTestApp({ now: new Date("2026-06-15T12:00:00Z") });
  const { sql, pool } = portal.services.db;
  const manager = await makeManager(sql);
  const psychics = [await makePsychic(sql), await makePsychic(sql)];
  const readings = days.flatMap((day, place) =>
    psychics.map(
      ({ id }, number): SentReading => ({
        ...{ connection_id: `${day}-${number}`, user_id: id, result: "Completed" },
        ...{ customer_id: 1, customer_username: "ada", started_at: `${day}T15:00:00.000Z` },
        conn_type: "Call",
        ...{ minutes: 10, free_minutes: 0, paid_minutes: 10, rate: 4 },
        revenue: 2 ** place + number / 100,
      }),
    ),
  );
  await ingestReadings(pool, readings, null);
  await refreshStatistics(pool, portal.services.clock());
  browser = await portal.signIn(manager.username, manager.password);
});
afterAll(() => portal.close());

const ends = [...new Set(days.flatMap((day) => [addDays(day, -1), day, addDays(day, 1)]))].sort();
/** Every third of all ranges between these days. */
const ranges = ends
  .flatMap((start) =>
    ends.filter((end) => end >= start).map((end): [string, string] => [start, end]),
  )
  .filter((_, place) => place % 3 === 0);

test("the sums of a range have exactly its days, whether the server adds up days or months", async () => {
  expect(ranges.length).toBeGreaterThan(100);
  for (const [start, end] of ranges) {
    const range = `start_date=${start}&end_date=${end}`;
    const cents = days.reduce(
      (sum, day, place) => sum + (day >= start && day <= end ? 2 * 100 * 2 ** place + 1 : 0),
      0,
    );
    const { body } = await browser.get(`/api/statistics/summary?${range}`);
    expect(body.total_revenue, range).toBe(cents / 100);
    const daily = await browser.get(`/api/statistics/daily?${range}`);
    const revenues = daily.body.days.map((day: { revenue: number }) => day.revenue * 100);
    expect(Math.round(revenues.reduce((sum: number, one: number) => sum + one, 0)), range).toBe(
      cents,
    );
  }
});

test("the list leaves out a psychic without a reading in the range", async () => {
  const { body } = await browser.get(
    "/api/statistics?start_date=2025-04-01&end_date=2026-05-31&limit=10",
  );
  expect(body.statistics).toEqual([]);
});
