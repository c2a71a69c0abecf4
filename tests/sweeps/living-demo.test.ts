import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { PlannedCall } from "#seeds/platform/call.ts";
import { applicationsOf } from "#seeds/platform/contacts-and-problems.ts";
import { createLive } from "#seeds/platform/live.ts";
import { createPlan } from "#seeds/platform/plan.ts";
import { createPortal, type Portal, PortalRefusal } from "#seeds/platform/portal.ts";
import { readWorld } from "#seeds/platform/read-world.ts";
import { runPlatform } from "#seeds/platform/run-platform.ts";
import { advisoryLocks } from "#server/db/advisory-locks.ts";
import { oneRow } from "#server/db/one-row.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { type LivingDemo, openLivingDemo } from "../support/living-demo.ts";
import { patient } from "../support/patience.ts";
import { type SignedIn, type TestApp, testEnv } from "../support/test-app.ts";

/** Ten minutes after midnight on a Sunday in New York, when a pay period has just begun. */
const now = new Date("2026-11-22T05:10:00Z");
const dayMs = 86_400_000;

let demo: LivingDemo;
let testApp: TestApp;
let portal: Portal;
let manager: SignedIn;
const running: { stop: () => Promise<void> }[] = [];

beforeAll(async () => {
  demo = await openLivingDemo({ now, seededAt: new Date(now.getTime() - 10 * dayMs) });
  ({ testApp, portal } = demo);
  manager = await testApp.signIn("manager", "manager-demo");
});
afterAll(async () => {
  for (const { stop } of running) await stop();
  await demo.close();
});

/** Starts the platform as the portal does. */
function start(pace: number) {
  const stopping = new AbortController();
  const lines: string[] = [];
  const problems: string[] = [];
  const ended = runPlatform({
    databaseUrl: testApp.databaseUrl,
    portal,
    pace,
    clock: () => testApp.services.clock().getTime(),
    say: (line) => lines.push(line),
    onProblem: ({ message }) => problems.push(message),
    signal: stopping.signal,
  });
  const stop = () => {
    stopping.abort();
    return ended;
  };
  const platform = { lines, problems, stop, ended };
  running.push(platform);
  return platform;
}

const until = <T>(look: () => Promise<T>) =>
  vi.waitFor(look, { timeout: patient(240_000), interval: 100 });

const countOf = async (text: string): Promise<number> =>
  Number((await testApp.services.db.pool.query(`select count(*) from ${text}`)).rows[0].count);

