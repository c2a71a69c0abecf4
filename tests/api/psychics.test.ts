import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestReadings } from "#server/features/ingest/ingest-readings.ts";
import { refreshStatistics } from "#server/features/statistics/refresh.ts";
import { psychicEndpoints } from "#shared/psychics.ts";
import { makeManager, makePsychic } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let browser: SignedIn;
let manager: Awaited<ReturnType<typeof makeManager>>;
let luna: Awaited<ReturnType<typeof makePsychic>>;
let orion: Awaited<ReturnType<typeof makePsychic>>;
let iris: Awaited<ReturnType<typeof makePsychic>>;

beforeAll(async () => {
  portal = await openTestApp({ now: new Date("2026-06-15T12:00:00Z") });
  const { sql, pool } = portal.services.db;
  manager = await makeManager(sql);
  const own = { manager_id: manager.id, created_at: new Date("2026-01-02T03:04:05Z") };
  luna = await makePsychic(sql, { username: "Luna", ...own });
  orion = await makePsychic(sql, { username: "orion", ...own });
  iris = await makePsychic(sql, {
    username: "Iris",
    ...own,
    psychic: { account_status: "Flagged", permissions: [] },
  });
  await sql("phones").insert([
    { user_id: luna.id, place: 1, phone_number: "2125550100" },
    { user_id: luna.id, place: 2, phone_number: "2125550101", preferred: true },
  ]);
  await sql("availability").insert({ psychic_id: luna.id, code: "A", at: new Date() });
  await sql("availability").insert({ psychic_id: orion.id, code: "B", at: new Date() });
  await sql("pictures").insert([
    { user_id: luna.id, state: "approved", name: "shown" },
    { user_id: luna.id, state: "pending", name: "waiting" },
  ]);
  const reading = {
    user_id: luna.id,
    customer_id: 1,
    customer_username: "ada",
    conn_type: "Call" as const,
    minutes: 10,
    free_minutes: 2,
    paid_minutes: 8,
    rate: 3.99,
    revenue: 31.92,
    result: "Completed",
  };
  await ingestReadings(
    pool,
    [
      { ...reading, connection_id: "a", started_at: "2025-01-12T15:00:00.000Z", rating: 4 },
      { ...reading, connection_id: "b", started_at: "2026-06-12T15:00:00.000Z", rating: 5 },
      {
        ...reading,
        connection_id: "c",
        user_id: orion.id,
        started_at: "2026-06-13T15:00:00.000Z",
        revenue: 50,
      },
    ],
    null,
  );
  await refreshStatistics(pool, portal.services.clock());
  browser = await portal.signIn(manager.username, manager.password);
});
afterAll(() => portal.close());

const get = (path: string) => browser.get(`/api${path}`);

