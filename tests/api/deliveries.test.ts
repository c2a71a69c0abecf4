import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { createPlatform } from "#server/adapters/platform.ts";
import { connect } from "#server/db/connection.ts";
import { tellPlatform, tellPsychicChanged } from "#server/features/platform/tell-platform.ts";
import { deliver } from "#server/jobs/deliver.ts";
import { deliverWaiting } from "#server/jobs/deliver-waiting.ts";
import type { Services } from "#server/services.ts";
import { asWord } from "../support/as-word.ts";
import { makePsychic } from "../support/people.ts";
import { platformSecret } from "../support/platform-receiver.ts";
import { day, minute, setUpDeliveries } from "./fixtures/deliveries.ts";

const fixture = setUpDeliveries();
const { sql, queueCode, deliverTo, sendWaiting, codes } = fixture;

describe("a delivery", () => {
  test("is signed by Standard Webhooks and has its type, time and data", async () => {
    await queueCode("P");
    await deliverTo();
    const [{ id, timestamp, body, message } = { id: "", timestamp: 0, body: "", message: {} }] =
      fixture.receiver.received;
    const row = await sql("deliveries").first();
    expect(message).toEqual({
      type: "availability.changed",
      timestamp: row.created_at,
      data: { user_id: fixture.psychic, code: "P" },
    });
    const webhook = new Webhook(platformSecret);
    const at = new Date(timestamp * 1000);
    const headers = {
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": webhook.sign(id, at, body),
    };
    expect(webhook.verify(body, headers)).toEqual(message);
    expect(row).toMatchObject({ message_id: id, attempts: 1, last_status: "HTTP 204" });
    expect(row.delivered_at).not.toBeNull();
  });

  test("is sent once, in the order of the changes", async () => {
    for (const code of ["P", "O", "U", "P"]) await queueCode(code);
    await deliverTo();
    await deliverTo();
    await sendWaiting();
    expect(codes()).toEqual(["P", "O", "U", "P"]);
    expect(new Set(fixture.receiver.received.map(({ id }) => id)).size).toBe(4);
  });

  test("is not sent if its change is rolled back", async () => {
    await expect(
      fixture.services.db.sql.transaction(async (trx) => {
        await tellPlatform(
          { ...fixture.services, sql: trx },
          "availability.changed",
          fixture.psychic,
          {},
        );
        throw new Error("refused after all");
      }),
    ).rejects.toThrow("after all");
    await sendWaiting();
    expect(fixture.receiver.received).toEqual([]);
  });

  test("is signed with both secrets while the secret changes", async () => {
    const next = `whsec_${Buffer.from("the next one").toString("base64")}`;
    fixture.services.platform = createPlatform(fixture.receiver.url, `${next} ${platformSecret}`);
    await queueCode("O");
    await deliverTo();
    expect((await sql("deliveries").first()).last_status).toBe("HTTP 204");
  });

  test("contains a PIN only in the sent body; the stored PIN is sealed", async () => {
    await fixture.services.db.sql.transaction((trx) =>
      tellPsychicChanged({ ...fixture.services, sql: trx }, fixture.psychic, { pin: "4711" }),
    );
    const row = await sql("deliveries").first();
    expect(JSON.stringify(row.data)).not.toMatch(asWord("4711"));
    expect(row.pin_sealed.toString("latin1")).not.toContain("4711");
    await deliverTo();
    expect(fixture.receiver.received[0]?.message.data).toMatchObject({
      user_id: fixture.psychic,
      account_status: "Active",
      permissions: "AgentPhone,AgentChat",
      auto_email: true,
      phones: [],
      pin: "4711",
    });
    const { data, last_status } = await sql("deliveries").first();
    expect(JSON.stringify({ data, last_status })).not.toMatch(asWord("4711"));
    const jobs = await sql("pgboss.job").where({ name: "deliver" });
    expect(JSON.stringify(jobs)).not.toMatch(asWord("4711"));
    expect(JSON.stringify(fixture.portal.lines)).not.toMatch(asWord("4711"));
  });

  test("waits if no key can open its PIN, and later ones wait behind it", async () => {
    await sql("deliveries").insert({
      psychic_id: fixture.psychic,
      type: "psychic.changed",
      data: "{}",
      pin_sealed: Buffer.from("not ours"),
      next_attempt_at: fixture.services.clock(),
    });
    await queueCode("P");
    await deliverTo();
    expect(fixture.receiver.received).toEqual([]);
    const [first] = await sql("deliveries").orderBy("id");
    expect(first).toMatchObject({ attempts: 1, last_status: "its PIN cannot be opened" });
  });

  test("waits while no platform is set, and is sent once one is", async () => {
    const { platform } = fixture.services;
    fixture.services.platform = null;
    await queueCode("P");
    await deliverTo();
    await sendWaiting();
    expect(await sql("deliveries").first()).toMatchObject({ attempts: 0, last_status: null });
    fixture.services.platform = platform;
    await sendWaiting();
    expect(codes()).toEqual(["P"]);
  });
});

