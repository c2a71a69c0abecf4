import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { describe, expect, test } from "vitest";
import { patient } from "../support/patience.ts";
import { makeManager, password } from "../support/people.ts";
import { signatureHeaders } from "../support/platform-events.ts";
import { testEnv } from "../support/test-app.ts";
import { at, type Sending, setUpIngest } from "./fixtures/ingest-events.ts";

const fixture = setUpIngest();
const { sql, post, send, reading } = fixture;

describe("a signature", () => {
  test("is enough without a session or an Origin, and its event is applied once", async () => {
    const id = `msg_${randomUUID()}`;
    const one = reading();
    const data = {
      readings: [one, reading({ user_id: undefined, extension: fixture.psychic.extension })],
    };
    const first = await send("readings.recorded", data, { id });
    expect([first.status, first.body]).toEqual([200, { applied: 2, duplicate: false }]);
    const again = await send("readings.recorded", data, { id });
    expect([again.status, again.body]).toEqual([200, { applied: 0, duplicate: true }]);
    const [row] = await sql()("readings").where({ connection_id: one.connection_id });
    expect(row).toMatchObject({
      psychic_id: fixture.psychic.id,
      revenue_cents: 4485,
      day: "2026-03-08",
    });
  });

  test("ten equal events at the same time: one is applied", async () => {
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
    ["a time six minutes ago", () => ({ sentAt: new Date(Date.now() - 6 * 60_000) })],
    ["a time six minutes ahead", () => ({ sentAt: new Date(Date.now() + 6 * 60_000) })],
    ["another body", () => ({ tampered: '{"type":"readings.recorded"}' })],
  ])("with %s is 401 and changes nothing", async (_, options) => {
    const given = reading();
    const answer = await send("readings.recorded", { readings: [given] }, options());
    expect(answer.status).toBe(401);
    expect(await sql()("readings").where({ connection_id: given.connection_id })).toEqual([]);
  });

  test("that is missing is 401, even with a manager's session", async () => {
    const { username } = await makeManager(sql());
    const browser = await fixture.portal.signIn(username, password);
    expect((await browser.post("/api/ingest/events", {})).status).toBe(401);
  });

  const postText = (headers: Record<string, string>, body: string) =>
    post({ ...headers, "Content-Type": "text/plain" }, body);
  const signed = (body: string, sentAt = new Date()) =>
    signatureHeaders(testEnv.INGEST_SECRET, body, { sentAt });
  const tooLarge = "x".repeat(16_000_001);

  test("that is missing or stale is 401 before size and JSON are checked", async () => {
    const { "webhook-signature": _, ...unsigned } = signed("{");
    for (const headers of [{}, unsigned, signed("{", new Date(Date.now() - 301_000))]) {
      for (const body of ["{", tooLarge]) expect((await postText(headers, body)).status).toBe(401);
    }
  });

  test("is checked before the JSON; the content type is never checked", async () => {
    const good = JSON.stringify({
      type: "customers.updated",
      timestamp: at,
      data: {
        customers: [{ customer_id: 44, username: "fay", redeemable_minutes: 1, blocked: false }],
      },
    });
    expect((await postText(signed(good), "{")).status).toBe(401);
    expect((await postText(signed("{"), "{")).status).toBe(400);
    expect((await postText(signed("{}"), "{}")).status).toBe(422);
    expect((await postText(signed(""), tooLarge)).status).toBe(413);
    expect((await postText(signed(good), good)).body).toEqual({ applied: 1, duplicate: false });
  });
});

