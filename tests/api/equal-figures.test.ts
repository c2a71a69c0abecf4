import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestReadings } from "#server/features/ingest/ingest-readings.ts";
import { refreshStatistics } from "#server/features/statistics/refresh.ts";
import type { PsychicRow } from "#shared/psychics.ts";
import type { Reading } from "#shared/readings.ts";
import { addDays } from "#shared/rules/new-york.ts";
import type { StatisticsRow } from "#shared/statistics.ts";
import { makeManager, makePsychic } from "../support/people.ts";
import { type DayRow, recount } from "../support/recount.ts";
import { sampleReadings } from "../support/sample-readings.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

/** Three weeks around the clock change in spring. */
const firstDay = "2026-02-26";
const lastDay = "2026-03-18";

let portal: TestApp;
let browser: SignedIn;
let days: DayRow[];
const psychicIds: number[] = [];

beforeAll(async () => {
  portal = await openTestApp({ now: new Date("2026-03-12T15:00:00Z") });
  const { sql, pool } = portal.services.db;
  const manager = await makeManager(sql);
  for (let number = 0; number < 5; number++) {
    psychicIds.push((await makePsychic(sql, { manager_id: manager.id })).id);
  }
  const readings = sampleReadings({
    // The last psychic has no readings.
    psychicIds: psychicIds.slice(0, 4),
    from: Date.parse(`${firstDay}T05:00:00Z`),
    to: Date.parse(`${lastDay}T04:00:00Z`),
    count: 800,
    seed: 1,
  });
  await ingestReadings(pool, readings, null);
  await refreshStatistics(pool, portal.services.clock());
  days = recount(readings);
  browser = await portal.signIn(manager.username, manager.password);
});
afterAll(() => portal.close());

async function getBody<T>(path: string): Promise<T> {
  const answer = await browser.get(`/api${path}`);
  expect(answer.status, path).toBe(200);
  return answer.body as T;
}

const inCents = (dollars: number) => Math.round(dollars * 100);
const sumOf = <T>(rows: readonly T[], value: (row: T) => number) =>
  rows.reduce((sum, row) => sum + value(row), 0);

/** The figures that every screen should show for a range. */
function expectedFigures(start: string, end: string, psychicId?: number) {
  const rows = days.filter(
    (row) =>
      row.day >= start &&
      row.day <= end &&
      (psychicId === undefined || row.psychic_id === psychicId),
  );
  return {
    calls: sumOf(rows, (row) => row.calls + row.chats),
    minutes: sumOf(rows, (row) => row.call_minutes + row.chat_minutes),
    cents: sumOf(rows, (row) => row.call_revenue_cents + row.chat_revenue_cents),
    missed: sumOf(rows, (row) => row.missed),
    free: sumOf(rows, (row) => row.free_minutes),
    repeats: sumOf(rows, (row) => row.calls + row.chats - row.new_calls - row.new_chats),
  };
}

const ranges = fc
  .tuple(fc.integer({ min: -2, max: 22 }), fc.integer({ min: 0, max: 12 }))
  .map(([from, length]) => {
    const start = addDays(firstDay, from);
    return { start, end: addDays(start, length), query: "" };
  })
  .map((range) => ({ ...range, query: `?start_date=${range.start}&end_date=${range.end}` }));

