import { describe, expect, test } from "vitest";
import { oneRow } from "#server/db/one-row.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { at, setUpIngest } from "./fixtures/ingest-events.ts";

const fixture = setUpIngest();
const { sql, send, reading } = fixture;

describe("a reading", () => {
  test("corrects the stored one with the same connection id", async () => {
    const given = reading();
    await send("readings.recorded", { readings: [given] });
    await send("readings.recorded", {
      readings: [{ ...given, rating: 5, rating_text: "So kind" }],
    });
    const rows = await sql()("readings").where({ connection_id: given.connection_id });
    expect(rows).toMatchObject([{ rating: 5, rating_text: "So kind", minutes: 20 }]);
  });

  test("is in the manager's list at once; the pair's first call decides if it is new", async () => {
    const { username } = await makeManager(sql());
    const { id } = await makePsychic(sql());
    const browser = await fixture.portal.signIn(username, password);
    const customer = { customer_id: 900_001, customer_username: "late" };
    const on = (started_at: string) => reading({ user_id: id, ...customer, started_at });
    await send("readings.recorded", { readings: [on("2026-03-10T12:00:00Z")] });
    // The earlier readings arrive later.
    await send("readings.recorded", { readings: [on("2026-03-08T12:00:00Z")] });
    await send("readings.recorded", { readings: [on("2026-03-09T11:00:00Z")] });
    const answer = await browser.get(
      `/api/psychics/${id}/readings?start_date=2026-03-08&end_date=2026-03-10&sort=call_date&order=asc`,
    );
    expect(answer.body.readings.map(({ type }: { type: string }) => type)).toEqual([
      "new",
      "new",
      "repeat",
    ]);
  });
});

describe("a reading with a null in an optional field", () => {
  test.each<[string, boolean]>([
    ["if the fast check accepts the reading", true],
    ["if only the schema accepts the reading", false],
  ])("counts as one without the field %s", async (_, isPlain) => {
    const none = { extension: null, has_recording: null, rating: null, rating_text: null };
    const given = reading(isPlain ? none : { ...none, started_at: "2024-02-29T12:00:00Z" });
    const sent = await send("readings.recorded", { readings: [given, reading(none)] });
    expect([sent.status, sent.body.applied]).toEqual([200, 2]);
    const row = await sql()("readings").where({ connection_id: given.connection_id }).first();
    expect(row).toMatchObject({
      psychic_id: fixture.psychic.id,
      has_recording: false,
      rating: null,
    });
  });

  test("may name its psychic by extension, alone or in a batch", async () => {
    const byExtension = () => reading({ user_id: null, extension: fixture.psychic.extension });
    for (const readings of [[byExtension()], [byExtension(), byExtension()]]) {
      const sent = await send("readings.recorded", { readings });
      expect([sent.status, sent.body.applied]).toEqual([200, readings.length]);
    }
    const unknown = reading({ user_id: null, extension: "000000" });
    const refused = await send("readings.recorded", { readings: [reading(), unknown] });
    expect(refused.body.errors).toMatchObject([{ path: "data.readings.1.extension" }]);
  });

  test.each([
    { user_id: null },
    { user_id: null, extension: null },
    { user_id: undefined, extension: null },
  ])("with %j is refused, because it names no psychic", async (more) => {
    const refused = await send("readings.recorded", { readings: [reading(more)] });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([
      { path: "data.readings.0.user_id", message: "Either user_id or extension" },
    ]);
  });
});

