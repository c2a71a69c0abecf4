import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeCustomer } from "#seeds/builders/customer.ts";
import { makeGift } from "#seeds/builders/gift.ts";
import { makeReading, type SentReading } from "#seeds/builders/reading.ts";
import { giftEndpoints } from "#shared/gifts.ts";
import { giftRules } from "#shared/rules/gifts.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

const dayMs = 86_400_000;

let portal: TestApp;
let manager: SignedIn;
let managerId: number;
let id: number;
let psychic: SignedIn;

beforeAll(async () => {
  // Noon in New York.
  portal = await openTestApp({ now: new Date("2026-06-15T16:00:00Z") });
  const account = await makeManager(portal.services.db.sql);
  managerId = account.id;
  manager = await portal.signIn(account.username, password);
});
afterAll(() => portal.close());
beforeEach(async () => {
  const account = await makePsychic(portal.services.db.sql, { manager_id: managerId });
  id = account.id;
  psychic = await portal.signIn(account.username, password);
});

const path = (rest = "", of = id) => `/api/psychics/${of}/gifts${rest}`;
const ago = (days: number) => new Date(portal.services.clock().getTime() - days * dayMs);

/** A customer with a reading of this psychic. */
async function customer(
  reading: Partial<SentReading> & { daysAgo?: number } = {},
  more: object = {},
): Promise<number> {
  const { daysAgo = 1, ...rest } = reading;
  const { sql } = portal.services.db;
  const made = await makeCustomer(sql, more);
  const started_at = ago(daysAgo).toISOString();
  await makeReading(sql, { user_id: id, customer_id: made.id, started_at, ...rest });
  return made.id;
}

const letter = { subject: "A gift for you", body: "Call me\nwhen you like", minutes: 3 };
const send = (customers: unknown, more: object = {}, browser = psychic) =>
  browser.post(path(), { ...letter, customers, ...more });
const eligible = async (query = "") => (await psychic.get(path(`/eligible${query}`))).body;
const eligibleIds = async (query = "") =>
  (await eligible(query)).customers.map(({ user_id }: { user_id: number }) => user_id);
const stored = () =>
  portal.services.db.sql("gifts").where({ psychic_id: id }).orderBy("id").select();
const told = () =>
  portal.services.db
    .sql("deliveries")
    .where({ psychic_id: id, type: "gifts.sent" })
    .orderBy("id")
    .pluck("data");

