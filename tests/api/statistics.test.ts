import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ingestReadings } from "#server/features/ingest/ingest-readings.ts";
import { refreshStatistics } from "#server/features/statistics/refresh.ts";
import { statisticsEndpoints } from "#shared/statistics.ts";
import { patient } from "../support/patience.ts";
import { makeManager, makePsychic } from "../support/people.ts";
import type { SentReading } from "../support/recount.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let browser: SignedIn;
let luna: Awaited<ReturnType<typeof makePsychic>>;
let orion: Awaited<ReturnType<typeof makePsychic>>;
let idle: Awaited<ReturnType<typeof makePsychic>>;

beforeAll(async () => {
  portal = await openTestApp({ now: new Date("2026-06-15T12:00:00Z") });
  const { sql } = portal.services.db;
  const manager = await makeManager(sql);
  luna = await makePsychic(sql, { username: "Luna", manager_id: manager.id });
  orion = await makePsychic(sql, { username: "orion", manager_id: manager.id });
  idle = await makePsychic(sql, { username: "idle", manager_id: manager.id });
  browser = await portal.signIn(manager.username, manager.password);
});
afterAll(() => portal.close());

const get = (path: string) => browser.get(`/api${path}`);
const refresh = () => refreshStatistics(portal.services.db.pool, portal.services.clock());

describe("before the first reading", () => {
  test("everything is empty or 0, never null or NaN", async () => {
    expect((await get("/statistics")).body).toEqual({ statistics: [], total: 0, as_of: null });
    expect((await get("/statistics/summary")).body).toEqual({
      summary: [
        { conn_type: "Call", calls: 0, bill_mins: 0, revenue: 0 },
        { conn_type: "Chat", calls: 0, bill_mins: 0, revenue: 0 },
      ],
      total_revenue: 0,
      tot_mins: 0,
      as_of: null,
    });
    const { body } = await get("/statistics/daily");
    expect(body.days).toHaveLength(7);
    expect(body.days[6]).toEqual({ day: "2026-06-15", calls: 0, minutes: 0, revenue: 0 });
    const own = (await get(`/psychics/${luna.id}/statistics`)).body;
    expect(own.statistics).toHaveLength(5);
    for (const period of own.statistics) {
      const { period_from, period_to, fromDate, toDate, ...figures } = period;
      // The API sends each day under two names (T16).
      expect([fromDate, toDate]).toEqual([period_from, period_to]);
      expect(new Set(Object.values(figures))).toEqual(new Set([0]));
    }
  });
});

