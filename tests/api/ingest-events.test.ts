import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { oneRow } from "#server/db/one-row.ts";
import { patient } from "../support/patience.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type TestApp, testEnv } from "../support/test-app.ts";

let portal: TestApp;
let psychic: Awaited<ReturnType<typeof makePsychic>>;

beforeAll(async () => {
  portal = await openTestApp();
  psychic = await makePsychic(portal.services.db.sql);
});
afterAll(() => portal.close());

const sql = () => portal.services.db.sql;
const at = "2026-03-08T06:30:00.000Z";

interface Sending {
  id?: string;
  secret?: string;
  sentAt?: Date;
  /** What is sent instead of what was signed. */
  tampered?: string;
}

/** Sends an event as the platform does, signed by a client that is not ours. */
function send(type: string, data: unknown, how: Sending = {}) {
  const { id = `msg_${randomUUID()}`, secret = testEnv.INGEST_SECRET, sentAt = new Date() } = how;
  const body = JSON.stringify({ type, timestamp: at, data });
  return portal
    .visit()
    .agent.post("/api/ingest/events")
    .set({
      "Content-Type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, sentAt, body),
    })
    .send(how.tampered ?? body);
}

let number = 0;
function reading(more: Record<string, unknown> = {}) {
  number += 1;
  return {
    connection_id: `C${number}`,
    user_id: psychic.id,
    customer_id: 700_000 + number,
    customer_username: `customer${number}`,
    conn_type: "Call",
    started_at: at,
    minutes: 20,
    free_minutes: 5,
    paid_minutes: 15,
    rate: 2.99,
    revenue: 44.85,
    result: "Completed",
    ...more,
  };
}

describe("the signature", () => {
  test("needs neither a session nor an Origin, and applies once", async () => {
    const id = `msg_${randomUUID()}`;
    const one = reading();
    const data = {
      readings: [one, reading({ user_id: undefined, extension: psychic.extension })],
    };
    const first = await send("readings.recorded", data, { id });
    expect([first.status, first.body]).toEqual([200, { applied: 2, duplicate: false }]);
    const again = await send("readings.recorded", data, { id });
    expect([again.status, again.body]).toEqual([200, { applied: 0, duplicate: true }]);
    const [row] = await sql()("readings").where({ connection_id: one.connection_id });
    expect(row).toMatchObject({ psychic_id: psychic.id, revenue_cents: 4485, day: "2026-03-08" });
  });

  test("of ten at the same time, one is applied", async () => {
    const id = `msg_${randomUUID()}`;
    const data = { readings: [reading()] };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send("readings.recorded", data, { id })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(answers.filter(({ body }) => body.applied === 1)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.duplicate)).toHaveLength(9);
  });

  test.each<[string, () => Sending]>([
    ["another secret", () => ({ secret: `whsec_${Buffer.from("other").toString("base64")}` })],
    ["six minutes ago", () => ({ sentAt: new Date(Date.now() - 6 * 60_000) })],
    ["six minutes ahead", () => ({ sentAt: new Date(Date.now() + 6 * 60_000) })],
    ["another body", () => ({ tampered: '{"type":"readings.recorded"}' })],
  ])("with %s is 401 and changes nothing", async (_, how) => {
    const given = reading();
    const answer = await send("readings.recorded", { readings: [given] }, how());
    expect(answer.status).toBe(401);
    expect(await sql()("readings").where({ connection_id: given.connection_id })).toEqual([]);
  });

  test("missing is 401, also with a manager's session", async () => {
    const { username } = await makeManager(sql());
    const browser = await portal.signIn(username, password);
    expect((await browser.post("/api/ingest/events", {})).status).toBe(401);
  });

  const post = (headers: Record<string, string>, body: string) =>
    portal
      .visit()
      .agent.post("/api/ingest/events")
      .set({ "Content-Type": "text/plain", ...headers })
      .send(body);
  const signed = (body: string, sentAt = new Date()) => ({
    "webhook-id": "msg_order",
    "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
    "webhook-signature": new Webhook(testEnv.INGEST_SECRET).sign("msg_order", sentAt, body),
  });
  const tooLarge = "x".repeat(16_000_001);

  test("that is missing or stale is 401 before type, size and JSON are looked at", async () => {
    const { "webhook-signature": _, ...half } = signed("{");
    for (const headers of [{}, half, signed("{", new Date(Date.now() - 301_000))]) {
      for (const body of ["{", tooLarge]) expect((await post(headers, body)).status).toBe(401);
    }
  });

  test("is asked for before the JSON, and the type is not asked for at all", async () => {
    const good = JSON.stringify({
      type: "customers.updated",
      timestamp: at,
      data: {
        customers: [{ customer_id: 44, username: "fay", redeemable_minutes: 1, blocked: false }],
      },
    });
    expect((await post(signed(good), "{")).status).toBe(401);
    expect((await post(signed("{"), "{")).status).toBe(400);
    expect((await post(signed("{}"), "{}")).status).toBe(422);
    expect((await post(signed(""), tooLarge)).status).toBe(413);
    expect((await post(signed(good), good)).body).toEqual({ applied: 1, duplicate: false });
  });
});