describe("E6 D23: who may be sent a gift", () => {
  test("customers of the last 90 days with their figures (K3, T15)", async () => {
    const cheap = await customer(
      { rate: 1, minutes: 10, free_minutes: 0 },
      { redeemable_minutes: 4 },
    );
    const dear = await customer({ daysAgo: 3, rate: 4, minutes: 20, free_minutes: 0 });
    await makeReading(portal.services.db.sql, {
      user_id: id,
      customer_id: dear,
      started_at: ago(2).toISOString(),
      minutes: 5,
      free_minutes: 0,
      rate: 4,
      conn_type: "Chat",
    });
    const body = await eligible("?sort=minutes&order=desc");
    expect(giftEndpoints.listEligibleCustomers.response.parse(body)).toEqual(body);
    expect(body).toEqual({
      customers: [
        {
          user_id: dear,
          user_name: `customer${dear}`,
          last: expect.stringMatching(/^2026-06-13T16:/),
          calls: 2,
          minutes: 25,
          redeemable_minutes: 0,
          alc: 12.5,
          rev_per_call: null,
        },
        {
          user_id: cheap,
          user_name: `customer${cheap}`,
          last: expect.stringMatching(/^2026-06-14T16:/),
          calls: 1,
          minutes: 10,
          redeemable_minutes: 4,
          alc: 10,
          rev_per_call: null,
        },
      ],
      total: 2,
    });
  });

  test("counts only the last 90 days, and also a reading that nobody took makes eligible", async () => {
    const missed = await customer({ daysAgo: 89.9, minutes: 0 });
    await customer({ daysAgo: 90.1 });
    await makeReading(portal.services.db.sql, {
      user_id: id,
      customer_id: missed,
      started_at: ago(120).toISOString(),
    });
    expect((await eligible()).customers).toEqual([
      expect.objectContaining({
        user_id: missed,
        calls: 0,
        minutes: 0,
        alc: 0,
        rev_per_call: null,
      }),
    ]);
  });

  test("not who is blocked, nor another psychic's", async () => {
    await customer({}, { blocked: true });
    const other = await makePsychic(portal.services.db.sql, { manager_id: managerId });
    await customer({ user_id: other.id });
    expect(await eligible()).toEqual({ customers: [], total: 0 });
  });

  test.each([
    ["unused since 29 days", { daysAgo: 29.9 }, false],
    ["lapsed after 30 days", { daysAgo: 30.1 }, true],
    ["used", { daysAgo: 5, usedDaysAgo: 4 }, true],
    ["used on the day that it was sent", { daysAgo: 0.3, usedDaysAgo: 0.1 }, false],
    ["used the night before", { daysAgo: 0.6, usedDaysAgo: 0.55 }, true],
  ])(
    "a gift %s",
    async (_, { daysAgo, usedDaysAgo }: { daysAgo: number; usedDaysAgo?: number }, again) => {
      const one = await customer();
      await makeGift(portal.services.db.sql, {
        psychic_id: id,
        customer_id: one,
        sent_at: ago(daysAgo),
        redeemed_at: usedDaysAgo === undefined ? null : ago(usedDaysAgo),
      });
      expect(await eligibleIds()).toEqual(again ? [one] : []);
      expect((await send([one])).status).toBe(again ? 202 : 422);
    },
  );

  test("another psychic's gift does not count", async () => {
    const one = await customer();
    const other = await makePsychic(portal.services.db.sql, { manager_id: managerId });
    await makeGift(portal.services.db.sql, { psychic_id: other.id, customer_id: one });
    expect(await eligibleIds()).toEqual([one]);
  });

  test("sorts by every column and pages with the whole total", async () => {
    const [a, b, c] = [
      await customer({ rate: 1 }, { username: "Bea", redeemable_minutes: 9 }),
      await customer({ rate: 2 }, { username: "abe" }),
      await customer({ rate: 3 }, { username: "cy" }),
    ];
    expect(await eligibleIds("?sort=user_id&order=desc")).toEqual([c, b, a]);
    expect(await eligibleIds("?sort=user_name&order=asc")).toEqual([b, a, c]);
    expect(await eligibleIds("?sort=redeemable_minutes&order=desc&limit=1")).toEqual([a]);
    for (const column of ["user_id", "last", "calls", "minutes", "alc", "rev_per_call"]) {
      expect(await eligibleIds(`?sort=${column}&order=asc`)).toHaveLength(3);
    }
    expect(await eligible("?sort=user_id&order=desc&limit=1&offset=2")).toMatchObject({
      customers: [{ user_id: a }],
      total: 3,
    });
    expect(await eligible("?offset=9")).toEqual({ customers: [], total: 3 });
  });
});

describe("revenue per call, which is a single reading's where there was one (C7, D23c)", () => {
  /** A customer with some calls of ten paid minutes each. */
  async function caller(calls: number, rate: number): Promise<number> {
    const one = await customer({ rate, minutes: 10, free_minutes: 0 });
    for (let call = 1; call < calls; call++) {
      await makeReading(portal.services.db.sql, {
        ...{ user_id: id, customer_id: one, started_at: ago(call + 1).toISOString() },
        ...{ rate, minutes: 10, free_minutes: 0 },
      });
    }
    return one;
  }
  const revenues = (body: { customers: { user_id: number; rev_per_call: number | null }[] }) =>
    body.customers.map(({ user_id, rev_per_call }) => [user_id, rev_per_call]);

  test("a psychic sees it from 3 readings on; hidden ones come last, in no order of theirs", async () => {
    const [twice, thrice, once, often] = [
      await caller(2, 9),
      await caller(3, 1),
      await caller(1, 10),
      await caller(4, 2),
    ];
    const hidden = [
      [twice, null],
      [once, null],
    ];
    expect(revenues(await eligible())).toEqual([[often, 20], [thrice, 10], ...hidden]);
    expect(revenues(await eligible("?sort=rev_per_call&order=asc"))).toEqual([
      ...[
        [thrice, 10],
        [often, 20],
      ],
      ...hidden,
    ]);
  });

  test("a manager sees it always, dearest first", async () => {
    const [cheap, dear] = [await caller(3, 1), await caller(1, 10)];
    const boss = await makeManager(portal.services.db.sql);
    const manager = await portal.signIn(boss.username, password);
    expect(revenues((await manager.get(path("/eligible"))).body)).toEqual([
      [dear, 100],
      [cheap, 10],
    ]);
  });
});

