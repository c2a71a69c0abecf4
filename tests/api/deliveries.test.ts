import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createPlatform } from "#server/adapters/platform.ts";
import { connect } from "#server/db/connection.ts";
import { readEnv } from "#server/env.ts";
import { tellPlatform, tellPsychicChanged } from "#server/features/platform/tell-platform.ts";
import { deliver } from "#server/jobs/deliver.ts";
import { deliverWaiting } from "#server/jobs/deliver-waiting.ts";
import { prune } from "#server/pruners.ts";
import type { Services } from "#server/services.ts";
import { asWord } from "../support/as-word.ts";
import { clockArguments } from "../support/clock.ts";
import { patient } from "../support/patience.ts";
import { makePsychic } from "../support/people.ts";
import {
  openReceiver,
  type PlatformReceiver,
  platformSecret,
} from "../support/platform-receiver.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { vapidKeys } from "../support/vapid-keys.ts";

vi.setConfig({ testTimeout: patient(60_000), hookTimeout: patient(60_000) });

let portal: TestApp;
let services: Services;
let receiver: PlatformReceiver;
let psychic: number;

const minute = 60_000;
const day = 24 * 60 * minute;

beforeAll(async () => {
  portal = await openTestApp();
  services = portal.services;
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  await portal.close();
});
beforeEach(async () => {
  await services.db.sql("deliveries").delete();
  psychic = (await makePsychic(services.db.sql)).id;
  services.platform = createPlatform(receiver.url, platformSecret);
  Object.assign(receiver, { answer: 204, delay: 0, busiest: 0 });
  receiver.received.length = 0;
});

const sql = (table: string) => services.db.sql(table);
const tell = (code: string, of = psychic) =>
  services.db.sql.transaction((trx) =>
    tellPlatform({ ...services, sql: trx }, "availability.changed", of, { code }),
  );
const deliverTo = (psychicId = psychic) => deliver.handle(services, { psychicId }, "job");
const sweep = () => deliverWaiting.handle(services, {}, "job");
const codes = () => receiver.received.map(({ message }) => message.data.code);

