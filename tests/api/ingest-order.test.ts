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
/** The portal's time plus this many minutes, in ISO 8601. */
const at = (minutes: number) =>
  new Date(portal.services.clock().getTime() + minutes * minute).toISOString();

/** The wall-clock time in another zone, without its offset. */
const inZone = (date: string, hours: number) =>
  new Date(Date.parse(date) + hours * 60 * minute).toISOString().slice(0, -1);

beforeAll(async () => {
  portal = await openTestApp({ now });
  const { sql } = portal.services.db;
  const { username } = await makeManager(sql);
  manager = await portal.signIn(username, password);
});
afterAll(() => portal.close());

const sql = () => portal.services.db.sql;

/** Sends a signed platform event, dated now by default. */
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

let count = 0;
const reading = (more: object = {}) => {
  count += 1;
  return {
    ...{ connection_id: `O${count}`, user_id: psychicId, customer_id: 800_000 + count },
    ...{ customer_username: `customer${count}`, conn_type: "Call", started_at: at(-60) },
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
  const userAt = (minutes: number) => ({ user_id: psychicId, at: at(minutes) });
  test.each<[place: string, type: string, data: (minutes: number) => object]>([
    ["data.at", "availability.changed", (minutes) => ({ ...userAt(minutes), code: "A" })],
    ["data.at", "login.started", (minutes) => ({ ...userAt(minutes), id: `W${minutes}` })],
    ["data.at", "login.ended", (minutes) => ({ ...userAt(minutes), id: `W${minutes}` })],
    [
      "data.readings.1.started_at",
      "readings.recorded",
      (minutes) => ({ readings: [reading(), reading({ started_at: at(minutes) })] }),
    ],
  ])("is 422 at %s of %s; one 4 minutes ahead is accepted", async (place, type, data) => {
    const { status, body } = await send(type, data(6));
    expect([status, body.errors]).toMatchObject([422, [{ path: place, code: "future" }]]);
    expect((await send(type, data(4))).status).toBe(200);
  });

  test.each([
    ["in UTC", (date: string) => date],
    ["without fractions", (date: string) => date.replace(/\.\d+/, "")],
    ["with offset 0", (date: string) => date.replace("Z", "+00:00")],
    ["in a zone far west", (date: string) => `${inZone(date, -12)}-12:00`],
    ["in a zone far east", (date: string) => `${inZone(date, 14)}+14:00`],
  ])(
    "is 422, and one 4 minutes ahead is accepted, if its date is written %s",
    async (_, written) => {
      const sendAt = (minutes: number) =>
        send("readings.recorded", { readings: [reading({ started_at: written(at(minutes)) })] });
      expect((await sendAt(6)).status).toBe(422);
      expect((await sendAt(4)).status).toBe(200);
    },
  );

  test("is 422 at its timestamp, by which calls and customers are ordered", async () => {
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

  test("is 422 at the time of a gift redeemed in the future", async () => {
    const { id, customer_id } = await makeGift(sql(), { psychic_id: psychicId });
    const { status, body } = await send("gifts.redeemed", {
      gifts: [{ message_id: id, customer_id, at: at(6) }],
    });
    expect([status, body.errors]).toMatchObject([422, [{ path: "data.gifts.0.at" }]]);
  });
});

describe("an event that no longer applies is answered with applied: 0 (C6)", () => {
  test("an availability", async () => {
    const { id } = await makePsychic(sql());
    const sendCode = (code: string, minutes: number) =>
      applied("availability.changed", { user_id: id, code, at: at(minutes) });
    expect(await sendCode("A", -10)).toBe(1);
    expect(await sendCode("B", -11)).toBe(0);
    expect(await sendCode("B", -10)).toBe(1);
  });

  test("calls and customers, by the event's timestamp; `applied` counts rows", async () => {
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
    const login = (minutes: number) => ({ id: "W-old", user_id: psychicId, at: at(minutes) });
    expect(await applied("login.started", login(-100))).toBe(1);
    expect(await applied("login.started", login(-110))).toBe(0);
    expect(await applied("login.ended", login(-50))).toBe(1);
    expect(await applied("login.ended", login(-60))).toBe(0);
    const { id: other } = await makePsychic(sql());
    expect((await send("login.ended", { ...login(-40), user_id: other })).status).toBe(422);
  });

  test("a gift is redeemed once: the earliest time counts, in any order", async () => {
    const { id, customer_id } = await makeGift(sql(), { psychic_id: psychicId });
    const redeem = (minutes: number) =>
      applied("gifts.redeemed", { gifts: [{ message_id: id, customer_id, at: at(minutes) }] });
    expect(await redeem(-10)).toBe(1);
    expect(await redeem(-5)).toBe(0);
    expect(await redeem(-20)).toBe(1);
  });

  test("an availability of a psychic who is shut out", async () => {
    const { id } = await makePsychic(sql(), { psychic: { account_status: "Blacklist" } });
    const data = { user_id: id, code: "A", at: at(0) };
    expect(await applied("availability.changed", data)).toBe(0);
  });
});

describe("stored rows dated far ahead do not block later events (C6)", () => {
  const far = new Date("2099-01-01T00:00:00Z");

  test("the next correct event replaces them", async () => {
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

    const login = { id: "W-far", user_id: id, at: at(-60) };
    await applied("login.started", login);
    await sql()("logins")
      .where({ external_id: "W-far" })
      .update({ started_at: far, last_action_at: far, ended_at: far });
    expect(await applied("login.started", login)).toBe(1);
    expect(await applied("login.ended", { ...login, at: at(-30) })).toBe(1);
    const stored = await oneRow(sql()("logins").where({ external_id: "W-far" }).first());
    expect(Date.parse(stored.started_at)).toBe(Date.parse(login.at));
  });

  test.each(["manager", "psychic"])(
    "a %s's change also resets the time, so later events apply",
    async (role) => {
      const { id, username } = await makePsychic(sql());
      await sql()("availability").insert({ psychic_id: id, code: "A", at: at(4) });
      const browser = role === "manager" ? manager : await portal.signIn(username, password);
      expect((await browser.post(`/api/psychics/${id}/status`, { code: "U" })).status).toBe(204);
      await portal.advance(1_000);
      expect(await applied("availability.changed", { user_id: id, code: "B", at: at(0) })).toBe(1);
    },
  );
});

test("free and paid minutes that exceed the minutes are 422 at their place", async () => {
  const wrong = reading({ minutes: 19 });
  const { status, body } = await send("readings.recorded", { readings: [reading(), wrong] });
  expect([status, body.errors]).toMatchObject([422, [{ path: "data.readings.1.paid_minutes" }]]);
});