describe("the simulated platform against a portal (H1)", () => {
  it("fills in the ten days since the last run, in seconds, and brings the statistics up to date", async () => {
    const platform = start(1);
    await until(async () => expect(platform.lines).toEqual([expect.stringMatching(/caught up/)]));
    const today = newYorkDay(testApp.services.clock());
    const range = `start_date=${addDays(today, -9)}&end_date=${addDays(today, -1)}`;
    const { body } = await manager.get(`/api/statistics/daily?${range}`);
    for (const { day, calls, revenue } of body.days) {
      expect(calls, day).toBeGreaterThan(300);
      expect(revenue, day).toBeGreaterThan(3000);
    }
    expect(Date.parse(body.as_of)).toBeGreaterThanOrEqual(now.getTime());
    const top = await manager.get(`/api/statistics?start_date=${today}&end_date=${today}&limit=5`);
    expect(top.body.statistics.length).toBeGreaterThan(0);

    await until(async () => {
      const busy = await manager.get("/api/psychics/busy");
      expect(busy.body.busy).toBeGreaterThan(0);
    });
    for (const name of ["luna", "orion"]) {
      const psychic = await testApp.signIn(name, `${name}-demo`);
      const { user_id } = (await psychic.get("/api/sessions/0")).body;
      const calls = await psychic.get(`/api/psychics/${user_id}/scheduled_calls`);
      expect(calls.body.total, name).toBeGreaterThan(0);
      const logins = await psychic.get(`/api/psychics/${user_id}/logins`);
      expect(logins.body.total, name).toBeGreaterThan(1);
      await psychic.delete("/api/sessions/0");
    }
    expect(
      await countOf("contacts where created_at > now() - interval '400 days'"),
    ).toBeGreaterThan(0);
    expect(platform.problems).toEqual([]);
    await platform.stop();
  });

  it("continues where it stopped, and sends nothing twice", async () => {
    const demoReadings = "readings where connection_id ~ '^[0-9]{10}$'";
    const [readings, logins] = [await countOf(demoReadings), await countOf("logins")];
    const startedAt = testApp.services.clock();
    const platform = start(1);
    await until(async () => {
      const { rows } = await testApp.services.db.pool.query(
        "select from statistics_state where refreshed_at > $1",
        [startedAt],
      );
      expect(rows).toHaveLength(1);
      expect(await countOf("availability where code = 'B'")).toBeGreaterThan(0);
    });
    await platform.stop();
    // A minute or two of the real clock passed, so there are only some readings.
    expect((await countOf(demoReadings)) - readings).toBeLessThan(10);
    expect((await countOf("logins")) - logins).toBeLessThan(10);
  });

  it("adds readings at the given pace, none of them dated ahead", async () => {
    const platform = start(120);
    const liveReadings = "readings where connection_id ~ '-[0-9]{10}$'";
    await until(async () => {
      expect(await countOf(`${liveReadings} and minutes > 0`)).toBeGreaterThan(3);
      expect(await countOf(`${liveReadings} and minutes = 0`)).toBeGreaterThan(0);
    });
    const { rows } = await testApp.services.db.pool.query(
      "select max(started_at) as last from readings",
    );
    const last = new Date(rows[0].last).getTime();
    expect(last).toBeLessThanOrEqual(testApp.services.clock().getTime());
    expect(platform.problems).toEqual([]);
    await platform.stop();
  });

  // Other tests have databases on the same server.
  const askers = `pg_stat_activity
    where datname = current_database() and query like '%pg_try_advisory_lock%'`;
  const platformLocks = `pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory' and l.granted
    and objid = ${advisoryLocks.simulatedPlatform}`;

  it("runs once: a second portal on the database leaves it to the first", async () => {
    const first = start(120);
    await until(async () => expect(await countOf(platformLocks)).toBe(1));
    const second = start(120);
    await until(async () => expect(await countOf(askers)).toBe(2));
    expect(await countOf(platformLocks)).toBe(1);
    expect(second.lines).toEqual([]);
    await second.stop();
    await first.stop();
  });

  it("changes an availability only by calls and log-ons, never a signed-in psychic's U", async () => {
    const { sql, pool } = testApp.services.db;
    const openedAt = now.getTime() - 10 * dayMs;
    const world = await readWorld(pool, openedAt);
    const plan = createPlan(world);
    const luna = world.psychics.find(({ username }) => username === "luna");
    if (!luna) throw new Error("no luna");
    // Events are dated now, whatever their time in the plan.
    const clockwork = { real: () => testApp.services.clock(), idPrefix: "test-" };
    const onProblem = (error: Error) => expect.fail(error.message);
    const live = createLive({ world, plan, portal, pool, clockwork, onProblem });

    const isAnsweredCall = (call: PlannedCall) =>
      call.psychic.id === luna.id && call.minutes > 0 && call.channel === "Call";
    const calls = [1, 2, 3, 4, 5, 6].flatMap((day) =>
      plan.callsOf(addDays(newYorkDay(openedAt), day)).filter(isAnsweredCall),
    );
    const [skippedCall, connectedCall] = calls;
    if (!skippedCall || !connectedCall) throw new Error("luna has no calls");
    const browser = await testApp.signIn("luna", "luna-demo");
    const code = async () => (await browser.get(`/api/psychics/${luna.id}/status`)).body[0].code;
    const choose = (chosen: string) =>
      browser.post(`/api/psychics/${luna.id}/status`, { code: chosen });
    const readingOf = ({ connectionId }: PlannedCall) =>
      countOf(`readings where connection_id = 'test-${connectionId}'`);
    const runCall = async ({ start, minutes }: PlannedCall) => {
      await live.run(start, start + 1);
      const during = await code();
      await live.run(start + minutes * 60_000, start + minutes * 60_000 + 1);
      return during;
    };
    await sql("availability").where({ psychic_id: luna.id }).update({ code: "A" });
    await choose("U");
    expect(await runCall(skippedCall)).toBe("U");
    expect([await code(), await readingOf(skippedCall)]).toEqual(["U", 0]);

    await choose("P");
    expect(await runCall(connectedCall)).toBe("B");
    expect([await code(), await readingOf(connectedCall)]).toEqual(["P", 1]);

    const logOn = [1, 2, 3, 4, 5, 6]
      .flatMap((day) => plan.stretchesOf(addDays(newYorkDay(openedAt), day)))
      .find(({ psychic }) => psychic === luna);
    if (!logOn) throw new Error("luna never works");
    await choose("U");
    await live.run(logOn.from, logOn.from + 1);
    expect(await code()).toBe("U");
    await browser.delete("/api/sessions/0");
    await sql("platform_events").where("id", "like", "demo-test-log-on-%").delete();
    await live.run(logOn.from, logOn.from + 1);
    const stored = await oneRow(sql("availability").where({ psychic_id: luna.id }).first("code"));
    expect(stored.code).toBe("A");
  });

  it("applies through the bot check, and reports a problem as a psychic", async () => {
    const [contacts, problems] = [await countOf("contacts"), await countOf("problems")];
    const [application] = ["2026-11-01", "2026-11-02", "2026-11-03"].flatMap(applicationsOf);
    if (!application) throw new Error("nobody applies in three days");
    await portal.apply(application);
    expect(await countOf("contacts")).toBe(contacts + 1);

    const { sql } = testApp.services.db;
    const psychic = await sql("psychics as p")
      .join("users as u", "u.id", "p.user_id")
      .where("p.account_status", "Active")
      .whereNotIn("u.username", ["luna", "orion", "iris"])
      .orderBy("u.id")
      .first("u.id", "u.username");
    const report = { category: "Phone", details: "The line is silent." };
    await portal.visit(psychic, "psychic-demo", async (send) => {
      await send("POST", `/psychics/${psychic.id}/problem`, report);
    });
    expect(await countOf("problems")).toBe(problems + 1);
  });

  it("is refused if its secret is wrong", async () => {
    const withWrongSecret = createPortal({
      ...{ base: demo.base, origin: testEnv.publicUrl },
      secret: "whsec_d3Jvbmc=",
      clock: () => testApp.services.clock().getTime(),
    });
    const data = { id: "x", user_id: 1, at: now.toISOString() };
    await expect(withWrongSecret.tell("x", now, { type: "login.started", data })).rejects.toThrow(
      PortalRefusal,
    );
  });
});