describe("after a refresh", () => {
  let number = 0;
  const reading = (given: Partial<SentReading>): SentReading => ({
    ...{ connection_id: `c${number++}`, user_id: luna.id, result: "Completed" },
    ...{ customer_id: 1, customer_username: "ada", started_at: "2026-06-12T15:00:00.000Z" },
    conn_type: "Call",
    ...{ minutes: 10, free_minutes: 0, paid_minutes: 10, rate: 3.99, revenue: 39.9 },
    ...given,
  });

  beforeAll(async () => {
    await ingestReadings(
      portal.services.db.pool,
      [
        reading({ minutes: 20, free_minutes: 3, paid_minutes: 17, revenue: 67.83, rating: 5 }),
        reading({
          started_at: "2026-06-14T15:00:00.000Z",
          minutes: 7,
          paid_minutes: 7,
          revenue: 27.93,
        }),
        reading({
          conn_type: "Chat",
          customer_id: 2,
          minutes: 5,
          free_minutes: 5,
          paid_minutes: 0,
          revenue: 0,
        }),
        reading({ minutes: 0, paid_minutes: 0, revenue: 0, result: "No Answer" }),
        reading({ started_at: "2026-06-02T15:00:00.000Z", customer_id: 3, rating: 4 }),
        reading({ user_id: orion.id, revenue: 39.91 }),
      ],
      null,
    );
    await refresh();
  });

  test("a row has every figure of its psychic", async () => {
    const { body } = await get("/statistics");
    expect(statisticsEndpoints.listStatistics.response.parse(body)).toEqual(body);
    expect(body.total).toBe(2);
    const age = portal.services.clock().getTime() - Date.parse(body.as_of);
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(patient(600_000));
    expect(body.statistics[0]).toEqual({
      agent_user_id: luna.id,
      user_name: "Luna",
      phone_extension: luna.extension,
      total_calls: 3,
      rev_per_call: 31.92,
      tot_mins: 32,
      alc: 10.67,
      total_revenue: 95.76,
      per_min_calls: 2,
      per_min_call_mins: 27,
      per_min_call_pct: 100,
      per_min_chats: 0,
      per_min_chat_mins: 0,
      per_min_chat_pct: 0,
      new_calls: 1,
      new_call_mins: 20,
      new_call_avg: 20,
      new_chats: 1,
      new_chat_mins: 5,
      new_chat_avg: 5,
      rep_call_pct: 33.3,
      rep_calls: 1,
      rep_call_mins: 7,
      rep_calls_avg: 7,
      rep_chats: 0,
      rep_chat_mins: 0,
      rep_chat_avg: 0,
      free_psychic_mins: 8,
      total_missed: 1,
    });
  });

  test("sorting and paging cover all rows", async () => {
    const names = async (query: string) => {
      const { body } = await get(`/statistics?${query}`);
      expect(body.total).toBe(2);
      return body.statistics.map((row: { user_name: string }) => row.user_name);
    };
    expect(await names("")).toEqual(["Luna", "orion"]);
    expect(await names("sort=total_revenue&order=asc")).toEqual(["orion", "Luna"]);
    expect(await names("sort=user_name&order=desc")).toEqual(["orion", "Luna"]);
    expect(await names("limit=1")).toEqual(["Luna"]);
    expect(await names("limit=1&offset=1")).toEqual(["orion"]);
    expect(await names("limit=1&offset=2")).toEqual([]);
    expect((await get("/statistics?sort=password_hash")).status).toBe(422);
  });

  test("the summary has a row for each connection type", async () => {
    const { body } = await get("/statistics/summary");
    expect(statisticsEndpoints.getStatisticsSummary.response.parse(body)).toEqual(body);
    expect(body.summary).toEqual([
      { conn_type: "Call", calls: 3, bill_mins: 34, revenue: 135.67 },
      { conn_type: "Chat", calls: 1, bill_mins: 0, revenue: 0 },
    ]);
    expect(body.total_revenue).toBe(135.67);
  });

  test("a day without a reading has zeros", async () => {
    const { body } = await get("/statistics/daily?start_date=2026-06-11&end_date=2026-06-14");
    expect(statisticsEndpoints.listDailyStatistics.response.parse(body)).toEqual(body);
    expect(body.days).toEqual([
      { day: "2026-06-11", calls: 0, minutes: 0, revenue: 0 },
      { day: "2026-06-12", calls: 3, minutes: 35, revenue: 107.74 },
      { day: "2026-06-13", calls: 0, minutes: 0, revenue: 0 },
      { day: "2026-06-14", calls: 1, minutes: 7, revenue: 27.93 },
    ]);
    const own = await get(
      `/statistics/daily?start_date=2026-06-12&end_date=2026-06-12&psychic_id=${orion.id}`,
    );
    expect(own.body.days).toEqual([{ day: "2026-06-12", calls: 1, minutes: 10, revenue: 39.91 }]);
    expect((await get("/statistics/daily?psychic_id=999999999999")).status).toBe(200);
    const long = await get("/statistics/daily?start_date=2010-01-01&end_date=2026-01-01");
    expect(long.status).toBe(422);
    expect(long.body.errors[0].path).toBe("start_date");
  });

  test("a psychic's periods have the change of the rating", async () => {
    const { body } = await get(`/psychics/${luna.id}/statistics`);
    expect(statisticsEndpoints.getPsychicStatistics.response.parse(body)).toEqual(body);
    const [today, week, fortnight] = body.statistics;
    expect(today).toMatchObject({ period_from: "2026-06-15", all_calls: 0, rating_cng: 0 });
    expect(week).toMatchObject({
      period_from: "2026-06-09",
      period_to: "2026-06-15",
      rate: 3.99,
      all_calls: 3,
      new_calls: 2,
      rep_calls: 1,
      per_min_calls: 2,
      rating_avg: 5,
      rating_cng: 1,
      attempted: 4,
      total_missed: 1,
      missed_pct: 25,
      decl_vm_no_ans_busy: 1,
      rep_chat_pct: 0,
    });
    expect(fortnight).toMatchObject({ rating_avg: 4.5, rating_cng: 0 });
  });

  test("with dates, a psychic's statistics have these days as their only period (H2)", async () => {
    const range = "start_date=2026-06-09&end_date=2026-06-15";
    const { body } = await get(`/psychics/${luna.id}/statistics?${range}`);
    const week = (await get(`/psychics/${luna.id}/statistics`)).body.statistics[1];
    expect(body.statistics).toEqual([week]);
    const wrong = await get(
      `/psychics/${luna.id}/statistics?start_date=2026-06-15&end_date=2026-06-09`,
    );
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors[0].path).toBe("end_date");
  });

  test("a psychic may ask only for whole pay periods, so that no single reading shows (D23c)", async () => {
    const own = await portal.signIn(luna.username, luna.password);
    const ask = (start: string, end: string) =>
      own.get(`/api/psychics/${luna.id}/statistics?start_date=${start}&end_date=${end}`);
    expect((await ask("2026-06-07", "2026-06-13")).status).toBe(200);
    const others = [
      ["2026-06-09", "2026-06-09"],
      ["2026-06-09", "2026-06-15"],
      ["2026-06-07", "2026-06-20"],
    ] as const;
    for (const [start, end] of others) {
      const { status, body } = await ask(start, end);
      expect([status, body.errors?.[0].path]).toEqual([422, "start_date"]);
    }
  });

  test("a range over ten years is 422: the preceding range could begin before year 1", async () => {
    const days = (start: string, end: string) =>
      get(`/psychics/${luna.id}/statistics?start_date=${start}&end_date=${end}`);
    const long = await days("1000-01-01", "2026-01-01");
    expect([long.status, long.body.errors?.[0].path]).toEqual([422, "start_date"]);
    expect((await days("1000-01-01", "1010-01-01")).status).toBe(200);
  });

  test("an unknown id, a manager's and one too large are 404", async () => {
    for (const id of [999_999, 1, 999_999_999_999]) {
      expect((await get(`/psychics/${id}/statistics`)).status).toBe(404);
    }
  });

  test("a psychic sees only their own statistics", async () => {
    const own = await portal.signIn(luna.username, luna.password);
    expect((await own.get(`/api/psychics/${luna.id}/statistics`)).status).toBe(200);
    expect((await own.get(`/api/psychics/${orion.id}/statistics`)).status).toBe(403);
    expect((await own.get("/api/statistics")).status).toBe(403);
    expect((await own.get("/api/statistics/daily")).status).toBe(403);
  });

  describe("the cached result", () => {
    const path = "/statistics?start_date=2026-06-08&end_date=2026-06-14";
    const countQueries = (text: string, spy: ReturnType<typeof spyOnPool>) =>
      spy.mock.calls.filter(([query]) => JSON.stringify(query).includes(text)).length;
    const spyOnPool = () => vi.spyOn(portal.services.db.pool, "query");

    test("two requests at once query daily_statistics once, and a third does not", async () => {
      await refresh();
      const spy = spyOnPool();
      const [one, two] = await Promise.all([get(path), get(path)]);
      const three = await get(path);
      expect(countQueries("daily_statistics", spy)).toBe(1);
      spy.mockRestore();
      expect(two.text).toBe(one.text);
      expect(three.text).toBe(one.text);
      expect(one.headers["cache-control"]).toBe("private, no-cache");
    });

    test("a request with its ETag is 304 until the next refresh", async () => {
      const { headers } = await get(path);
      const again = await get(path).set("If-None-Match", headers.etag as string);
      expect(again.status).toBe(304);
      expect(again.text).toBe("");
      const other = await get(`${path}&sort=alc`).set("If-None-Match", headers.etag as string);
      expect(other.status).toBe(200);
      await refresh();
      const later = await get(path).set("If-None-Match", headers.etag as string);
      expect(later.status).toBe(200);
      expect(later.headers.etag).not.toBe(headers.etag);
    });

    test("a renamed psychic and a new extension show at once", async () => {
      const { sql } = portal.services.db;
      const before = await get(path);
      await sql("users").where({ id: luna.id }).update({ username: "Selene" });
      const renamed = await get(path).set("If-None-Match", before.headers.etag as string);
      expect(renamed.body.statistics[0].user_name).toBe("Selene");
      await sql("psychics").where({ user_id: luna.id }).update({ extension: "777777" });
      expect((await get(path)).body.statistics[0].phone_extension).toBe("777777");
      const { rows } = await sql.raw("select names from statistics_state");
      // A save that changes no psychic's name or extension keeps the cached results.
      await sql("users").where({ id: luna.id }).update({ username: "Selene", city: "Albany" });
      await sql("users").where({ role: "manager" }).update({ username: "boss" });
      await sql("psychics").where({ user_id: idle.id }).update({ auto_email: false });
      expect((await sql.raw("select names from statistics_state")).rows).toEqual(rows);
    });
  });
});
