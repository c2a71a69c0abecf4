import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { giftEndpoints } from "#shared/gifts.ts";
import { giftRules } from "#shared/rules/gifts.ts";
import { dayMs, letter, setUpGifts } from "./fixtures/gifts.ts";

const fixture = setUpGifts();
const { path, dateBefore, customer, send, eligible, stored } = fixture;

describe("E34: sending gifts", () => {
  test("stores one per customer, sends it to the platform, and lists it (E7)", async () => {
    const [one, two] = [await customer(), await customer()];
    const { status, body } = await send([one, two, one], { minutes: 7, body: "5 < 6\n<b>Bye</b>" });
    expect([status, body]).toEqual([202, { accepted: 2 }]);
    const rows = await stored();
    const storedBody = "<p>5 &lt; 6</p><p>Bye</p>";
    expect(rows.map((row) => [row.customer_id, row.minutes, row.body, row.redeemed_at])).toEqual([
      [one, 7, storedBody, null],
      [two, 7, storedBody, null],
    ]);
    expect(await fixture.deliveries("gifts.sent")).toEqual([
      {
        user_id: fixture.id,
        gifts: rows.map((row) => ({
          message_id: row.id,
          user_id: fixture.id,
          customer_id: row.customer_id,
          minutes: 7,
          subject: "A gift for you",
          body: storedBody,
        })),
      },
    ]);
    const sent = (await fixture.psychic.get(path())).body;
    expect(giftEndpoints.listGifts.response.parse(sent)).toEqual(sent);
    expect(sent.total).toBe(2);
    expect(sent.gifts[0]).toEqual({
      message_id: rows[1]?.id,
      user_id: two,
      sent_to_name: `customer${two}`,
      subject: "A gift for you",
      date: expect.stringMatching(/^2026-06-15T16:.*Z$/),
      minutes_sent: 7,
      body: storedBody,
    });
    expect(await eligible()).toEqual({ customers: [], total: 0 });
  });

  test("a customer may get another gift the day after using the first, not before (D23)", async () => {
    const one = await customer();
    expect((await send([one])).status).toBe(202);
    await fixture.portal.services.db.sql("gifts").update({ redeemed_at: dateBefore(0) });
    expect((await send([one])).status).toBe(422);
    await fixture.portal.advance(0.6 * dayMs);
    expect((await send([one])).status).toBe(202);
    await fixture.portal.advance(-0.6 * dayMs);
  });

  test("accepts up to 10,000 customers, and sends them to the platform in messages of 50", async () => {
    const { sql } = fixture.portal.services.db;
    const most = giftRules.recipientsAtMost;
    const first = 5_000_000;
    await sql.raw(
      `insert into customers (id, username) select n, 'many' || n from generate_series(?::int, ?) n`,
      [first, first + most],
    );
    await sql.raw(
      `insert into psychic_customers select ?, n, null from generate_series(?::int, ?) n`,
      [fixture.id, first, first + most],
    );
    await sql.raw(
      `insert into readings (connection_id, psychic_id, customer_id, conn_type, started_at, minutes,
                             free_minutes, paid_minutes, rate_cents, revenue_cents, result)
       select 'many' || n, ?, n, 'Call', ?, 10, 0, 10, 100, 1000, 'Completed'
         from generate_series(?::int, ?) n`,
      [fixture.id, dateBefore(1), first, first + most],
    );
    const recipients = Array.from({ length: most }, (_, index) => first + index);
    const { status, body } = await send(recipients, { body: "é".repeat(4000) });
    expect([status, body]).toEqual([202, { accepted: most }]);
    const calls = await fixture.deliveries("gifts.sent");
    expect(calls).toHaveLength(most / 50);
    const ids = calls.flatMap(({ gifts }) =>
      (gifts as { customer_id: number }[]).map((gift) => gift.customer_id),
    );
    expect(ids.sort()).toEqual(recipients);
    const refused = await send([...recipients, first + most]);
    expect(refused.body.errors).toEqual([
      expect.objectContaining({
        path: "customers",
        message: "You can select at most 10,000 recipients",
      }),
    ]);
  });

  test("by a manager puts the manager in the trail", async () => {
    const one = await customer();
    expect((await send([one], {}, fixture.manager)).status).toBe(202);
    const [entry] = await fixture.portal.services.db
      .sql("audit_trail")
      .where({ subject_id: fixture.id, action: "gifts sent" })
      .select("actor_id", "detail");
    expect(entry).toEqual({
      actor_id: fixture.managerId,
      detail: { gifts: 1, minutes: 3, subject: "A gift for you" },
    });
  });

  test("three overlapping requests at once: one sends, and no customer gets two", async () => {
    const [one, two, three] = [await customer(), await customer(), await customer()];
    const answers = await Promise.all([send([one, two]), send([two, three]), send([two])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 422, 422]);
    const to = (await stored()).map(({ customer_id }) => customer_id);
    expect(new Set(to).size).toBe(to.length);
    expect(to).toContain(two);
  });

  test("three requests with one idempotency key have one effect and one answer", async () => {
    const one = await customer();
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => send([one]).set("Idempotency-Key", key)));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 3 }, () => [202, { accepted: 1 }]),
    );
    expect(await fixture.deliveries("gifts.sent")).toHaveLength(1);
  });
});

describe("V29: refusals of a gift", () => {
  test("if any customer is not eligible, nothing is sent and the error names the place", async () => {
    const [one, blocked] = [await customer(), await customer({}, { blocked: true })];
    const { status, body } = await send([one, 123_456_789_012, one, blocked]);
    expect(status).toBe(422);
    const message = "This customer cannot be sent a gift now";
    expect(body.errors).toEqual([
      { path: "customers.1", code: "not_eligible", message },
      { path: "customers.3", code: "not_eligible", message },
    ]);
    expect([await stored(), await fixture.deliveries("gifts.sent")]).toEqual([[], []]);
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

  test("100 and 4000 characters are accepted", async () => {
    const one = await customer();
    const long = { subject: "x".repeat(100), body: "<".repeat(4000) };
    expect((await send([one], long)).status).toBe(202);
  });

  test("a psychic who does not exist is 404", async () => {
    for (const nobody of [fixture.managerId, 2_000_000_000, 99_999_999_999]) {
      expect((await fixture.manager.get(path("", nobody))).status).toBe(404);
      expect((await fixture.manager.get(path("/eligible", nobody))).status).toBe(404);
      const body = { ...letter, customers: [1] };
      expect((await fixture.manager.post(path("", nobody), body)).status).toBe(404);
    }
  });

  test("an account that may not be edited is 409 (D4)", async () => {
    const one = await customer();
    await fixture.portal.services.db
      .sql("psychics")
      .where({ user_id: fixture.id })
      .update({ account_status: "Blacklist" });
    expect((await send([one], {}, fixture.manager)).status).toBe(409);
    expect(await stored()).toEqual([]);
  });

  test("safety 8: a psychic's 31st request within an hour is 429, a manager's is not", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 31; count++) statuses.push((await send([])).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 422), 429]);
    expect((await send([await customer()], {}, fixture.manager)).status).toBe(202);
  });
});