describe("strangers", () => {
  const timestamp = () => Math.floor(Date.now() / 1000);
  const headers = () => ({
    "webhook-id": "msg_x",
    "webhook-timestamp": String(timestamp()),
    "webhook-signature": "v1,AAAA",
  });

  test("hold a bounded memory with bodies that they half send, and nobody up (C1)", async () => {
    const server = portal.app.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const head = Object.entries({ Host: "portal.test", "Content-Length": 3_000_000, ...headers() });
    const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    const answers: string[] = [];
    const half = Buffer.alloc(2_900_000, "x");
    // 87 MB where 48 may be held.
    const strangers = Array.from({ length: 30 }, () => {
      const socket = connect(port, "127.0.0.1");
      socket.write(`POST /api/ingest/events HTTP/1.1\r\n${lines}\r\n`);
      socket.write(half);
      socket.on("data", (bytes) => answers.push(String(bytes).slice(0, 12)));
      socket.on("error", () => {});
      return socket;
    });
    await expect
      .poll(() => answers.length, { timeout: patient(15_000) })
      .toBeGreaterThanOrEqual(14);
    expect(new Set(answers)).toEqual(new Set(["HTTP/1.1 503"]));
    const readings = Array.from({ length: 1000 }, () => reading({ rating_text: "é".repeat(2000) }));
    expect((await send("readings.recorded", { readings })).status).toBe(200);
    for (const socket of strangers) socket.destroy();
    server.close();
  });

  test("who sign wrongly too often are not read any more, the platform always is (C1)", async () => {
    const post = (address: string, body: string, more: Record<string, string>) =>
      portal
        .visit()
        .agent.post("/api/ingest/events")
        .set({ "Content-Type": "application/json", "X-Forwarded-For": address, ...more })
        .send(body);
    const event = JSON.stringify({
      type: "customers.updated",
      timestamp: at,
      data: {
        customers: [{ customer_id: 45, username: "gus", redeemable_minutes: 1, blocked: false }],
      },
    });
    const signed = () => {
      const id = `msg_${randomUUID()}`;
      const now = new Date();
      return {
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
        "webhook-signature": new Webhook(testEnv.INGEST_SECRET).sign(id, now, event),
      };
    };
    expect((await post("2001:db8:7::1", event, signed())).status).toBe(200);
    for (const [address, last] of [
      ["198.51.100.7", 429],
      ["2001:db8:7::9", 401],
    ] as const) {
      for (let wrong = 0; wrong < 20; wrong++) {
        expect((await post(address, event, headers())).status).toBe(401);
      }
      const { status, headers: answered } = await post(address, event, headers());
      expect(status).toBe(last);
      if (last === 429) expect(Number(answered["retry-after"])).toBeGreaterThan(0);
    }
    expect((await post("198.51.100.7", event, signed())).status).toBe(429);
    expect((await post("198.51.100.8", event, headers())).status).toBe(401);
    expect((await post("2001:db8:7::1", event, signed())).status).toBe(200);
  });
});