describe("GET /psychics", () => {
  const names = async (query: string) => {
    const { body } = await get(`/psychics${query}`);
    expect(body.total).toBe(3);
    return body.psychics.map((row: { user_name: string }) => row.user_name);
  };

  test("lists every psychic with the figures of the last 7 days, by ranking", async () => {
    const { body } = await get("/psychics");
    expect(psychicEndpoints.listPsychics.response.parse(body)).toEqual(body);
    expect(body.psychics).toHaveLength(3);
    expect(body.psychics[1]).toEqual({
      user_id: luna.id,
      user_name: "Luna",
      first_name: "Robin",
      last_name: expect.stringContaining("Person"),
      phone_extension: luna.extension,
      total_mins: 10,
      rep_mins: 10,
      total_calls: 1,
      rep_calls: 1,
      total_missed: 0,
      rep_call_pct: 100,
      alc: 10,
      date: "2026-01-02T03:04:05Z",
      account_status: "Active",
      status: "A",
      ranking: 2,
      free_minutes: 2,
      total_revenue: 31.92,
      rev_per_call: 31.92,
      manager_id: luna.managerId,
    });
    expect(body.psychics.map((row: { ranking: number }) => row.ranking)).toEqual([1, 2, 3]);
    expect(body.psychics[2]).toMatchObject({ user_id: iris.id, status: "B", total_revenue: 0 });
  });

  test("sorts by any column and pages; the ranking counts every psychic", async () => {
    expect(await names("")).toEqual(["orion", "Luna", "Iris"]);
    expect(await names("?sort=user_name&order=asc")).toEqual(["Iris", "Luna", "orion"]);
    expect(await names("?sort=total_revenue&order=desc")).toEqual(["orion", "Luna", "Iris"]);
    expect(await names("?sort=date&order=desc&limit=2")).toEqual(["Luna", "orion"]);
    const { body } = await get("/psychics?limit=1&offset=1");
    expect(body.psychics[0]).toMatchObject({ user_name: "Luna", ranking: 2 });
    expect(await names("?start_date=2025-01-01&end_date=2025-02-01")).toEqual([
      "Luna",
      "orion",
      "Iris",
    ]);
  });

  test("status and availability are live", async () => {
    const { sql } = portal.services.db;
    await sql("psychics").where({ user_id: iris.id }).update({ account_status: "Inactive" });
    await sql("availability").where({ psychic_id: luna.id }).update({ code: "O" });
    const { body } = await get("/psychics?sort=user_id&order=asc");
    expect(body.psychics[0]).toMatchObject({ user_name: "Luna", status: "O" });
    expect(body.psychics[2]).toMatchObject({ user_name: "Iris", account_status: "Inactive" });
    await sql("availability").where({ psychic_id: luna.id }).update({ code: "A" });
  });

  test("refuses an invalid range", async () => {
    const { status, body } = await get("/psychics?start_date=2026-06-02&end_date=2026-06-01");
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path: "end_date" }]);
    expect((await get("/psychics?start_date=0000-01-01")).status).toBe(422);
  });
});

describe("GET /psychics/{id}", () => {
  test("answers one psychic, with the rating of all days", async () => {
    const { body } = await get(`/psychics/${luna.id}`);
    expect(psychicEndpoints.getPsychic.response.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      user_id: luna.id,
      username: "Luna",
      email: luna.email,
      phone: "2125550101",
      extension: luna.extension,
      image: "shown",
      pending_image: "waiting",
      account_status: "Active",
      status: "A",
      permissions: "AgentPhone,AgentChat",
      auto_email: true,
      requires_approval: false,
      avg_rating: 4.5,
      signup_date: "2026-01-02T03:04:05Z",
      profile_status: "Approved",
    });
    expect((await get(`/psychics/${iris.id}`)).body).toMatchObject({
      phone: null,
      image: null,
      pending_image: null,
      status: "B",
      permissions: "",
      avg_rating: 0,
    });
  });

  test("an unknown id, a manager's and one too large are 404, a text is 400", async () => {
    for (const id of [999_999, manager.id, 999_999_999_999]) {
      expect((await get(`/psychics/${id}`)).status).toBe(404);
      expect((await get(`/psychics/${id}/status`)).status).toBe(404);
    }
    expect((await get("/psychics/1e3")).status).toBe(400);
  });
});

describe("GET /psychics/{id}/status", () => {
  test("answers a list with the availability code, or an empty list", async () => {
    expect((await get(`/psychics/${luna.id}/status`)).body).toEqual([{ code: "A" }]);
    expect((await get(`/psychics/${iris.id}/status`)).body).toEqual([]);
  });

  test("304 until the code changes", async () => {
    const path = `/psychics/${luna.id}/status`;
    const { headers } = await get(path);
    expect(headers["cache-control"]).toBe("private, no-cache");
    const getIfChanged = (etag: string | undefined) => get(path).set("If-None-Match", etag ?? "");
    expect((await getIfChanged(headers.etag)).status).toBe(304);
    const { sql } = portal.services.db;
    await sql("availability").where({ psychic_id: luna.id }).update({ code: "R" });
    const changed = await getIfChanged(headers.etag);
    expect(changed.body).toEqual([{ code: "R" }]);
    expect((await getIfChanged(changed.headers.etag)).status).toBe(304);
    await sql("availability").where({ psychic_id: luna.id }).update({ code: "A" });
  });
});

test("GET /psychics/busy counts the psychics on a call or chat", async () => {
  expect((await get("/psychics/busy")).body).toEqual({ busy: 1 });
  await portal.services.db.sql("availability").where({ code: "B" }).update({ code: "A" });
  expect((await get("/psychics/busy")).body).toEqual({ busy: 0 });
});
