import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestReadings } from "#server/features/ingest/ingest-readings.ts";
import { type AdvisorCustomer, type Customer, customerEndpoints } from "#shared/customers.ts";
import { makeManager, makePsychic } from "../support/people.ts";
import { sampleReadings } from "../support/sample-readings.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let browser: SignedIn;
let psychic: SignedIn;
let manager: Awaited<ReturnType<typeof makeManager>>;
let luna: Awaited<ReturnType<typeof makePsychic>>;
let orion: Awaited<ReturnType<typeof makePsychic>>;

interface ReadingOptions {
  id: string;
  customer: number;
  name: string;
  at: string;
  minutes: number;
  type?: "Call" | "Chat";
  result?: string;
  rating?: number;
}

const reading = ({
  id,
  customer,
  name,
  at,
  minutes,
  type = "Call",
  result,
  rating,
}: ReadingOptions) => ({
  connection_id: id,
  user_id: luna.id,
  customer_id: customer,
  customer_username: name,
  conn_type: type,
  started_at: at,
  minutes,
  free_minutes: 0,
  paid_minutes: minutes,
  rate: 2,
  revenue: minutes * 2,
  result: result ?? (minutes > 0 ? "Completed" : "No Answer"),
  rating: rating ?? null,
});

beforeAll(async () => {
  portal = await openTestApp({ now: new Date("2026-06-12T15:00:00Z") });
  const { sql, pool } = portal.services.db;
  manager = await makeManager(sql);
  luna = await makePsychic(sql, { manager_id: manager.id });
  orion = await makePsychic(sql, { manager_id: manager.id });
  await ingestReadings(
    pool,
    [
      // The last second before the range, and the first one in it: midnight in New York.
      reading({ id: "a0", customer: 1, name: "Ada", at: "2026-06-06T03:59:59Z", minutes: 40 }),
      reading({ id: "a1", customer: 1, name: "Ada", at: "2026-06-06T04:00:00Z", minutes: 10 }),
      reading({
        id: "a2",
        customer: 1,
        name: "Ada",
        at: "2026-06-09T12:00:00Z",
        minutes: 5,
        type: "Chat",
        rating: 4,
      }),
      reading({ id: "a3", customer: 1, name: "Ada", at: "2026-06-10T12:00:00Z", minutes: 0 }),
      reading({
        id: "b1",
        customer: 2,
        name: "bob",
        at: "2026-06-08T12:00:00Z",
        minutes: 30,
        rating: 5,
      }),
      reading({ id: "c1", customer: 3, name: "Cy", at: "2026-06-07T12:00:00Z", minutes: 0 }),
      reading({ id: "d1", customer: 4, name: "Di", at: "2026-05-01T12:00:00Z", minutes: 9 }),
    ],
    null,
  );
  await ingestReadings(
    pool,
    sampleReadings({
      psychicIds: [orion.id],
      from: Date.parse("2026-05-01T05:00:00Z"),
      to: Date.parse("2026-06-01T04:00:00Z"),
      count: 300,
      seed: 11,
    }),
    null,
  );
  await sql("customers").where({ id: 1 }).update({ redeemable_minutes: 12 });
  browser = await portal.signIn(manager.username, manager.password);
  psychic = await portal.signIn(luna.username, luna.password);
});
afterAll(() => portal.close());

const path = (rest = "") => `/api/psychics/${luna.id}/customers${rest}`;

describe("E15, D47: a psychic's customers", () => {
  test("are those with a reading in the last 7 days, latest first; figures cover only these days", async () => {
    const { status, body } = await browser.get(path());
    expect(status).toBe(200);
    expect(customerEndpoints.listCustomers.response.parse(body)).toEqual(body);
    expect(body).toEqual({
      total: 3,
      customers: [
        {
          customer_id: 1,
          username: "Ada",
          last_reading: "2026-06-10T12:00:00Z",
          readings: 2,
          total_minutes: 15,
          free_mins: 12,
          alc: 7.5,
        },
        {
          customer_id: 2,
          username: "bob",
          last_reading: "2026-06-08T12:00:00Z",
          readings: 1,
          total_minutes: 30,
          free_mins: 0,
          alc: 30,
        },
        {
          customer_id: 3,
          username: "Cy",
          last_reading: "2026-06-07T12:00:00Z",
          readings: 0,
          total_minutes: 0,
          free_mins: 0,
          alc: 0,
        },
      ],
    });
  });

  test("are the same for the psychic", async () => {
    expect((await psychic.get(path())).body).toEqual((await browser.get(path())).body);
  });

  test.each([
    ["start_date=2026-05-01&end_date=2026-05-01", ["Di"]],
    ["start_date=2026-06-05&end_date=2026-06-05", ["Ada"]],
    ["start_date=2026-04-01&end_date=2026-04-30", []],
  ])("in the range %s are %j", async (query, names) => {
    const { body } = await browser.get(path(`?${query}`));
    expect(body.customers.map(({ username }: Customer) => username)).toEqual(names);
    expect(body.total).toBe(names.length);
  });

  test.each(Object.keys(customerEndpoints.listCustomers.response.shape.customers.element.shape))(
    "sort by %s the same in pages as in one list",
    async (sort) => {
      for (const order of ["asc", "desc"]) {
        const range = `start_date=2026-05-01&end_date=2026-05-31&sort=${sort}&order=${order}`;
        const at = `/api/psychics/${orion.id}/customers?${range}`;
        const { body: all } = await browser.get(at);
        const paged: Customer[] = [];
        for (let offset = 0; offset < all.total; offset += 20) {
          const { body } = await browser.get(`${at}&limit=20&offset=${offset}`);
          expect(body.total).toBe(all.total);
          paged.push(...body.customers);
        }
        expect(paged).toEqual(all.customers);
        expect(all.customers.length).toBe(all.total);
        expect(all.total).toBeGreaterThan(20);
        const values: (string | number)[] = all.customers
          .map((row: Record<string, unknown>) => row[sort])
          .filter((value: unknown) => value !== null)
          .map((value: unknown) => (typeof value === "string" ? value.toLowerCase() : value));
        const rising = order === "asc" ? values : values.toReversed();
        expect(rising).toEqual(rising.toSorted((a, b) => (a < b ? -1 : Number(a > b))));
      }
    },
  );

  test("past the last page: no rows, and the total", async () => {
    const { body } = await browser.get(path("?offset=10&limit=5"));
    expect(body).toEqual({ customers: [], total: 3 });
  });

  test("of an unknown id or a manager are 404; a wrong query is 422", async () => {
    for (const id of [999_999, manager.id]) {
      for (const rest of ["", "/psychic", "/1"]) {
        expect((await browser.get(`/api/psychics/${id}/customers${rest}`)).status).toBe(404);
      }
    }
    const { status, body } = await browser.get(path("?sort=rate&limit=0"));
    expect(status).toBe(422);
    expect(body.errors.map(({ path: place }: { path: string }) => place)).toEqual([
      "limit",
      "sort",
    ]);
    expect((await browser.get(path("?start_date=2026-06-02&end_date=2026-06-01"))).status).toBe(
      422,
    );
  });
});