describe("strangers", () => {
  const timestamp = () => Math.floor(Date.now() / 1000);
  const headers = () => ({
    "webhook-id": "msg_x",
    "webhook-timestamp": String(timestamp()),
    "webhook-signature": "v1,AAAA",
  });

  test("who send half a body cannot fill the memory or delay the platform (C1)", async () => {
    const server = fixture.portal.app.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const head = Object.entries({ Host: "portal.test", "Content-Length": 3_000_000, ...headers() });
    const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    const answers: string[] = [];
    const halfBody = Buffer.alloc(2_900_000, "x");
    // 87 MB arrive, and the portal holds at most 48 MB.
    const strangers = Array.from({ length: 30 }, () => {
      const socket = connect(port, "127.0.0.1");
      socket.write(`POST /api/ingest/events HTTP/1.1\r\n${lines}\r\n`);
      socket.write(halfBody);
      socket.on("data", (bytes) => answers.push(String(bytes).slice(0, 12)));
      socket.on("error", () => {});
      return socket;
    });
    await expect
      .poll(() => answers.length, { timeout: patient(60_000) })
      .toBeGreaterThanOrEqual(14);
    expect(new Set(answers)).toEqual(new Set(["HTTP/1.1 503"]));
    const readings = Array.from({ length: 1000 }, () => reading({ rating_text: "é".repeat(2000) }));
    expect((await send("readings.recorded", { readings })).status).toBe(200);
    for (const socket of strangers) socket.destroy();
    server.close();
  });

  test("who send too many wrong signatures get 429, unless the platform uses their network (C1)", async () => {
    const event = JSON.stringify({
      type: "customers.updated",
      timestamp: at,
      data: {
        customers: [{ customer_id: 45, username: "gus", redeemable_minutes: 1, blocked: false }],
      },
    });
    const postFrom = (address: string, signature: Record<string, string>) =>
      post({ "X-Forwarded-For": address, ...signature }, event);
    const signed = () => signatureHeaders(testEnv.INGEST_SECRET, event);
    expect((await postFrom("2001:db8:7::1", signed())).status).toBe(200);
    for (const [address, finalStatus] of [
      ["198.51.100.7", 429],
      ["2001:db8:7::9", 401],
    ] as const) {
      for (let wrong = 0; wrong < 20; wrong++) {
        expect((await postFrom(address, headers())).status).toBe(401);
      }
      const { status, headers: answered } = await postFrom(address, headers());
      expect(status).toBe(finalStatus);
      if (finalStatus === 429) expect(Number(answered["retry-after"])).toBeGreaterThan(0);
    }
    expect((await postFrom("198.51.100.7", signed())).status).toBe(429);
    expect((await postFrom("198.51.100.8", headers())).status).toBe(401);
    expect((await postFrom("2001:db8:7::1", signed())).status).toBe(200);
  });
});

describe("a batch", () => {
  test("with wrong fields is refused as a whole, and the error names each", async () => {
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

  test("with an unknown psychic is refused as a whole, and may be sent again once corrected", async () => {
    const id = `msg_${randomUUID()}`;
    const withUnknown = [reading(), reading({ user_id: 1_999_999_999 })];
    const refused = await send("readings.recorded", { readings: withUnknown }, { id });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([{ path: "data.readings.1.user_id" }]);
    expect(
      await sql()("readings").where({ connection_id: String(withUnknown[0]?.connection_id) }),
    ).toEqual([]);
    const corrected = await send(
      "readings.recorded",
      { readings: [withUnknown[0], reading()] },
      { id },
    );
    expect(corrected.body).toEqual({ applied: 2, duplicate: false });
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
  ])("is 422 at %s with %j", async (place, more) => {
    const answer = await send("readings.recorded", { readings: [reading(more)] });
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual([
      `data.readings.0.${place}`,
    ]);
  });

  test("is accepted with the longest texts, plain or escaped", async () => {
    const characters = "\u4e2d\u00e9".repeat(1000);
    const readings = Array.from({ length: 1000 }, () =>
      reading({ rating: 5, rating_text: characters }),
    );
    const plain = JSON.stringify({ type: "readings.recorded", timestamp: at, data: { readings } });
    const escaped = plain.replace(
      /[\u0080-\uffff]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    expect(escaped.length).toBeGreaterThan(12_000_000);
    for (const body of [plain, escaped]) {
      const answer = await post(signatureHeaders(testEnv.INGEST_SECRET, body), body);
      expect([answer.status, answer.body.applied]).toEqual([200, 1000]);
    }
    const stored = await sql()("readings").where({ rating_text: characters }).count("*");
    expect(stored).toEqual([{ count: 1000 }]);
  });

  test("of 1,000 readings names every wrong field", async () => {
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