describe("E34: sending gifts", () => {
  test("keeps one for each customer, tells the platform, and lists it (E7)", async () => {
    const [one, two] = [await customer(), await customer()];
    const { status, body } = await send([one, two, one], { minutes: 7, body: "5 < 6\n<b>Bye</b>" });
    expect([status, body]).toEqual([202, { accepted: 2 }]);
    const rows = await stored();
    const kept = "<p>5 &lt; 6</p><p>Bye</p>";
    expect(rows.map((row) => [row.customer_id, row.minutes, row.body, row.redeemed_at])).toEqual([
      [one, 7, kept, null],
      [two, 7, kept, null],
    ]);
    expect(await told()).toEqual([
      {
        user_id: id,
        gifts: rows.map((row) => ({
          message_id: row.id,
          user_id: id,
          customer_id: row.customer_id,
          minutes: 7,
          subject: "A gift for you",
          body: kept,
        })),
      },
    ]);
    const sent = (await psychic.get(path())).body;
    expect(giftEndpoints.listGifts.response.parse(sent)).toEqual(sent);
    expect(sent.total).toBe(2);
    expect(sent.gifts[0]).toEqual({
      message_id: rows[1]?.id,
      user_id: two,
      sent_to_name: `customer${two}`,
      subject: "A gift for you",
      date: expect.stringMatching(/^2026-06-15T16:.*Z$/),
      minutes_sent: 7,
      body: kept,
    });
    expect(await eligible()).toEqual({ customers: [], total: 0 });
  });

  test("a customer may get another one the day after the first was used, not before (D23)", async () => {
    const one = await customer();
    expect((await send([one])).status).toBe(202);
    await portal.services.db.sql("gifts").update({ redeemed_at: ago(0) });
    expect((await send([one])).status).toBe(422);
    await portal.advance(0.6 * dayMs);
    expect((await send([one])).status).toBe(202);
    await portal.advance(-0.6 * dayMs);
  });

  test("takes up to 10,000 customers, told in calls of 50", async () => {
    const { sql } = portal.services.db;
    const most = giftRules.recipientsAtMost;
    const first = 5_000_000;
    await sql.raw(
      `insert into customers (id, username) select n, 'many' || n from generate_series(?::int, ?) n`,
      [first, first + most],
    );
    await sql.raw(
      `insert into psychic_customers select ?, n, null from generate_series(?::int, ?) n`,
      [id, first, first + most],
    );
    await sql.raw(
      `insert into readings (connection_id, psychic_id, customer_id, conn_type, started_at, minutes,
                             free_minutes, paid_minutes, rate_cents, revenue_cents, result)
       select 'many' || n, ?, n, 'Call', ?, 10, 0, 10, 100, 1000, 'Completed'
         from generate_series(?::int, ?) n`,
      [id, ago(1), first, first + most],
    );
    const all = Array.from({ length: most }, (_, index) => first + index);
    const { status, body } = await send(all, { body: "é".repeat(4000) });
    expect([status, body]).toEqual([202, { accepted: most }]);
    const calls = await told();
    expect(calls).toHaveLength(most / 50);
    const ids = calls.flatMap(({ gifts }) =>
      (gifts as { customer_id: number }[]).map((gift) => gift.customer_id),
    );
    expect(ids.sort()).toEqual(all);
    const refused = await send([...all, first + most]);
    expect(refused.body.errors).toEqual([
      expect.objectContaining({
        path: "customers",
        message: "You can select at most 10,000 recipients",
      }),
    ]);
  });

  test("by a manager for the psychic, who stands in the trail", async () => {
    const one = await customer();
    expect((await send([one], {}, manager)).status).toBe(202);
    const [entry] = await portal.services.db
      .sql("audit_trail")
      .where({ subject_id: id, action: "gifts sent" })
      .select("actor_id", "detail");
    expect(entry).toEqual({
      actor_id: managerId,
      detail: { gifts: 1, minutes: 3, subject: "A gift for you" },
    });
  });

  test("of twins one sends, each customer once", async () => {
    const [one, two, three] = [await customer(), await customer(), await customer()];
    const answers = await Promise.all([send([one, two]), send([two, three]), send([two])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 422, 422]);
    const to = (await stored()).map(({ customer_id }) => customer_id);
    expect(new Set(to).size).toBe(to.length);
    expect(to).toContain(two);
  });

  test("an idempotency key has one effect and one answer", async () => {
    const one = await customer();
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => send([one]).set("Idempotency-Key", key)));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 3 }, () => [202, { accepted: 1 }]),
    );
    expect(await told()).toHaveLength(1);
  });
});

