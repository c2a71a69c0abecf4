import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeGift } from "#seeds/builders/gift.ts";
import { oneRow } from "#server/db/one-row.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { signatureHeaders } from "../support/platform-events.ts";
import { openTestApp, type SignedIn, type TestApp, testEnv } from "../support/test-app.ts";

let portal: TestApp;
let manager: SignedIn;
let psychicId: number;

const now = new Date("2026-06-15T16:00:00Z");
const minute = 60_000;
/** An instant so many minutes after the server's present, as the API writes it. */
const at = (minutes: number) =>
  new Date(portal.services.clock().getTime() + minutes * minute).toISOString();

beforeAll(async () => {
  portal = await openTestApp({ now });
  const { sql } = portal.services.db;
  const { username } = await makeManager(sql);
  manager = await portal.signIn(username, password);
});
afterAll(() => portal.close());

const sql = () => portal.services.db.sql;

/** Sends a signed event of the platform. Its default date is now. */
function send(type: string, data: object, timestamp = at(0)) {
  const sentAt = portal.services.clock();
  const body = JSON.stringify({ type, timestamp, data });
  return portal
    .visit()
    .agent.post("/api/ingest/events")
    .set({
      "Content-Type": "application/json",
      ...signatureHeaders(testEnv.INGEST_SECRET, body, { sentAt }),
    })
    .send(body);
}
const applied = async (...event: Parameters<typeof send>) => {
  const { status, body } = await send(...event);
  expect(status).toBe(200);
  return body.applied;
};

let number = 0;
const reading = (more: object = {}) => {
  number += 1;
  return {
    ...{ connection_id: `O${number}`, user_id: psychicId, customer_id: 800_000 + number },
    ...{ customer_username: `customer${number}`, conn_type: "Call", started_at: at(-60) },
    ...{ minutes: 20, free_minutes: 5, paid_minutes: 15, rate: 2.99, revenue: 44.85 },
    ...{ result: "Completed", ...more },
  };
};
const scheduledCall = (more: object = {}) => ({
  ...{ id: "call-9", user_id: psychicId, customer_id: 5, username: "someone", at: at(3 * 24 * 60) },
  ...{ minutes: 30, channel: "Call", status: "booked", ...more },
});
const customer = (redeemable_minutes: number) => ({
  customers: [{ customer_id: 91, username: "ella", redeemable_minutes, blocked: false }],
});

beforeAll(async () => {
  psychicId = (await makePsychic(sql())).id;
});

describe("an event that is dated more than 5 minutes ahead (C6)", () => {
  const works = (minutes: number) => ({ user_id: psychicId, at: at(minutes) });
  test.each<[place: string, type: string, data: (minutes: number) => object]>([
    ["data.at", "availability.changed", (minutes) => ({ ...works(minutes), code: "A" })],
    ["data.at", "login.started", (minutes) => ({ ...works(minutes), id: `W${minutes}` })],
    ["data.at", "login.ended", (minutes) => ({ ...works(minutes), id: `W${minutes}` })],
    [
      "data.readings.1.started_at",
      "readings.recorded",
      (minutes) => ({ readings: [reading(), reading({ started_at: at(minutes) })] }),
    ],
  ])("is 422 at %s of %s; one nearer is taken", async (place, type, data) => {
    const { status, body } = await send(type, data(6));
    expect([status, body.errors]).toMatchObject([422, [{ path: place, code: "future" }]]);
    expect((await send(type, data(4))).status).toBe(200);
  });

  test("is 422 at its timestamp, which orders calls and customers", async () => {
    for (const [type, data] of [
      ["customers.updated", customer(1)],
      ["calls.scheduled", { calls: [scheduledCall()] }],
    ] as const) {
      const { status, body } = await send(type, data, at(6));
      expect([status, body.errors]).toMatchObject([422, [{ path: "timestamp" }]]);
    }
    // A call may be booked for later, so a future time does not mean a wrong clock.
    expect(await applied("calls.scheduled", { calls: [scheduledCall()] })).toBe(1);
  });

  test("is 422 at the gift that is redeemed in the future", async () => {
    const { id, customer_id } = await makeGift(sql(), { psychic_id: psychicId });
    const { status, body } = await send("gifts.redeemed", {
      gifts: [{ message_id: id, customer_id, at: at(6) }],
    });
    expect([status, body.errors]).toMatchObject([422, [{ path: "data.gifts.0.at" }]]);
  });
});

