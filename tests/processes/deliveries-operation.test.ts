import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlatform } from "#server/adapters/platform.ts";
import { readEnv } from "#server/env.ts";
import { tellPlatform, tellPsychicChanged } from "#server/features/platform/tell-platform.ts";
import { prune } from "#server/pruners.ts";
import { day, setUpDeliveries } from "../api/fixtures/deliveries.ts";
import { asWord } from "../support/as-word.ts";
import { clockArguments } from "../support/clock.ts";
import { patient } from "../support/patience.ts";
import { makePsychic } from "../support/people.ts";
import { platformSecret } from "../support/platform-receiver.ts";
import { openTestApp } from "../support/test-app.ts";
import { vapidKeys } from "../support/vapid-keys.ts";

const fixture = setUpDeliveries();
const { sql, queueCode, deliverTo, sendWaiting } = fixture;

test("a running portal sends its deliveries", async () => {
  const working = await openTestApp({ work: true });
  working.services.platform = createPlatform(fixture.receiver.url, platformSecret);
  const { id } = await makePsychic(working.services.db.sql);
  await working.services.db.sql.transaction((trx) =>
    tellPlatform({ ...working.services, sql: trx }, "schedule.changed", id, { schedule: [] }),
  );
  await expect.poll(() => fixture.receiver.received.length, { timeout: patient(60_000) }).toBe(1);
  await working.close();
});

test("a sent or given-up delivery stays in the database for 90 days (C15)", async () => {
  const daysAgo = (days: number) => new Date(fixture.services.clock().getTime() - days * day);
  const row = { psychic_id: fixture.psychic, type: "schedule.changed", data: "{}" };
  await sql("deliveries").insert([
    { ...row, last_status: "old", delivered_at: daysAgo(91) },
    { ...row, last_status: "recent", delivered_at: daysAgo(89) },
    { ...row, last_status: "given up", given_up_at: daysAgo(91) },
    { ...row, last_status: "just given up", given_up_at: daysAgo(89) },
    { ...row, last_status: "waiting", created_at: daysAgo(91), next_attempt_at: daysAgo(91) },
  ]);
  await prune.handle(fixture.services, {}, "job");
  expect(await sql("deliveries").orderBy("id").pluck("last_status")).toEqual([
    "recent",
    "just given up",
    "waiting",
  ]);
});

test("without a platform a delivery waits 3 days, then is given up (L9)", async () => {
  const daysAgo = (days: number) => new Date(fixture.services.clock().getTime() - days * day);
  const row = (days: number) => ({
    psychic_id: fixture.psychic,
    type: "psychic.changed",
    data: JSON.stringify({ days }),
    pin_sealed: Buffer.from("sealed"),
    created_at: daysAgo(days),
    next_attempt_at: daysAgo(days),
  });
  await sql("deliveries").insert([row(400), row(4), row(2)]);
  const { platform } = fixture.services;
  fixture.services.platform = null;
  await prune.handle(fixture.services, {}, "job");
  fixture.services.platform = platform;
  const rows = await sql("deliveries").orderBy("id");
  expect(
    rows.map(({ data, given_up_at, pin_sealed, last_status }) => [
      ...[data.days, given_up_at !== null, pin_sealed !== null, last_status],
    ]),
  ).toEqual([
    [400, true, false, "no platform"],
    [4, true, false, "no platform"],
    [2, false, true, null],
  ]);
  // With a platform, a delivery that waits behind a failed one is not given up for its age.
  await sql("deliveries")
    .where({ given_up_at: null })
    .update({ next_attempt_at: daysAgo(9) });
  await prune.handle(fixture.services, {}, "job");
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
      { env: { ...process.env, DATABASE_URL: fixture.portal.databaseUrl, DATA_DIR: folder } },
    );

  test("lists waiting, sent and given-up deliveries, and replays them", async () => {
    await fixture.services.db.sql.transaction((trx) =>
      tellPsychicChanged({ ...fixture.services, sql: trx }, fixture.psychic, { pin: "4711" }),
    );
    await queueCode("P");
    await deliverTo();
    const [first, second] = await sql("deliveries").orderBy("id").pluck("id");
    await sql("deliveries").where({ id: second }).update({
      delivered_at: null,
      given_up_at: fixture.services.clock(),
      last_status: "HTTP 500",
      attempts: 80,
    });
    const all = (await run()).stdout;
    expect(all).toContain(
      `psychic ${fixture.psychic}  psychic.changed  delivered, 1 tries, HTTP 204`,
    );
    expect(all).toContain(`given-up, 80 tries, HTTP 500`);
    expect(all).toMatch(/2 deliveries\n$/);
    expect(all).not.toMatch(asWord("4711"));
    expect((await run("--state=given-up", `--psychic=${fixture.psychic}`)).stdout).toMatch(
      /1 deliveries\n$/,
    );
    expect((await run("--state=waiting")).stdout).toBe("0 deliveries\n");
    expect((await run("--limit=1")).stdout).toMatch(/^\d+ .*given-up.*\n1 deliveries\n$/);

    fixture.receiver.received.length = 0;
    await run("replay", "given-up");
    await run("replay", String(first));
    expect((await run("--state=waiting")).stdout).toContain("waiting, next ");
    await sendWaiting();
    expect(fixture.receiver.received.map(({ message }) => message.type)).toEqual([
      "psychic.changed",
      "availability.changed",
    ]);
    expect(fixture.receiver.received[0]?.message.data.pin).toBe("4711");
  });

  test("refuses an unknown state or delivery", async () => {
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
  const readSettings =
    (PLATFORM_WEBHOOK_URL: string, more = {}) =>
    () =>
      readEnv({ ...secrets, PLATFORM_WEBHOOK_URL, ...more });
  const secret = { PLATFORM_WEBHOOK_SECRET: platformSecret };

  test.each([
    ["nonsense", secret, "PLATFORM_WEBHOOK_URL must be an http or https address"],
    ["ftp://platform.example/", secret, "PLATFORM_WEBHOOK_URL must be an http or https address"],
    [
      "https://a:b@platform.example/",
      secret,
      "PLATFORM_WEBHOOK_URL must not contain a user or password",
    ],
    [
      "https://platform.example/",
      {},
      "PLATFORM_WEBHOOK_SECRET is required with PLATFORM_WEBHOOK_URL",
    ],
    [
      "https://platform.example/",
      { PLATFORM_WEBHOOK_SECRET: "secret" },
      "PLATFORM_WEBHOOK_SECRET must be whsec_…, or two of them with a space between",
    ],
    [
      "http://platform.example/",
      { ...secret, NODE_ENV: "production" },
      "PLATFORM_WEBHOOK_URL must be an https address in production",
    ],
  ])("%s with %o is refused with one line", (url, more, line) => {
    expect(readSettings(url, more)).toThrow(new Error(line));
  });

  test("PLATFORM_WEBHOOK_URL may be absent, or plain http to this machine", () => {
    expect(readSettings("")().PLATFORM_WEBHOOK_URL).toBeUndefined();
    const local = readSettings("http://127.0.0.1:9/", { ...secret, NODE_ENV: "production" })();
    expect(local.PLATFORM_WEBHOOK_URL).toBe("http://127.0.0.1:9/");
  });
});