test("E16, T15: the psychic's view of the customers", async () => {
  const { body } = await psychic.get(path("/psychic"));
  expect(customerEndpoints.listAdvisorCustomers.response.parse(body)).toEqual(body);
  expect(body.total).toBe(3);
  expect(body.customers).toEqual<AdvisorCustomer[]>([
    {
      customer_id: 1,
      username: "Ada",
      last_contact_date: "2026-06-10T12:00:00Z",
      total_calls: 2,
      call_count: 1,
      chat_count: 1,
      missed_call_count: 1,
      // The first call was before the range. The chat was more than a day after that call.
      customer_type: "repeat",
      avg_customer_rating: 4,
      total_minutes: 15,
      free_mins: 12,
      alc: 7.5,
    },
    {
      customer_id: 2,
      username: "bob",
      last_contact_date: "2026-06-08T12:00:00Z",
      total_calls: 1,
      call_count: 1,
      chat_count: 0,
      missed_call_count: 0,
      customer_type: "new",
      avg_customer_rating: 5,
      total_minutes: 30,
      free_mins: 0,
      alc: 30,
    },
    {
      customer_id: 3,
      username: "Cy",
      last_contact_date: "2026-06-07T12:00:00Z",
      total_calls: 0,
      call_count: 0,
      chat_count: 0,
      missed_call_count: 1,
      customer_type: "new",
      avg_customer_rating: 0,
      total_minutes: 0,
      free_mins: 0,
      alc: 0,
    },
  ]);
});

test("E16: a customer is Repeat if a reading of the range is, even a missed one", async () => {
  for (const [day, type] of Object.entries({ "2026-06-10": "repeat", "2026-06-06": "new" })) {
    const { body } = await psychic.get(path(`/psychic?start_date=${day}&end_date=${day}`));
    expect(body.customers).toMatchObject([{ username: "Ada", customer_type: type }]);
  }
});

describe("E27: a customer's readings", () => {
  test("are all those with this psychic, latest first", async () => {
    const { body } = await psychic.get(path("/1"));
    expect(body).toEqual({
      total: 4,
      readings: [
        { date: "2026-06-10T12:00:00Z", minutes: 0 },
        { date: "2026-06-09T12:00:00Z", minutes: 5 },
        { date: "2026-06-06T04:00:00Z", minutes: 10 },
        { date: "2026-06-06T03:59:59Z", minutes: 40 },
      ],
    });
    const page = await psychic.get(path("/1?sort=minutes&order=desc&limit=1&offset=1"));
    expect(page.body).toEqual({
      total: 4,
      readings: [{ date: "2026-06-06T04:00:00Z", minutes: 10 }],
    });
  });

  test("are 404 if the customer is another psychic's", async () => {
    const { body } = await browser.get(
      `/api/psychics/${orion.id}/customers?start_date=2026-05-01&end_date=2026-05-31&limit=1`,
    );
    const theirs = body.customers[0].customer_id;
    expect((await browser.get(`/api/psychics/${orion.id}/customers/${theirs}`)).status).toBe(200);
    expect((await browser.get(path(`/${theirs}`))).status).toBe(404);
    expect((await browser.get(path("/999999999999999"))).status).toBe(404);
    // The largest id that the platform can send, then one that is too large.
    expect((await browser.get(path("/9007199254740991"))).status).toBe(404);
    expect((await browser.get(path("/9007199254740993"))).status).toBe(400);
    expect((await browser.get(path("/1e3"))).status).toBe(400);
  });
});