describe("an event that is older than what is known is answered applied: 0 (C6)", () => {
  test("an availability", async () => {
    const { id } = await makePsychic(sql());
    const tell = (code: string, minutes: number) =>
      applied("availability.changed", { user_id: id, code, at: at(minutes) });
    expect(await tell("A", -10)).toBe(1);
    expect(await tell("B", -11)).toBe(0);
    expect(await tell("B", -10)).toBe(1);
  });

  test("calls and customers, by the event's own time, each counted", async () => {
    const first = scheduledCall({ id: "call-10" });
    const second = scheduledCall({ id: "call-11" });
    expect(await applied("calls.scheduled", { calls: [first] }, at(-10))).toBe(1);
    expect(await applied("calls.scheduled", { calls: [first, second] }, at(-11))).toBe(1);
    expect(await applied("calls.scheduled", { calls: [first, second] }, at(-9))).toBe(2);
    await applied("customers.updated", customer(7), at(-10));
    expect(await applied("customers.updated", customer(8), at(-11))).toBe(0);
    expect(await sql()("customers").where({ id: 91 }).first()).toMatchObject({
      redeemable_minutes: 7,
    });
  });

  test("a log-on and a log-off", async () => {
    const work = (minutes: number) => ({ id: "W-old", user_id: psychicId, at: at(minutes) });
    expect(await applied("login.started", work(-100))).toBe(1);
    expect(await applied("login.started", work(-110))).toBe(0);
    expect(await applied("login.ended", work(-50))).toBe(1);
    expect(await applied("login.ended", work(-60))).toBe(0);
    const { id: other } = await makePsychic(sql());
    expect((await send("login.ended", { ...work(-40), user_id: other })).status).toBe(422);
  });

  test("a gift is redeemed once: the earliest time counts, in any order", async () => {
    const { id, customer_id } = await makeGift(sql(), { psychic_id: psychicId });
    const redeem = (minutes: number) =>
      applied("gifts.redeemed", { gifts: [{ message_id: id, customer_id, at: at(minutes) }] });
    expect(await redeem(-10)).toBe(1);
    expect(await redeem(-5)).toBe(0);
    expect(await redeem(-20)).toBe(1);
  });

  test("what is ignored for a psychic who is shut out", async () => {
    const { id } = await makePsychic(sql(), { psychic: { account_status: "Blacklist" } });
    const data = { user_id: id, code: "A", at: at(0) };
    expect(await applied("availability.changed", data)).toBe(0);
  });
});

describe("rows that are dated far ahead freeze nothing (C6)", () => {
  const far = new Date("2099-01-01T00:00:00Z");

  test("the next true event replaces them", async () => {
    const { id } = await makePsychic(sql());
    await sql()("availability").insert({ psychic_id: id, code: "B", at: far });
    expect(await applied("availability.changed", { user_id: id, code: "A", at: at(-1) })).toBe(1);
    expect(await applied("availability.changed", { user_id: id, code: "C", at: at(-2) })).toBe(0);

    await applied("calls.scheduled", { calls: [scheduledCall({ id: "call-12" })] });
    await sql()("scheduled_calls").where({ id: "call-12" }).update({ event_at: far });
    const cancelled = scheduledCall({ id: "call-12", status: "cancelled" });
    expect(await applied("calls.scheduled", { calls: [cancelled] }, at(-1))).toBe(1);

    await applied("customers.updated", customer(9));
    await sql()("customers").where({ id: 91 }).update({ updated_at: far });
    expect(await applied("customers.updated", customer(10), at(-1))).toBe(1);

    const work = { id: "W-far", user_id: id, at: at(-60) };
    await applied("login.started", work);
    await sql()("logins")
      .where({ external_id: "W-far" })
      .update({ started_at: far, last_action_at: far, ended_at: far });
    expect(await applied("login.started", work)).toBe(1);
    expect(await applied("login.ended", { ...work, at: at(-30) })).toBe(1);
    const login = await oneRow(sql()("logins").where({ external_id: "W-far" }).first());
    expect(Date.parse(login.started_at)).toBe(Date.parse(work.at));
  });

  test.each(["manager", "psychic"])("a %s's word resets: later true events apply", async (who) => {
    const { id, username } = await makePsychic(sql());
    await sql()("availability").insert({ psychic_id: id, code: "A", at: at(4) });
    const browser = who === "manager" ? manager : await portal.signIn(username, password);
    expect((await browser.post(`/api/psychics/${id}/status`, { code: "U" })).status).toBe(204);
    await portal.advance(1_000);
    expect(await applied("availability.changed", { user_id: id, code: "B", at: at(0) })).toBe(1);
  });
});

test("free and paid minutes are not more than the minutes, each place is named (C6)", async () => {
  const wrong = reading({ minutes: 19 });
  const { status, body } = await send("readings.recorded", { readings: [reading(), wrong] });
  expect([status, body.errors]).toMatchObject([422, [{ path: "data.readings.1.paid_minutes" }]]);
});
