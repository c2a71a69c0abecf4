import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeLogin } from "#seeds/builders/login.ts";
import { loginEndpoints } from "#shared/logins.ts";
import { patient } from "../support/patience.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let manager: SignedIn;
let managerId: number;
let luna: Awaited<ReturnType<typeof makePsychic>>;

/** Noon in New York. */
const now = new Date("2026-06-15T16:00:00Z");

beforeAll(async () => {
  portal = await openTestApp({ now });
  const { sql } = portal.services.db;
  const managerAccount = await makeManager(sql);
  managerId = managerAccount.id;
  manager = await portal.signIn(managerAccount.username, password);
  luna = await makePsychic(sql, { manager_id: managerId });
  const add = (started: string, ended: string | null, more = {}) =>
    makeLogin(sql, {
      user_id: luna.id,
      started_at: new Date(started),
      ended_at: ended === null ? null : new Date(ended),
      ...more,
    });
  // 23:30 on the 8th in New York. The next one starts half an hour later, on the 9th.
  await add("2026-06-09T03:30:00Z", "2026-06-09T05:00:00Z");
  await add("2026-06-09T04:00:00Z", "2026-06-09T05:00:30.900Z");
  await add("2026-06-12T20:00:00Z", "2026-06-12T21:00:00Z", { source: "phone", external_id: "L1" });
  await add("2026-06-15T15:00:00Z", null, { source: "phone", external_id: "L2" });
  await makeLogin(sql, { user_id: managerId, started_at: new Date("2026-06-12T20:00:00Z") });
});
afterAll(() => portal.close());

const list = async (query = "") => {
  const answer = await manager.get(`/api/psychics/${luna.id}/logins${query}`);
  expect(answer.status).toBe(200);
  expect(loginEndpoints.listLogins.response.parse(answer.body)).toEqual(answer.body);
  return answer.body;
};
const starts = async (query: string) =>
  (await list(query)).logins.map(({ login }: { login: string }) => login.slice(8, 16));

