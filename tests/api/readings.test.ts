import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestReadings } from "#server/features/ingest/ingest-readings.ts";
import { type Reading, readingEndpoints } from "#shared/readings.ts";
import { makeManager, makePsychic } from "../support/people.ts";
import type { SentReading } from "../support/recount.ts";
import { sampleReadings } from "../support/sample-readings.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let browser: SignedIn;
let psychicsBrowser: SignedIn;
let manager: Awaited<ReturnType<typeof makeManager>>;
let luna: Awaited<ReturnType<typeof makePsychic>>;
let orion: Awaited<ReturnType<typeof makePsychic>>;
let readings: SentReading[];

const reading = (id: string, given: Partial<SentReading>): SentReading => ({
  connection_id: id,
  user_id: luna.id,
  customer_id: 900,
  customer_username: "ada",
  conn_type: "Call",
  started_at: "2026-06-10T15:00:00.000Z",
  minutes: 10,
  free_minutes: 2,
  paid_minutes: 8,
  rate: 3.99,
  revenue: 31.92,
  result: "Completed",
  ...given,
});

beforeAll(async () => {
  // This is a Friday in the pay period of 7 to 13 June.
  portal = await openTestApp({ now: new Date("2026-06-12T15:00:00Z") });
  const { sql, pool } = portal.services.db;
  manager = await makeManager(sql);
  luna = await makePsychic(sql, { manager_id: manager.id });
  orion = await makePsychic(sql, { manager_id: manager.id });
  readings = [
    // The first four start in the last or first instant of a New York day.
    reading("before", { started_at: "2026-06-07T03:59:59.999Z", customer_id: 901 }),
    reading("first", { started_at: "2026-06-07T04:00:00.000Z", rating: 5, rating_text: "Kind" }),
    reading("same-day", { started_at: "2026-06-08T03:59:59.999Z", conn_type: "Chat" }),
    reading("later", { started_at: "2026-06-08T04:00:00.000Z", has_recording: true }),
    reading("missed", {
      started_at: "2026-06-09T04:00:00.000Z",
      minutes: 0,
      free_minutes: 0,
      paid_minutes: 0,
      revenue: 0,
      result: "Voicemail",
    }),
    reading("stranger", {
      started_at: "2026-06-09T05:00:00.000Z",
      customer_id: 902,
      minutes: 0,
      free_minutes: 0,
      paid_minutes: 0,
      revenue: 0,
      result: "Refused",
    }),
    reading("after", { started_at: "2026-06-14T04:00:00.000Z" }),
    ...sampleReadings({
      psychicIds: [luna.id],
      from: Date.parse("2026-03-01T05:00:00Z"),
      to: Date.parse("2026-03-15T04:00:00Z"),
      count: 60,
      seed: 3,
    }),
  ];
  await ingestReadings(pool, readings, null);
  browser = await portal.signIn(manager.username, manager.password);
  psychicsBrowser = await portal.signIn(luna.username, luna.password);
});
afterAll(() => portal.close());

const path = (query = "") => `/api/psychics/${luna.id}/readings${query}`;
const march = "start_date=2026-03-01&end_date=2026-03-14";
const idsOf = (body: { readings: Reading[] }) => body.readings.map((row) => row.connection_id);