describe("what is told", () => {
  test("comes signed by Standard Webhooks, with its type, time and data", async () => {
    await tell("P");
    await deliverTo();
    const [{ id, timestamp, body, message } = { id: "", timestamp: 0, body: "", message: {} }] =
      receiver.received;
    const row = await sql("deliveries").first();
    expect(message).toEqual({
      type: "availability.changed",
      timestamp: row.created_at,
      data: { user_id: psychic, code: "P" },
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

  test("goes once, in the order of the changes", async () => {
    for (const code of ["P", "O", "U", "P"]) await tell(code);
    await deliverTo();
    await deliverTo();
    await sweep();
    expect(codes()).toEqual(["P", "O", "U", "P"]);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(4);
  });

  test("is nothing of a change that was rolled back", async () => {
    await expect(
      services.db.sql.transaction(async (trx) => {
        await tellPlatform({ ...services, sql: trx }, "availability.changed", psychic, {});
        throw new Error("refused after all");
      }),
    ).rejects.toThrow("after all");
    await sweep();
    expect(receiver.received).toEqual([]);
  });

  test("is signed by both secrets while one is being changed", async () => {
    const next = `whsec_${Buffer.from("the next one").toString("base64")}`;
    services.platform = createPlatform(receiver.url, `${next} ${platformSecret}`);
    await tell("O");
    await deliverTo();
    expect((await sql("deliveries").first()).last_status).toBe("HTTP 204");
  });

  test("carries a PIN only in the body sent; at rest it is sealed", async () => {
    await services.db.sql.transaction((trx) =>
      tellPsychicChanged({ ...services, sql: trx }, psychic, { pin: "4711" }),
    );
    const row = await sql("deliveries").first();
    expect(JSON.stringify(row.data)).not.toMatch(asWord("4711"));
    expect(row.pin_sealed.toString("latin1")).not.toContain("4711");
    await deliverTo();
    expect(receiver.received[0]?.message.data).toMatchObject({
      user_id: psychic,
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
    expect(JSON.stringify(portal.lines)).not.toMatch(asWord("4711"));
  });

  test("with a PIN of a lost key it waits, and nothing goes before it", async () => {
    await sql("deliveries").insert({
      psychic_id: psychic,
      type: "psychic.changed",
      data: "{}",
      pin_sealed: Buffer.from("not ours"),
      next_attempt_at: services.clock(),
    });
    await tell("P");
    await deliverTo();
    expect(receiver.received).toEqual([]);
    const [first] = await sql("deliveries").orderBy("id");
    expect(first).toMatchObject({ attempts: 1, last_status: "its PIN cannot be opened" });
  });

  test("rests without the setting, and goes when there is one", async () => {
    const { platform } = services;
    services.platform = null;
    await tell("P");
    await deliverTo();
    await sweep();
    expect(await sql("deliveries").first()).toMatchObject({ attempts: 0, last_status: null });
    services.platform = platform;
    await sweep();
    expect(codes()).toEqual(["P"]);
  });
});

describe("what fails", () => {
  test.each([
    [500, "HTTP 500"],
    [503, "HTTP 503"],
    [404, "HTTP 404"],
    // Not followed: elsewhere is not the platform.
    [302, "HTTP 302"],
    ["silence", "not reached (UND_ERR_SOCKET)"],
  ] as const)(
    "(%s) keeps the order, and is tried again under the same id",
    async (answer, status) => {
      receiver.answer = answer;
      await tell("P");
      await tell("O");
      await deliverTo();
      await deliverTo();
      const [first, second] = await sql("deliveries").orderBy("id");
      expect(first).toMatchObject({ attempts: 1, last_status: status, delivered_at: null });
      expect(second).toMatchObject({ attempts: 0, last_status: null });
      receiver.answer = 204;
      await portal.advance(minute);
      await sweep();
      expect(codes().slice(-2)).toEqual(["P", "O"]);
      const [tried] = receiver.received;
      expect(tried?.id).toBe(first.message_id);
      expect((await sql("deliveries").orderBy("id"))[0].attempts).toBe(2);
    },
  );

  test("an answer that takes too long is none", async () => {
    services.platform = createPlatform(receiver.url, platformSecret, 50);
    receiver.delay = 500;
    await tell("P");
    await deliverTo();
    const row = await sql("deliveries").first();
    expect(row).toMatchObject({ delivered_at: null, last_status: "no answer in time" });
  });

  test("an unreachable address is a status too", async () => {
    services.platform = createPlatform("http://127.0.0.1:1/", platformSecret);
    await tell("P");
    await deliverTo();
    expect((await sql("deliveries").first()).last_status).toMatch(/^not reached/);
  });

  test("pauses grow to an hour", async () => {
    receiver.answer = 500;
    await tell("P");
    const pauses = [];
    for (let i = 0; i < 12; i++) {
      await deliverTo();
      const { next_attempt_at } = await sql("deliveries").first();
      const pause = Date.parse(next_attempt_at) - services.clock().getTime();
      pauses.push(Math.round(pause / 1000));
      await portal.advance(pause);
    }
    expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600]);
  });

  test("it is given up after three days; then the next goes on", async () => {
    receiver.answer = 500;
    await tell("P");
    await deliverTo();
    await portal.advance(3 * day - minute);
    await deliverTo();
    await tell("O");
    expect((await sql("deliveries").orderBy("id").first()).given_up_at).toBeNull();
    await portal.advance(2 * 60 * minute);
    await deliverTo();
    const [first, second] = await sql("deliveries").orderBy("id");
    expect(first).toMatchObject({ attempts: 3, delivered_at: null });
    expect(first.given_up_at).not.toBeNull();
    // Tried at once, and with three days of its own.
    expect(second).toMatchObject({ attempts: 1, given_up_at: null });
    const { values } = await services.metrics.deliveries.get();
    const givenUp = values.find(({ labels }) => labels.outcome === "given_up");
    expect(givenUp).toMatchObject({ labels: { type: "availability.changed" }, value: 1 });
    receiver.answer = 204;
    receiver.received.length = 0;
    await portal.advance(minute);
    await sweep();
    expect(codes()).toEqual(["O"]);
  });

  test("while the platform is away a sweep tries one, afterwards all", async () => {
    const others = [
      (await makePsychic(services.db.sql)).id,
      (await makePsychic(services.db.sql)).id,
    ];
    for (const of of [psychic, ...others]) await tell("P", of);
    receiver.answer = 503;
    await sweep();
    expect(receiver.received).toHaveLength(1);
    receiver.answer = 204;
    await portal.advance(minute);
    await sweep();
    expect(await sql("deliveries").whereNull("delivered_at")).toEqual([]);
  });

  test("one psychic's failure holds back nobody else", async () => {
    const other = (await makePsychic(services.db.sql)).id;
    receiver.answer = 400;
    await tell("P");
    await deliverTo();
    receiver.answer = 204;
    await tell("O", other);
    await sweep();
    expect(receiver.received.at(-1)?.message.data).toEqual({ user_id: other, code: "O" });
    expect(await sql("deliveries").whereNull("delivered_at")).toHaveLength(1);
  });
});

test("whatever the platform answers, and wherever we die, it gets all in order, once by their ids", async () => {
  const answer = fc.constantFrom("taken", "refused", "away", "died before", "died after");
  const psychics = [psychic, (await makePsychic(services.db.sql)).id];
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { maxLength: 25 }), async (answers) => {
      await sql("deliveries").delete();
      const taken: string[] = [];
      services.platform = {
        async send({ id }) {
          const given = answers.shift() ?? "taken";
          if (given === "died before") throw new Error("killed");
          if (given === "taken" || given === "died after") taken.push(id);
          if (given === "died after") throw new Error("killed");
          return { outcome: given, status: given };
        },
      };
      for (const of of [0, 1, 0, 0, 1, 0]) await tell("P", psychics[of]);
      const died = () => {};
      while ((await sql("deliveries").whereNull("delivered_at").first()) !== undefined) {
        for (const of of psychics) await deliverTo(of).catch(died);
        await sweep().catch(died);
        await portal.advance(60 * minute);
      }
      for (const of of psychics) {
        const told = await sql("deliveries")
          .where({ psychic_id: of })
          .orderBy("id")
          .pluck("message_id");
        const known = new Set(told);
        expect([...new Set(taken.filter((id) => known.has(id)))]).toEqual(told);
      }
    }),
    { numRuns: 15 },
  );
});

test("two processes never send one twice, nor out of order, nor two of a psychic at once", async () => {
  const db = connect(portal.databaseUrl, { onError: () => {}, poolSize: 6 });
  const twin: Services = { ...services, db };
  const sent = Array.from({ length: 12 }, (_, place) => String(place));
  for (const code of sent) await tell(code);
  receiver.delay = 5;
  await Promise.all(
    [services, twin, services, twin].flatMap((process) => [
      deliver.handle(process, { psychicId: psychic }, "job"),
      deliverWaiting.handle(process, {}, "job"),
    ]),
  );
  await db.close();
  expect(codes()).toEqual(sent);
  expect(receiver.busiest).toBe(1);
});

test("a running portal sends by itself", async () => {
  const working = await openTestApp({ work: true });
  working.services.platform = createPlatform(receiver.url, platformSecret);
  const { id } = await makePsychic(working.services.db.sql);
  await working.services.db.sql.transaction((trx) =>
    tellPlatform({ ...working.services, sql: trx }, "schedule.changed", id, { schedule: [] }),
  );
  await expect.poll(() => receiver.received.length, { timeout: patient(15_000) }).toBe(1);
  await working.close();
});

test("what was delivered or given up is kept 90 days (C15)", async () => {
  const before = (days: number) => new Date(services.clock().getTime() - days * day);
  const row = { psychic_id: psychic, type: "schedule.changed", data: "{}" };
  await sql("deliveries").insert([
    { ...row, last_status: "old", delivered_at: before(91) },
    { ...row, last_status: "recent", delivered_at: before(89) },
    { ...row, last_status: "given up", given_up_at: before(91) },
    { ...row, last_status: "just given up", given_up_at: before(89) },
    { ...row, last_status: "waiting", created_at: before(91), next_attempt_at: before(91) },
  ]);
  await prune.handle(services, {}, "job");
  expect(await sql("deliveries").orderBy("id").pluck("last_status")).toEqual([
    "recent",
    "just given up",
    "waiting",
  ]);
});

test("without a platform a delivery rests 3 days; the first platform gets no older one (L9)", async () => {
  const before = (days: number) => new Date(services.clock().getTime() - days * day);
  const row = (days: number) => ({
    psychic_id: psychic,
    type: "psychic.changed",
    data: JSON.stringify({ days }),
    pin_sealed: Buffer.from("sealed"),
    created_at: before(days),
    next_attempt_at: before(days),
  });
  await sql("deliveries").insert([row(400), row(4), row(2)]);
  const { platform } = services;
  services.platform = null;
  await prune.handle(services, {}, "job");
  services.platform = platform;
  const kept = await sql("deliveries").orderBy("id");
  expect(
    kept.map(({ data, given_up_at, pin_sealed, last_status }) => [
      ...[data.days, given_up_at !== null, pin_sealed !== null, last_status],
    ]),
  ).toEqual([
    [400, true, false, "no platform"],
    [4, true, false, "no platform"],
    [2, false, true, null],
  ]);
  // With a platform, what waits behind a try that failed is not given up for its age.
  await sql("deliveries")
    .where({ given_up_at: null })
    .update({ next_attempt_at: before(9) });
  await prune.handle(services, {}, "job");
  expect(await sql("deliveries").whereNull("given_up_at")).toHaveLength(1);
});

describe("npm run deliveries", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "portal-deliveries-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const run = (...options: string[]) =>
    promisify(execFile)(
      process.execPath,
      [
        ...clockArguments,
        join(import.meta.dirname, "../../server/commands/deliveries.ts"),
        ...options,
      ],
      { env: { ...process.env, DATABASE_URL: portal.databaseUrl, DATA_DIR: folder } },
    );

  test("lists what waits, went and was given up, and replays", async () => {
    await services.db.sql.transaction((trx) =>
      tellPsychicChanged({ ...services, sql: trx }, psychic, { pin: "4711" }),
    );
    await tell("P");
    await deliverTo();
    const [first, second] = await sql("deliveries").orderBy("id").pluck("id");
    await sql("deliveries").where({ id: second }).update({
      delivered_at: null,
      given_up_at: services.clock(),
      last_status: "HTTP 500",
      attempts: 80,
    });
    const all = (await run()).stdout;
    expect(all).toContain(`psychic ${psychic}  psychic.changed  delivered, 1 tries, HTTP 204`);
    expect(all).toContain(`given-up, 80 tries, HTTP 500`);
    expect(all).toMatch(/2 deliveries\n$/);
    expect(all).not.toMatch(asWord("4711"));
    expect((await run("--state=given-up", `--psychic=${psychic}`)).stdout).toMatch(
      /1 deliveries\n$/,
    );
    expect((await run("--state=waiting")).stdout).toBe("0 deliveries\n");
    expect((await run("--limit=1")).stdout).toMatch(/^\d+ .*given-up.*\n1 deliveries\n$/);

    receiver.received.length = 0;
    await run("replay", "given-up");
    await run("replay", String(first));
    expect((await run("--state=waiting")).stdout).toContain("waiting, next ");
    await sweep();
    expect(receiver.received.map(({ message }) => message.type)).toEqual([
      "psychic.changed",
      "availability.changed",
    ]);
    expect(receiver.received[0]?.message.data.pin).toBe("4711");
  });

  test("says what it does not understand", async () => {
    await expect(run("--state=lost")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Usage: npm run deliveries/),
    });
    await expect(run("replay", "999999")).rejects.toMatchObject({
      code: 1,
      stderr: "No such delivery: 999999\n",
    });
  });
});