describe("GET /psychics/{id}/logins (E14, R29)", () => {
  test("K2, D17: the last 7 days, latest first; an open one is new and counts until now", async () => {
    const { logins, summary, total } = await list();
    expect(logins.slice(1)).toEqual([
      {
        login: "2026-06-12T20:00:00Z",
        logout: "2026-06-12T21:00:00Z",
        duration: 3600,
        new: false,
      },
      {
        login: "2026-06-09T04:00:00Z",
        logout: "2026-06-09T05:00:30.9Z",
        duration: 3630,
        new: false,
      },
    ]);
    expect(logins[0]).toEqual({
      login: "2026-06-15T15:00:00Z",
      logout: null,
      duration: null,
      new: true,
    });
    expect(total).toBe(3);
    expect(summary.count).toBe(3);
    // The clock continues while the test runs.
    expect(summary.seconds - 3600 - 3630).toBeGreaterThanOrEqual(3600);
    expect(summary.seconds - 3600 - 3630).toBeLessThan(3600 + patient(60));
  });

  test("D11: a login belongs to the New York day in which it began", async () => {
    expect(await starts("?start_date=2026-06-08&end_date=2026-06-08")).toEqual(["09T03:30"]);
    expect(await starts("?start_date=2026-06-09&end_date=2026-06-09")).toEqual(["09T04:00"]);
    // A date in epoch milliseconds means the New York day of that instant.
    const instant = Date.parse("2026-06-09T03:59:59Z");
    expect(await starts(`?start_date=${instant}&end_date=${instant}`)).toEqual(["09T03:30"]);
  });

  test("sorts by any column and pages; the summary covers the whole range", async () => {
    expect(await starts("?sort=login")).toEqual(["09T04:00", "12T20:00", "15T15:00"]);
    expect(await starts("?sort=duration&order=desc")).toEqual(["09T04:00", "12T20:00", "15T15:00"]);
    expect(await starts("?sort=logout&order=asc")).toEqual(["09T04:00", "12T20:00", "15T15:00"]);
    expect(await starts("?sort=new&order=desc")).toEqual(["15T15:00", "12T20:00", "09T04:00"]);
    const page = await list("?limit=1&offset=1");
    expect(page).toMatchObject({ logins: [{ duration: 3600 }], summary: { count: 3 }, total: 3 });
    expect(await list("?offset=9")).toMatchObject({ logins: [], summary: { count: 3 }, total: 3 });
  });

  test("an empty range has no logins", async () => {
    expect(await list("?start_date=2026-01-01&end_date=2026-01-02")).toEqual({
      logins: [],
      summary: { count: 0, seconds: 0 },
      total: 0,
    });
  });

  test("D17: a portal login that is idle for half an hour ends at its last action", async () => {
    const { sql } = portal.services.db;
    const psychic = await makePsychic(sql, { manager_id: managerId });
    const record = {
      user_id: psychic.id,
      started_at: new Date("2026-06-15T14:00:00Z"),
      ended_at: null,
    };
    await makeLogin(sql, { ...record, last_action_at: new Date("2026-06-15T14:20:00Z") });
    await makeLogin(sql, {
      ...record,
      started_at: new Date("2026-06-15T15:00:00Z"),
      last_action_at: new Date("2026-06-15T15:50:00Z"),
    });
    const { body } = await manager.get(`/api/psychics/${psychic.id}/logins`);
    expect(body.logins).toMatchObject([
      { new: true, logout: null },
      { new: false, logout: "2026-06-15T14:20:00Z", duration: 1200 },
    ]);
  });

  describe("phone log-ons without a log-off (C5)", () => {
    const listOf = async (rows: [start: string, end: string | null, source?: "portal"][]) => {
      const { sql } = portal.services.db;
      const { id } = await makePsychic(sql, { manager_id: managerId });
      for (const [start, end, source] of rows) {
        await makeLogin(sql, {
          user_id: id,
          started_at: new Date(start),
          ended_at: end === null ? null : new Date(end),
          ...(!source && { source: "phone", external_id: randomUUID() }),
        });
      }
      const { body } = await manager.get(
        `/api/psychics/${id}/logins?start_date=2026-06-01&end_date=2026-06-15`,
      );
      expect(loginEndpoints.listLogins.response.parse(body)).toEqual(body);
      return body;
    };
    const hour = 3600;

    test("a new log-on ends the previous one, in whatever order they arrive", async () => {
      const { logins, summary } = await listOf([
        ["2026-06-10T14:00:00Z", "2026-06-10T15:00:00Z"],
        ["2026-06-10T10:00:00Z", null],
        // The log-off is after the next log-on, but a psychic has only one phone login at a time.
        ["2026-06-10T12:00:00Z", "2026-06-10T20:00:00Z"],
      ]);
      expect(logins).toEqual([
        expect.not.objectContaining({ ended_by: expect.anything() }),
        {
          login: "2026-06-10T12:00:00Z",
          logout: "2026-06-10T14:00:00Z",
          duration: 2 * hour,
          new: false,
          ended_by: "next_login",
        },
        {
          login: "2026-06-10T10:00:00Z",
          logout: "2026-06-10T12:00:00Z",
          duration: 2 * hour,
          new: false,
          ended_by: "next_login",
        },
      ]);
      expect(summary).toEqual({ count: 3, seconds: 5 * hour });
    });

    test("a log-on ends after 24 hours and says so; a recent one is open", async () => {
      const { logins, summary } = await listOf([
        ["2026-06-08T10:00:00Z", null],
        ["2026-06-15T10:00:00Z", null],
      ]);
      expect(logins).toMatchObject([
        { new: true, logout: null, duration: null },
        { new: false, logout: "2026-06-09T10:00:00Z", duration: 24 * hour, ended_by: "limit" },
      ]);
      expect(Math.floor(summary.seconds / hour)).toBe(24 + 6);
    });

    test("a log-off whose log-on has not arrived does not end another login", async () => {
      const { logins } = await listOf([
        ["2026-06-10T10:00:00Z", "2026-06-10T12:00:00Z"],
        ["2026-06-10T11:00:00Z", "2026-06-10T11:00:00Z"],
      ]);
      expect(logins).toMatchObject([{ duration: 0 }, { duration: 2 * hour }]);
    });

    test("the total counts time once if portal and phone overlap", async () => {
      const { logins, summary } = await listOf([
        ["2026-06-10T10:00:00Z", "2026-06-10T14:00:00Z"],
        ["2026-06-10T11:00:00Z", "2026-06-10T12:00:00Z", "portal"],
        ["2026-06-10T13:00:00Z", "2026-06-10T15:00:00Z", "portal"],
      ]);
      // A portal login does not end a phone login.
      expect(logins.map(({ duration }: { duration: number }) => duration / hour)).toEqual([
        2, 1, 4,
      ]);
      expect(summary).toEqual({ count: 3, seconds: 5 * hour });
    });
  });

  test("signing in starts a login and signing out ends it", async () => {
    const psychic = await makePsychic(portal.services.db.sql, { manager_id: managerId });
    const ownBrowser = await portal.signIn(psychic.username, password);
    const openLogins = await ownBrowser.get(`/api/psychics/${psychic.id}/logins`);
    expect(openLogins.body.logins).toMatchObject([{ new: true }]);
    await portal.advance(90_000);
    await ownBrowser.delete("/api/sessions/0");
    const { body } = await manager.get(`/api/psychics/${psychic.id}/logins`);
    expect(body.logins).toMatchObject([{ new: false }]);
    expect(body.summary.seconds).toBeGreaterThanOrEqual(90);
  });

  test("a wrong range is 422; an unknown id or a manager's is 404", async () => {
    const { status, body } = await manager.get(
      `/api/psychics/${luna.id}/logins?start_date=2026-06-02&end_date=2026-06-01`,
    );
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path: "end_date" }]);
    for (const id of [999_999, managerId, 99_999_999_999]) {
      expect((await manager.get(`/api/psychics/${id}/logins`)).status).toBe(404);
    }
  });
});