describe("a manager", () => {
  test("sees the current pay period by default, the latest reading first", async () => {
    const { body } = await browser.get(path());
    expect(readingEndpoints.listReadings.response.parse(body)).toEqual(body);
    expect(idsOf(body)).toEqual(["stranger", "missed", "later", "same-day", "first"]);
    expect(body.total).toBe(5);
    expect(body.readings[4]).toEqual({
      connection_id: "first",
      call_date: "2026-06-07T04:00:00Z",
      customer_id: 900,
      username: "ada",
      type: "new",
      duration: 10,
      free_mins: 2,
      paid_mins: 8,
      rate: 3.99,
      revenue: 31.92,
      result: "Completed",
      rating: 5,
      rating_text: "Kind",
      has_recording: false,
    });
    expect(body.summary).toEqual({
      tot_calls: 3,
      rep_calls: 1,
      free_mins: 6,
      tot_mins: 30,
      rep_mins: 10,
      rep_pct: 33.3,
      miss_calls: 1,
      alc: 10,
    });
  });

  test("a reading is a repeat from 24 hours after the first call; without a first call it is new", async () => {
    const { body } = await browser.get(path("?order=asc"));
    expect(body.readings.map((row: Reading) => row.type)).toEqual([
      "new",
      "new",
      "repeat",
      "repeat",
      "new",
    ]);
  });

  test("the pay period follows the psychic's pay day", async () => {
    const { sql } = portal.services.db;
    // The pay day is Wednesday, so the period is the 10th to the 16th.
    await sql("users").where({ id: luna.id }).update({ pay_day: 4 });
    expect(idsOf((await browser.get(path())).body)).toEqual(["after"]);
    await sql("users").where({ id: luna.id }).update({ pay_day: 1 });
  });

  test("a range of New York days includes its last day", async () => {
    const range = async (query: string) => idsOf((await browser.get(path(query))).body);
    expect(await range("?start_date=2026-06-06&end_date=2026-06-06")).toEqual(["before"]);
    expect(await range("?start_date=2026-06-07&end_date=2026-06-07")).toEqual([
      "same-day",
      "first",
    ]);
    expect(await range("?end_date=2026-06-14")).toEqual(["after", "stranger", "missed", "later"]);
    const backwards = await browser.get(path("?start_date=2026-06-07&end_date=2026-06-06"));
    expect(backwards.status).toBe(422);
    expect(backwards.body.errors).toMatchObject([{ path: "end_date" }]);
  });

  test("sorts by every column; pages lose no row, and each has the whole range's summary", async () => {
    const columns = Object.keys(
      readingEndpoints.listReadings.response.shape.readings.element.shape,
    );
    const wholeRange = (await browser.get(path(`?${march}`))).body;
    expect(wholeRange.total).toBe(60);
    for (const sort of columns) {
      for (const order of ["asc", "desc"]) {
        const query = `?${march}&sort=${sort}&order=${order}`;
        const all = await browser.get(path(query));
        const pages = [];
        for (const offset of [0, 25, 50, 75]) {
          const { body } = await browser.get(path(`${query}&limit=25&offset=${offset}`));
          expect(body.summary).toEqual(wholeRange.summary);
          expect(body.total).toBe(60);
          pages.push(...idsOf(body));
        }
        expect(pages, query).toEqual(idsOf(all.body));
        expect(new Set(pages).size).toBe(60);
        const values = all.body.readings.map((row: Record<string, unknown>) => row[sort]);
        const present = values.filter((value: unknown) => value !== null);
        // Missing values come last in both orders.
        expect(values.slice(0, present.length), query).toEqual(present);
        // The next test checks the order of names, which ignores the case of letters.
        if (sort === "call_date" || present.every(Number.isFinite)) {
          const inOrder = present.toSorted((a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0));
          expect(present, query).toEqual(order === "asc" ? inOrder : inOrder.reverse());
        }
      }
    }
  });

  test("sorts texts in any letter case, and equal texts by the latest reading (G11)", async () => {
    const { sql } = portal.services.db;
    const { body: before } = await browser.get(path(`?${march}`));
    const ids = [...new Set(before.readings.map((row: Reading) => row.customer_id))] as number[];
    const names = ["Bea", "ada", "Zoe"];
    for (const [index, id] of ids.entries()) {
      await sql("customers")
        .where({ id })
        .update({ username: `${names[index % 3]}${id}` });
    }
    const { body } = await browser.get(path(`?${march}&sort=username`));
    const shown = body.readings.map((row: Reading) => [row.username.toLowerCase(), row.call_date]);
    const expected = [...shown].sort(
      ([a, dateA], [b, dateB]) => (a < b ? -1 : a > b ? 1 : 0) || (dateA < dateB ? 1 : -1),
    );
    expect(shown).toEqual(expected);
    expect(new Set(shown.map(([name]: string[]) => name?.[0]))).toEqual(new Set(["a", "b", "z"]));
  });

  test("an unknown id, a manager's and one too large are 404, but an invalid query is 422", async () => {
    for (const id of [999_999, manager.id, 999_999_999_999]) {
      expect((await browser.get(`/api/psychics/${id}/readings`)).status).toBe(404);
      expect((await browser.get(`/api/psychics/${id}/readings?${march}`)).status).toBe(404);
      expect((await browser.get(`/api/psychics/${id}/readings?sort=x`)).status).toBe(422);
    }
  });

  test("a psychic without readings has an empty list", async () => {
    const { body } = await browser.get(`/api/psychics/${orion.id}/readings`);
    expect(body).toEqual({
      readings: [],
      total: 0,
      summary: {
        tot_calls: 0,
        rep_calls: 0,
        free_mins: 0,
        tot_mins: 0,
        rep_mins: 0,
        rep_pct: 0,
        miss_calls: 0,
        alc: 0,
      },
    });
  });
});

describe("a psychic", () => {
  const managersColumns = ["connection_id", "rate", "revenue", "has_recording"];

  test("sees the same readings without the managers' columns (D23c)", async () => {
    const psychicsAnswer = (await psychicsBrowser.get(path())).body;
    const managersAnswer = (await browser.get(path())).body;
    expect(psychicsAnswer.summary).toEqual(managersAnswer.summary);
    expect(psychicsAnswer.readings).toEqual(
      managersAnswer.readings.map((row: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(row).filter(([key]) => !managersColumns.includes(key))),
      ),
    );
  });

  test("cannot sort by the managers' columns", async () => {
    for (const sort of managersColumns) {
      const answer = await psychicsBrowser.get(path(`?sort=${sort}`));
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toMatchObject([{ path: "sort" }]);
    }
    expect((await psychicsBrowser.get(path("?sort=rating"))).status).toBe(200);
  });

  test("cannot see another psychic's readings", async () => {
    expect((await psychicsBrowser.get(`/api/psychics/${orion.id}/readings`)).status).toBe(403);
  });
});