describe("the settings", () => {
  const secrets = {
    SESSION_SECRET: "x".repeat(32),
    DATA_KEYS: `k:${Buffer.alloc(32).toString("base64")}`,
    INGEST_SECRET: platformSecret,
    BRANDS_FILE: join(import.meta.dirname, "../support/brands.json"),
    PUBLIC_URL: "http://portal.test",
    SMTP_URL: "files",
    ...vapidKeys,
  };
  const settings =
    (PLATFORM_WEBHOOK_URL: string, more = {}) =>
    () =>
      readEnv({ ...secrets, PLATFORM_WEBHOOK_URL, ...more });
  const secret = { PLATFORM_WEBHOOK_SECRET: platformSecret };

  test.each([
    ["nonsense", secret, "PLATFORM_WEBHOOK_URL must be an http or https address"],
    ["ftp://platform.example/", secret, "PLATFORM_WEBHOOK_URL must be an http or https address"],
    ["https://a:b@platform.example/", secret, "PLATFORM_WEBHOOK_URL must name no user"],
    [
      "https://platform.example/",
      {},
      "PLATFORM_WEBHOOK_SECRET is required with PLATFORM_WEBHOOK_URL",
    ],
    [
      "https://platform.example/",
      { PLATFORM_WEBHOOK_SECRET: "secret" },
      "PLATFORM_WEBHOOK_SECRET must be whsec_…, a second one after a space",
    ],
    [
      "http://platform.example/",
      { ...secret, NODE_ENV: "production" },
      "PLATFORM_WEBHOOK_URL must be an https address in production",
    ],
  ])("%s with %o is refused in one line", (url, more, line) => {
    expect(settings(url, more)).toThrow(new Error(line));
  });

  test("may be absent, and plain http on this machine", () => {
    expect(settings("")().PLATFORM_WEBHOOK_URL).toBeUndefined();
    const own = settings("http://127.0.0.1:9/", { ...secret, NODE_ENV: "production" })();
    expect(own.PLATFORM_WEBHOOK_URL).toBe("http://127.0.0.1:9/");
  });
});