describe("a batch", () => {
  test("with one wrong place is refused whole, and the place is named", async () => {
    const readings = Array.from({ length: 20 }, () => reading());
    readings[17] = reading({ rate: "2.99" });
    readings[3] = reading({ minutes: -1, revenue: 0.001 });
    const answer = await send("readings.recorded", { readings });
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual([
      "data.readings.3.minutes",
      "data.readings.3.revenue",
      "data.readings.17.rate",
    ]);
    const ids = readings.map(({ connection_id }) => connection_id);
    expect(await sql()("readings").whereIn("connection_id", ids)).toEqual([]);
  });

  test("with an unknown psychic is refused whole, and may be sent again once mended", async () => {
    const id = `msg_${randomUUID()}`;
    const bad = [reading(), reading({ user_id: 1_999_999_999 })];
    const refused = await send("readings.recorded", { readings: bad }, { id });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([{ path: "data.readings.1.user_id" }]);
    expect(await sql()("readings").where({ connection_id: String(bad[0]?.connection_id) })).toEqual(
      [],
    );
    const mended = await send("readings.recorded", { readings: [bad[0], reading()] }, { id });
    expect(mended.body).toEqual({ applied: 2, duplicate: false });
  });

  test.each<[place: string, more: Record<string, unknown>]>([
    ["extra", { extra: 1 }],
    ["user_id", { extension: "123456" }],
    ["user_id", { user_id: undefined }],
    ["connection_id", { connection_id: "../../x" }],
    ["started_at", { started_at: "2026-02-30T00:00:00Z" }],
    ["started_at", { started_at: "infinity" }],
    ["started_at", { started_at: "0000-01-01T00:00:00Z" }],
    ["started_at", { started_at: "0001-01-01T00:00:00+14:00" }],
    ["started_at", { started_at: "2100-01-01T00:00:00Z" }],
    ["rating", { rating: 6 }],
    ["minutes", { minutes: 3.7 }],
    ["paid_minutes", { paid_minutes: true }],
    ["customer_id", { customer_id: 0 }],
  ])("is wrong at %s with %j", async (place, more) => {
    const answer = await send("readings.recorded", { readings: [reading(more)] });
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual([
      `data.readings.0.${place}`,
    ]);
  });

  test("is taken whole with the longest texts, however their letters are written", async () => {
    const letters = "\u4e2d\u00e9".repeat(1000);
    const readings = Array.from({ length: 1000 }, () =>
      reading({ rating: 5, rating_text: letters }),
    );
    const plain = JSON.stringify({ type: "readings.recorded", timestamp: at, data: { readings } });
    const escaped = plain.replace(
      /[\u0080-\uffff]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    expect(escaped.length).toBeGreaterThan(12_000_000);
    for (const body of [plain, escaped]) {
      const id = `msg_${randomUUID()}`;
      const sentAt = new Date();
      const answer = await portal
        .visit()
        .agent.post("/api/ingest/events")
        .set({
          "Content-Type": "application/json",
          "webhook-id": id,
          "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
          "webhook-signature": new Webhook(testEnv.INGEST_SECRET).sign(id, sentAt, body),
        })
        .send(body);
      expect([answer.status, answer.body.applied]).toEqual([200, 1000]);
    }
    const kept = await sql()("readings").where({ rating_text: letters }).count("*");
    expect(kept).toEqual([{ count: 1000 }]);
  });

  test("names every wrong place of a full batch", async () => {
    const wrong = { minutes: -1, rate: "2.99", result: "" };
    const readings = Array.from({ length: 1000 }, () => reading(wrong));
    const answer = await send("readings.recorded", { readings });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toHaveLength(3000);
    expect(answer.body.errors[2999].path).toBe("data.readings.999.result");
    const unknown = Array.from({ length: 1000 }, () => reading({ user_id: 1_999_999_999 }));
    const refused = await send("readings.recorded", { readings: unknown });
    expect(refused.body.errors).toHaveLength(1000);
  });

  test.each([0, 1001])("of %i readings is refused", async (size) => {
    const readings = Array.from({ length: size }, () => reading());
    const answer = await send("readings.recorded", { readings });
    expect(answer.body.errors).toMatchObject([{ path: "data.readings" }]);
  });
});

describe("a reading", () => {
  test("is corrected by the same connection id", async () => {
    const given = reading();
    await send("readings.recorded", { readings: [given] });
    await send("readings.recorded", {
      readings: [{ ...given, rating: 5, rating_text: "So kind" }],
    });
    const rows = await sql()("readings").where({ connection_id: given.connection_id });
    expect(rows).toMatchObject([{ rating: 5, rating_text: "So kind", minutes: 20 }]);
  });

  test("shows in the manager's list at once, new by the first call of the pair", async () => {
    const { username } = await makeManager(sql());
    const { id } = await makePsychic(sql());
    const browser = await portal.signIn(username, password);
    const customer = { customer_id: 900_001, customer_username: "late" };
    const on = (started_at: string) => reading({ user_id: id, ...customer, started_at });
    await send("readings.recorded", { readings: [on("2026-03-10T12:00:00Z")] });
    // The earlier ones come later.
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

describe("an optional field that is null is left out", () => {
  test.each<[string, boolean]>([
    ["the quick look lets it through", true],
    ["only the schema takes it", false],
  ])("%s", async (_, isPlain) => {
    const none = { extension: null, has_recording: null, rating: null, rating_text: null };
    const given = reading(isPlain ? none : { ...none, started_at: "2024-02-29T12:00:00Z" });
    const sent = await send("readings.recorded", { readings: [given, reading(none)] });
    expect([sent.status, sent.body.applied]).toEqual([200, 2]);
    const row = await sql()("readings").where({ connection_id: given.connection_id }).first();
    expect(row).toMatchObject({ psychic_id: psychic.id, has_recording: false, rating: null });
  });

  test("also for a psychic who is named by the extension, one reading and several", async () => {
    const byExtension = () => reading({ user_id: null, extension: psychic.extension });
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
  ])("so %j names nobody", async (more) => {
    const refused = await send("readings.recorded", { readings: [reading(more)] });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([
      { path: "data.readings.0.user_id", message: "Either user_id or extension" },
    ]);
  });
});

describe("the other events", () => {
  test("an older availability never undoes a newer one, the latest of one instant holds", async () => {
    const code = async () =>
      (await oneRow(sql()("availability").where({ psychic_id: psychic.id }).first())).code;
    const tell = (what: string, when: string) =>
      send("availability.changed", { user_id: psychic.id, code: what, at: when });
    expect((await tell("B", "2026-03-08T10:00:00Z")).body.applied).toBe(1);
    await tell("A", "2026-03-08T09:00:00Z");
    expect(await code()).toBe("B");
    await tell("A", "2026-03-08T11:00:00Z");
    expect(await code()).toBe("A");
    await tell("C", "2026-03-08T11:00:00Z");
    expect(await code()).toBe("C");
  });

  test("a call is booked, changed and cancelled", async () => {
    const call = {
      id: "call-1",
      user_id: psychic.id,
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

  test("ids come as numbers or as texts, and go out as numbers where they are", async () => {
    const { id: user_id, username } = await makePsychic(sql());
    const browser = await portal.signIn(username, password);
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
    const most = Number.MAX_SAFE_INTEGER;
    const given = [1_002, "77", "077", "S-5", most, `${most}0`];
    const sent = await send("calls.scheduled", { calls: given.map(call) });
    expect([sent.status, sent.body.applied]).toEqual([200, given.length]);
    const known = [77, 1_002, "077", "S-5", most, `${most}0`];
    expect(new Set(await listed())).toEqual(new Set(known));
    const sorted = await listed("?sort=id");
    expect(sorted.filter((id: unknown) => typeof id === "number")).toEqual([77, 1_002, most]);
    // The same call, whichever way it is named.
    await send("calls.scheduled", { calls: [{ ...call("1002"), status: "cancelled" }] });
    expect(await listed()).not.toContain(1_002);

    for (const id of [0, -1, 7.5, most + 1, "", "x".repeat(65), null, true, [7]]) {
      const { status, body } = await send("calls.scheduled", { calls: [call(id)] });
      expect([status, body.errors], `${id}`).toMatchObject([
        422,
        [{ path: "data.calls.0.id", message: expect.stringMatching(/^A whole number/) }],
      ]);
    }
  });

  test("a log-on whose id is a number ends by the same as a text", async () => {
    const times = { started: "2026-03-09T10:00:00Z", ended: "2026-03-09T12:00:00Z" };
    const work = { user_id: psychic.id };
    await send("login.started", { ...work, id: 880_001, at: times.started });
    await send("login.ended", { ...work, id: "880001", at: times.ended });
    expect(await sql()("logins").where({ external_id: "880001" })).toMatchObject([
      { started_at: times.started, ended_at: times.ended, source: "phone" },
    ]);
    const wrong = await send("login.ended", { ...work, id: 0.5, at: times.ended });
    expect(wrong.body.errors).toMatchObject([{ path: "data.id" }]);
  });

  test("a customer's balance is longer than a call may be", async () => {
    const tell = (redeemable_minutes: unknown) =>
      send("customers.updated", {
        customers: [{ customer_id: 43, username: "ella", redeemable_minutes, blocked: false }],
      });
    expect((await tell(1_000_000)).status).toBe(200);
    const row = await oneRow(sql()("customers").where({ id: 43 }).first());
    expect(row.redeemable_minutes).toBe(1_000_000);
    for (const wrong of [1_000_001, -1, 0.5, "9"]) {
      const { body } = await tell(wrong);
      expect(body.errors).toMatchObject([{ path: "data.customers.0.redeemable_minutes" }]);
    }
  });

  test.each([
    ["in order", ["login.started", "login.ended"]],
    ["out of order", ["login.ended", "login.started"]],
    ["twice", ["login.started", "login.ended", "login.ended", "login.started"]],
  ])("a phone log-on comes %s", async (name, types) => {
    const id = `work ${name}`;
    const times = {
      "login.started": "2026-03-08T10:00:00Z",
      "login.ended": "2026-03-08T12:00:00Z",
    };
    for (const type of types) {
      const data = { id, user_id: psychic.id, at: times[type as keyof typeof times] };
      expect((await send(type, data)).status).toBe(200);
    }
    const rows = await sql()("logins").where({ external_id: id });
    expect(rows).toMatchObject([
      { started_at: "2026-03-08T10:00:00Z", ended_at: "2026-03-08T12:00:00Z", source: "phone" },
    ]);
  });

  test("customers and gifts", async () => {
    const customer = { customer_id: 42, username: "dora", redeemable_minutes: 9, blocked: false };
    await send("customers.updated", { customers: [customer] });
    expect(await sql()("customers").where({ id: 42 })).toMatchObject([
      { username: "dora", redeemable_minutes: 9, blocked: false },
    ]);
    const gift = await oneRow(
      sql()("gifts")
        .insert({ psychic_id: psychic.id, customer_id: 42, subject: "Hi", body: "…", minutes: 3 })
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