describe("V29: refusals of a gift", () => {
  test("one customer who is not eligible: nothing is sent, and the place is named", async () => {
    const [one, blocked] = [await customer(), await customer({}, { blocked: true })];
    const { status, body } = await send([one, 123_456_789_012, one, blocked]);
    expect(status).toBe(422);
    const message = "This customer cannot be sent a gift now";
    expect(body.errors).toEqual([
      { path: "customers.1", code: "not_eligible", message },
      { path: "customers.3", code: "not_eligible", message },
    ]);
    expect([await stored(), await told()]).toEqual([[], []]);
  });

  test.each([
    ["no subject", { subject: undefined }, "subject", "Subject is required"],
    ["an empty subject", { subject: " \n " }, "subject", "Subject is required"],
    [
      "a subject of 101",
      { subject: "x".repeat(101) },
      "subject",
      "Subject cannot exceed 100 characters",
    ],
    ["no body", { body: null }, "body", "Message body is required"],
    ["an empty body", { body: "<br>" }, "body", "Message body is required"],
    [
      "a body of 4001",
      { body: "x".repeat(4001) },
      "body",
      "Message body cannot exceed 4000 characters",
    ],
    ["2 minutes", { minutes: 2 }, "minutes", "Minutes must be 3 to 7"],
    ["8 minutes", { minutes: 8 }, "minutes", "Minutes must be 3 to 7"],
    ["3.7 minutes", { minutes: 3.7 }, "minutes", "Minutes must be 3 to 7"],
    ["minutes as text", { minutes: "3" }, "minutes", "Minutes must be 3 to 7"],
    ["no minutes", { minutes: undefined }, "minutes", "Minutes must be 3 to 7"],
    ["nobody", { customers: [] }, "customers", "You must select at least one recipient"],
    ["no customers", { customers: null }, "customers", "You must select at least one recipient"],
    ["an unknown key", { psychic_id: 1 }, "psychic_id", "Unknown field"],
  ])("%s is 422", async (_, change, place, message) => {
    const { status, body } = await send([await customer()], change);
    expect(status).toBe(422);
    expect(body.errors).toEqual([expect.objectContaining({ path: place, message })]);
    expect(await stored()).toEqual([]);
  });

  test("100 and 4000 characters are taken", async () => {
    const one = await customer();
    const long = { subject: "x".repeat(100), body: "<".repeat(4000) };
    expect((await send([one], long)).status).toBe(202);
  });

  test("a psychic who does not exist is 404", async () => {
    for (const nobody of [managerId, 2_000_000_000, 99_999_999_999]) {
      expect((await manager.get(path("", nobody))).status).toBe(404);
      expect((await manager.get(path("/eligible", nobody))).status).toBe(404);
      const body = { ...letter, customers: [1] };
      expect((await manager.post(path("", nobody), body)).status).toBe(404);
    }
  });

  test("an account that may not be edited is 409 (D4)", async () => {
    const one = await customer();
    await portal.services.db
      .sql("psychics")
      .where({ user_id: id })
      .update({ account_status: "Blacklist" });
    expect((await send([one], {}, manager)).status).toBe(409);
    expect(await stored()).toEqual([]);
  });

  test("safety 8: the 31st letter within an hour is 429, a manager's is not", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 31; count++) statuses.push((await send([])).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 422), 429]);
    expect((await send([await customer()], {}, manager)).status).toBe(202);
  });
});