describe("the other events", () => {
  test("an availability replaces only one that is older or has the same time", async () => {
    const storedCode = async () =>
      (await oneRow(sql()("availability").where({ psychic_id: fixture.psychic.id }).first())).code;
    const sendCode = (code: string, time: string) =>
      send("availability.changed", { user_id: fixture.psychic.id, code, at: time });
    expect((await sendCode("B", "2026-03-08T10:00:00Z")).body.applied).toBe(1);
    await sendCode("A", "2026-03-08T09:00:00Z");
    expect(await storedCode()).toBe("B");
    await sendCode("A", "2026-03-08T11:00:00Z");
    expect(await storedCode()).toBe("A");
    await sendCode("C", "2026-03-08T11:00:00Z");
    expect(await storedCode()).toBe("C");
  });

  test("a call is booked, changed and cancelled", async () => {
    const call = {
      id: "call-1",
      user_id: fixture.psychic.id,
      customer_id: 5,
      username: "someone",
      at,
      minutes: 30,
      channel: "Call",
      status: "booked",
    };
    await send("calls.scheduled", { calls: [call] });
    await send("calls.scheduled", { calls: [{ ...call, minutes: 45, status: "changed" }] });
    const rows = await sql()("scheduled_calls").where({ id: "call-1" });
    expect(rows).toMatchObject([{ minutes: 45, status: "changed" }]);
    const unknown = await send("calls.scheduled", { calls: [{ ...call, user_id: 1_999_999_999 }] });
    expect(unknown.body.errors).toMatchObject([{ path: "data.calls.0.user_id" }]);
  });

  test("ids arrive as numbers or text, and numeric ids are answered as numbers", async () => {
    const { id: user_id, username } = await makePsychic(sql());
    const browser = await fixture.portal.signIn(username, password);
    const listed = async (query = "") => {
      const { body } = await browser.get(`/api/psychics/${user_id}/scheduled_calls${query}`);
      return body.scheduled_calls.map(({ id }: { id: unknown }) => id);
    };
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const booked = { customer_id: 5, username: "someone", at: soon, minutes: 30 };
    const call = (id: unknown) => ({
      ...{ ...booked, id, user_id },
      ...{ channel: "Call", status: "booked" },
    });
    const largest = Number.MAX_SAFE_INTEGER;
    const sentIds = [1_002, "77", "077", "S-5", largest, `${largest}0`];
    const sent = await send("calls.scheduled", { calls: sentIds.map(call) });
    expect([sent.status, sent.body.applied]).toEqual([200, sentIds.length]);
    const answeredIds = [77, 1_002, "077", "S-5", largest, `${largest}0`];
    expect(new Set(await listed())).toEqual(new Set(answeredIds));
    const sorted = await listed("?sort=id");
    expect(sorted.filter((id: unknown) => typeof id === "number")).toEqual([77, 1_002, largest]);
    // The number and the text are the same call's id.
    await send("calls.scheduled", { calls: [{ ...call("1002"), status: "cancelled" }] });
    expect(await listed()).not.toContain(1_002);

    for (const id of [0, -1, 7.5, largest + 1, "", "x".repeat(65), null, true, [7]]) {
      const { status, body } = await send("calls.scheduled", { calls: [call(id)] });
      expect([status, body.errors], `${id}`).toMatchObject([
        422,
        [{ path: "data.calls.0.id", message: expect.stringMatching(/^A whole number/) }],
      ]);
    }
  });

  test("a log-on with a number as its id is ended by the same id as text", async () => {
    const times = { started: "2026-03-09T10:00:00Z", ended: "2026-03-09T12:00:00Z" };
    const login = { user_id: fixture.psychic.id };
    await send("login.started", { ...login, id: 880_001, at: times.started });
    await send("login.ended", { ...login, id: "880001", at: times.ended });
    expect(await sql()("logins").where({ external_id: "880001" })).toMatchObject([
      { started_at: times.started, ended_at: times.ended, source: "phone" },
    ]);
    const wrong = await send("login.ended", { ...login, id: 0.5, at: times.ended });
    expect(wrong.body.errors).toMatchObject([{ path: "data.id" }]);
  });

  test("a customer's balance may exceed the longest call", async () => {
    const sendBalance = (redeemable_minutes: unknown) =>
      send("customers.updated", {
        customers: [{ customer_id: 43, username: "ella", redeemable_minutes, blocked: false }],
      });
    expect((await sendBalance(1_000_000)).status).toBe(200);
    const row = await oneRow(sql()("customers").where({ id: 43 }).first());
    expect(row.redeemable_minutes).toBe(1_000_000);
    for (const wrong of [1_000_001, -1, 0.5, "9"]) {
      const { body } = await sendBalance(wrong);
      expect(body.errors).toMatchObject([{ path: "data.customers.0.redeemable_minutes" }]);
    }
  });

  test.each([
    ["in order", ["login.started", "login.ended"]],
    ["out of order", ["login.ended", "login.started"]],
    ["twice", ["login.started", "login.ended", "login.ended", "login.started"]],
  ])("log-on events that arrive %s make one login", async (name, types) => {
    const id = `work ${name}`;
    const times = {
      "login.started": "2026-03-08T10:00:00Z",
      "login.ended": "2026-03-08T12:00:00Z",
    };
    for (const type of types) {
      const data = { id, user_id: fixture.psychic.id, at: times[type as keyof typeof times] };
      expect((await send(type, data)).status).toBe(200);
    }
    const rows = await sql()("logins").where({ external_id: id });
    expect(rows).toMatchObject([
      { started_at: "2026-03-08T10:00:00Z", ended_at: "2026-03-08T12:00:00Z", source: "phone" },
    ]);
  });

  test("a customer is stored, and a gift is redeemed", async () => {
    const customer = { customer_id: 42, username: "dora", redeemable_minutes: 9, blocked: false };
    await send("customers.updated", { customers: [customer] });
    expect(await sql()("customers").where({ id: 42 })).toMatchObject([
      { username: "dora", redeemable_minutes: 9, blocked: false },
    ]);
    const gift = await oneRow(
      sql()("gifts")
        .insert({
          psychic_id: fixture.psychic.id,
          customer_id: 42,
          subject: "Hi",
          body: "…",
          minutes: 3,
        })
        .returning("id"),
    );
    const redeemed = { message_id: gift.id, customer_id: 42, at };
    expect((await send("gifts.redeemed", { gifts: [redeemed] })).body.applied).toBe(1);
    const row = await oneRow(sql()("gifts").where({ id: gift.id }));
    expect(Date.parse(row.redeemed_at as string)).toBe(Date.parse(at));
    const unknown = await send("gifts.redeemed", { gifts: [{ ...redeemed, message_id: 999_999 }] });
    expect(unknown.body.errors).toMatchObject([{ path: "data.gifts.0.message_id" }]);
  });

  test("an unknown type is refused", async () => {
    const answer = await send("moon.rising", {});
    expect(answer.body.errors).toMatchObject([{ path: "type", message: "Unknown event type" }]);
  });
});