describe("a failed delivery", () => {
  test.each([
    [500, "HTTP 500"],
    [503, "HTTP 503"],
    [404, "HTTP 404"],
    // The portal follows no redirect, because another address is not the platform.
    [302, "HTTP 302"],
    ["cut", "not reached (UND_ERR_SOCKET)"],
  ] as const)("(%s) is sent again under the same id, before later ones", async (answer, status) => {
    fixture.receiver.answer = answer;
    await queueCode("P");
    await queueCode("O");
    await deliverTo();
    await deliverTo();
    const [first, second] = await sql("deliveries").orderBy("id");
    expect(first).toMatchObject({ attempts: 1, last_status: status, delivered_at: null });
    expect(second).toMatchObject({ attempts: 0, last_status: null });
    fixture.receiver.answer = 204;
    await fixture.portal.advance(minute);
    await sendWaiting();
    expect(codes().slice(-2)).toEqual(["P", "O"]);
    const [tried] = fixture.receiver.received;
    expect(tried?.id).toBe(first.message_id);
    expect((await sql("deliveries").orderBy("id"))[0].attempts).toBe(2);
  });

  test("stores a timeout as its status", async () => {
    fixture.services.platform = createPlatform(fixture.receiver.url, platformSecret, 50);
    fixture.receiver.delay = 500;
    await queueCode("P");
    await deliverTo();
    const row = await sql("deliveries").first();
    expect(row).toMatchObject({ delivered_at: null, last_status: "no answer in time" });
  });

  test("stores an unreachable address as its status", async () => {
    fixture.services.platform = createPlatform("http://127.0.0.1:1/", platformSecret);
    await queueCode("P");
    await deliverTo();
    expect((await sql("deliveries").first()).last_status).toMatch(/^not reached/);
  });

  test("waits longer after each attempt, up to an hour", async () => {
    fixture.receiver.answer = 500;
    await queueCode("P");
    const now = () => fixture.services.clock().getTime();
    for (const seconds of [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600]) {
      const before = now();
      await deliverTo();
      const after = now();
      const next = Date.parse((await sql("deliveries").first()).next_attempt_at);
      // The attempt took place in between.
      expect(next - before, `${seconds} s`).toBeGreaterThanOrEqual(seconds * 1000);
      expect(next - after, `${seconds} s`).toBeLessThanOrEqual(seconds * 1000);
      await fixture.portal.advance(next - after);
    }
  });

  test("is given up after three days; then the next one is sent", async () => {
    fixture.receiver.answer = 500;
    await queueCode("P");
    await deliverTo();
    await fixture.portal.advance(3 * day - minute);
    await deliverTo();
    await queueCode("O");
    expect((await sql("deliveries").orderBy("id").first()).given_up_at).toBeNull();
    await fixture.portal.advance(2 * 60 * minute);
    await deliverTo();
    const [first, second] = await sql("deliveries").orderBy("id");
    expect(first).toMatchObject({ attempts: 3, delivered_at: null });
    expect(first.given_up_at).not.toBeNull();
    // The next one is sent at once, and has three days of its own.
    expect(second).toMatchObject({ attempts: 1, given_up_at: null });
    const { values } = await fixture.services.metrics.deliveries.get();
    const givenUp = values.find(({ labels }) => labels.outcome === "given_up");
    expect(givenUp).toMatchObject({ labels: { type: "availability.changed" }, value: 1 });
    fixture.receiver.answer = 204;
    fixture.receiver.received.length = 0;
    await fixture.portal.advance(minute);
    await sendWaiting();
    expect(codes()).toEqual(["O"]);
  });

  test("is the only one tried while the platform is down; all are sent afterwards", async () => {
    const others = [
      (await makePsychic(fixture.services.db.sql)).id,
      (await makePsychic(fixture.services.db.sql)).id,
    ];
    for (const psychicId of [fixture.psychic, ...others]) await queueCode("P", psychicId);
    fixture.receiver.answer = 503;
    await sendWaiting();
    expect(fixture.receiver.received).toHaveLength(1);
    fixture.receiver.answer = 204;
    await fixture.portal.advance(minute);
    await sendWaiting();
    expect(await sql("deliveries").whereNull("delivered_at")).toEqual([]);
  });

  test("that the platform refuses does not delay another psychic's", async () => {
    const other = (await makePsychic(fixture.services.db.sql)).id;
    fixture.receiver.answer = 400;
    await queueCode("P");
    await deliverTo();
    fixture.receiver.answer = 204;
    await queueCode("O", other);
    await sendWaiting();
    expect(fixture.receiver.received.at(-1)?.message.data).toEqual({ user_id: other, code: "O" });
    expect(await sql("deliveries").whereNull("delivered_at")).toHaveLength(1);
  });
});