test("every screen shows the same figures for any range, to the cent", async () => {
  await fc.assert(
    fc.asyncProperty(ranges, async ({ start, end, query }) => {
      const allFigures = expectedFigures(start, end);

      const { statistics } = await getBody<{ statistics: StatisticsRow[] }>(`/statistics${query}`);
      expect(sumOf(statistics, (row) => inCents(row.total_revenue))).toBe(allFigures.cents);
      expect(sumOf(statistics, (row) => row.tot_mins)).toBe(allFigures.minutes);
      expect(sumOf(statistics, (row) => row.total_calls)).toBe(allFigures.calls);
      expect(sumOf(statistics, (row) => row.total_missed)).toBe(allFigures.missed);
      expect(sumOf(statistics, (row) => row.free_psychic_mins)).toBe(allFigures.free);

      const { psychics } = await getBody<{ psychics: PsychicRow[] }>(`/psychics${query}`);
      expect(psychics).toHaveLength(psychicIds.length);
      expect(sumOf(psychics, (row) => inCents(row.total_revenue))).toBe(allFigures.cents);
      expect(sumOf(psychics, (row) => row.total_mins)).toBe(allFigures.minutes);

      const summary = await getBody<{
        summary: { calls: number; revenue: number }[];
        total_revenue: number;
      }>(`/statistics/summary${query}`);
      expect(inCents(summary.total_revenue)).toBe(allFigures.cents);
      expect(sumOf(summary.summary, (row) => inCents(row.revenue))).toBe(allFigures.cents);
      expect(sumOf(summary.summary, (row) => row.calls)).toBe(allFigures.calls);

      type Days = { days: { calls: number; minutes: number; revenue: number }[] };
      const daily = await getBody<Days>(`/statistics/daily${query}`);
      expect(sumOf(daily.days, (row) => inCents(row.revenue))).toBe(allFigures.cents);
      expect(sumOf(daily.days, (row) => row.minutes)).toBe(allFigures.minutes);

      for (const id of psychicIds) {
        const psychicFigures = expectedFigures(start, end, id);
        const page = await getBody<{ readings: Reading[]; summary: Record<string, number> }>(
          `/psychics/${id}/readings${query}`,
        );
        expect(sumOf(page.readings, (row) => inCents(row.revenue ?? Number.NaN))).toBe(
          psychicFigures.cents,
        );
        expect(sumOf(page.readings, (row) => row.duration)).toBe(psychicFigures.minutes);
        expect(page.summary).toMatchObject({
          tot_calls: psychicFigures.calls,
          tot_mins: psychicFigures.minutes,
          rep_calls: psychicFigures.repeats,
          miss_calls: psychicFigures.missed,
          free_mins: psychicFigures.free,
        });
        const row = statistics.find((one) => one.agent_user_id === id);
        expect(inCents(row?.total_revenue ?? 0)).toBe(psychicFigures.cents);
        const listed = psychics.find((one) => one.user_id === id);
        expect(listed).toMatchObject({
          total_calls: psychicFigures.calls,
          rep_calls: psychicFigures.repeats,
          total_missed: psychicFigures.missed,
          free_minutes: psychicFigures.free,
        });
        const dailyOfPsychic = await getBody<Days>(`/statistics/daily${query}&psychic_id=${id}`);
        expect(sumOf(dailyOfPsychic.days, (one) => one.calls)).toBe(psychicFigures.calls);
      }
    }),
    { numRuns: 25 },
  );
});

describe("a psychic's own statistics", () => {
  test("the five periods match a recount", async () => {
    const [id] = psychicIds as [number];
    const { statistics } = await getBody<{ statistics: Record<string, number | string>[] }>(
      `/psychics/${id}/statistics`,
    );
    expect(statistics.map((row) => [row.period_from, row.period_to])).toEqual([
      ["2026-03-12", "2026-03-12"],
      ["2026-03-06", "2026-03-12"],
      ["2026-02-27", "2026-03-12"],
      ["2026-02-11", "2026-03-12"],
      ["2026-01-12", "2026-03-12"],
    ]);
    for (const period of statistics) {
      const psychicFigures = expectedFigures(`${period.period_from}`, `${period.period_to}`, id);
      expect(period).toMatchObject({
        all_calls: psychicFigures.calls,
        rep_calls: psychicFigures.repeats,
        new_calls: psychicFigures.calls - psychicFigures.repeats,
        tot_mins: psychicFigures.minutes,
        total_revenue: psychicFigures.cents / 100,
        total_missed: psychicFigures.missed,
        decl_vm_no_ans_busy: psychicFigures.missed,
        free_psychic_mins: psychicFigures.free,
      });
    }
  });
});