test("no refusal or crash loses a delivery or changes the order; a repeat has the same id", async () => {
  const answer = fc.constantFrom("taken", "refused", "away", "died before", "died after");
  const psychics = [fixture.psychic, (await makePsychic(fixture.services.db.sql)).id];
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { maxLength: 25 }), async (answers) => {
      await sql("deliveries").delete();
      const received: string[] = [];
      fixture.services.platform = {
        async send({ id }) {
          const next = answers.shift() ?? "taken";
          if (next === "died before") throw new Error("killed");
          if (next === "taken" || next === "died after") received.push(id);
          if (next === "died after") throw new Error("killed");
          return { outcome: next, status: next };
        },
      };
      for (const index of [0, 1, 0, 0, 1, 0]) await queueCode("P", psychics[index]);
      const ignoreCrash = () => {};
      while ((await sql("deliveries").whereNull("delivered_at").first()) !== undefined) {
        for (const psychicId of psychics) await deliverTo(psychicId).catch(ignoreCrash);
        await sendWaiting().catch(ignoreCrash);
        await fixture.portal.advance(60 * minute);
      }
      for (const psychicId of psychics) {
        const queued = await sql("deliveries")
          .where({ psychic_id: psychicId })
          .orderBy("id")
          .pluck("message_id");
        const known = new Set(queued);
        expect([...new Set(received.filter((id) => known.has(id)))]).toEqual(queued);
      }
    }),
    { numRuns: 15 },
  );
});

test("two processes send each delivery once, in order, and one at a time per psychic", async () => {
  const db = connect(fixture.portal.databaseUrl, { onError: () => {}, poolSize: 6 });
  const otherProcess: Services = { ...fixture.services, db };
  const sent = Array.from({ length: 12 }, (_, index) => String(index));
  for (const code of sent) await queueCode(code);
  fixture.receiver.delay = 5;
  await Promise.all(
    [fixture.services, otherProcess, fixture.services, otherProcess].flatMap((process) => [
      deliver.handle(process, { psychicId: fixture.psychic }, "job"),
      deliverWaiting.handle(process, {}, "job"),
    ]),
  );
  await db.close();
  expect(codes()).toEqual(sent);
  expect(fixture.receiver.busiest).toBe(1);
});
