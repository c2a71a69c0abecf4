import { describe, expect, test } from "vitest";
import { makeReading } from "#seeds/builders/reading.ts";
import { makeSegment } from "#seeds/builders/schedule.ts";
import type { Timeline } from "#shared/presence.ts";
import { password } from "../support/people.ts";
import { at, day, midnight, setUpPresence } from "./fixtures/presence.ts";

const app = setUpPresence();
const { sql, newPsychic, applied, timeline } = app;
const say = (user_id: number, code: string, clock: string) =>
  applied("availability.changed", { user_id, code, at: at(clock) });
const isoOf = (instant: number) => new Date(instant).toISOString();

/** The spans as `A 09:00-10:00 platform`, in New York's time. */
const spansOf = ({ availability }: Timeline) =>
  availability.map(({ from, to, code, set_by }) => {
    const clock = (instant: string) =>
      new Date(Date.parse(instant) - 4 * 3_600_000).toISOString().slice(11, 16);
    return `${code} ${clock(from)}-${clock(to)} ${set_by}`;
  });

describe("availability (S23)", () => {
  const changes = [
    ["A", "08:00"],
    ["B", "08:30"],
    ["A", "08:41"],
    ["U", "10:00"],
    ["P", "11:30"],
  ] as const;
  const expected = [
    "A 08:00-08:30 platform",
    "B 08:30-08:41 platform",
    "A 08:41-10:00 platform",
    "U 10:00-11:30 platform",
    "P 11:30-12:00 platform",
  ];

  test.each([
    ["in order", [0, 1, 2, 3, 4], [1, 1, 1, 1, 1]],
    ["the last first", [4, 3, 2, 1, 0], [1, 0, 0, 0, 0]],
    ["shuffled, some twice", [2, 0, 2, 4, 1, 0, 3, 4], [1, 0, 1, 1, 0, 0, 0, 1]],
  ])("is the same however late the events come: %s", async (_, order, answers) => {
    const { id } = await newPsychic();
    const answered: number[] = [];
    for (const place of order) {
      const [code, clock] = changes[place] ?? changes[0];
      answered.push(await say(id, code, clock));
    }
    // Which event wins in the present availability has not changed (C6).
    expect(answered).toEqual(answers);
    expect(await sql()("availability").where({ psychic_id: id }).first("code", "set_by")).toEqual({
      ...{ code: "P", set_by: "platform" },
    });
    expect(spansOf(await timeline(id))).toEqual(expected);
  });

  test("names who set it: the psychic, a manager, the platform, the portal itself", async () => {
    const { id, username } = await newPsychic();
    const own = await app.portal.signIn(username, password);
    await say(id, "A", "08:00");
    const steps = [
      () => own.post(`/api/psychics/${id}/status`, { code: "O" }),
      () => app.manager.post(`/api/psychics/${id}/status`, { code: "A" }),
      () => app.manager.put(`/api/psychics/${id}/acct_status`, { acctStatus: "Flagged" }),
    ];
    for (const step of steps) {
      expect((await step()).status).toBe(204);
      await app.portal.advance(60_000);
    }
    const { availability } = await timeline(id);
    expect(availability.map(({ code, set_by }) => `${code} ${set_by}`)).toEqual([
      ...["A platform", "O psychic", "A manager", "U portal"],
    ]);
    // A confirmation of the same change by the platform does not take it over.
    const [{ at: since } = { at: "" }] = await sql()("availability").where({ psychic_id: id });
    expect(await applied("availability.changed", { user_id: id, code: "U", at: since })).toBe(1);
    const stored = await sql()("availability").where({ psychic_id: id }).first("set_by");
    expect(stored).toEqual({ set_by: "portal" });
    // The ledger takes a late event from before the change of the status, and none from after it.
    expect(await say(id, "B", "07:00")).toBe(0);
    expect(await say(id, "A", "12:03")).toBe(0);
    expect((await timeline(id)).availability.map(({ code }) => code).join("")).toBe("BAOAU");
  });

  test("goes on at midnight, begins with what is known, and ends now", async () => {
    const { id } = await newPsychic();
    await sql()("availability").insert({ psychic_id: id, code: "A", at: at("06:00") });
    const before = await timeline(id, { of: "2026-06-15" });
    expect(before.availability).toEqual([]);
    expect([before.from, before.to, before.until]).toEqual([
      ...["2026-06-15T04:00:00.000Z", isoOf(Date.parse(midnight)), isoOf(Date.parse(midnight))],
    ]);
    const yesterday = isoOf(Date.parse(midnight) - 3_600_000);
    await applied("availability.changed", { user_id: id, code: "O", at: yesterday });
    const { availability, until } = await timeline(id);
    expect(availability).toMatchObject([
      { from: isoOf(Date.parse(midnight)), to: isoOf(Date.parse(at("06:00"))), code: "O" },
      { from: isoOf(Date.parse(at("06:00"))), to: until, code: "A" },
    ]);
    const tomorrow = await timeline(id, { of: "2026-06-17" });
    expect([tomorrow.availability, tomorrow.until]).toEqual([[], tomorrow.from]);
  });

  test("after a clock that was ahead, a manager's change counts from then on", async () => {
    const { id } = await newPsychic();
    const clock = app.portal.services.clock().getTime();
    const ahead = new Date(clock + 240_000).toISOString();
    await applied("availability.changed", { user_id: id, code: "A", at: ahead });
    expect((await app.manager.post(`/api/psychics/${id}/status`, { code: "U" })).status).toBe(204);
    await app.portal.advance(600_000);
    const { availability } = await timeline(id);
    expect(availability.map(({ code, set_by }) => [code, set_by])).toEqual([["U", "manager"]]);
  });

  test("a clock that was ahead is forgotten, whoever acts after it, and in whatever order", async () => {
    const { id, username } = await newPsychic();
    const own = await app.portal.signIn(username, password);
    const ahead = (minutes: number) =>
      new Date(app.portal.services.clock().getTime() + minutes * 60_000).toISOString();
    await applied("availability.changed", { user_id: id, code: "A", at: ahead(3) });
    await applied("availability.changed", { user_id: id, code: "B", at: ahead(4) });
    expect((await app.manager.post(`/api/psychics/${id}/status`, { code: "U" })).status).toBe(204);
    await app.portal.advance(60_000);
    expect((await own.post(`/api/psychics/${id}/status`, { code: "O" })).status).toBe(204);
    await app.portal.advance(600_000);
    const { availability } = await timeline(id);
    expect(availability.map(({ code, set_by }) => `${code} ${set_by}`)).toEqual([
      ...["U manager", "O psychic"],
    ]);
  });

  test("the portal's own clock was ahead: the platform's next events count", async () => {
    const { id } = await newPsychic();
    const now = app.portal.services.clock().getTime();
    const later = (minutes: number) => new Date(now + minutes * 60_000);
    await sql()("availability").insert({
      ...{ psychic_id: id, code: "U", at: later(60), set_by: "manager" },
    });
    for (const [code, minutes] of [
      ["A", -2],
      ["B", -1],
    ] as const) {
      const at = later(minutes).toISOString();
      expect(await applied("availability.changed", { user_id: id, code, at })).toBe(1);
    }
    await app.portal.advance(2 * 3_600_000);
    const { availability } = await timeline(id);
    expect(availability.map(({ code }) => code)).toEqual(["A", "B"]);
  });

  test("an earlier release's process writes the ledger, too, without who it was", async () => {
    const { id } = await newPsychic();
    const write = (code: string, clock: string) =>
      sql().raw(
        `insert into availability (psychic_id, code, at) values (?, ?, ?)
         on conflict (psychic_id) do update set code = excluded.code, at = excluded.at`,
        [id, code, at(clock)],
      );
    await write("A", "09:00");
    await say(id, "B", "10:00");
    await write("U", "11:00");
    expect(await sql()("availability").where({ psychic_id: id })).toMatchObject([{ set_by: null }]);
    await say(id, "A", "11:30");
    const spans = spansOf(await timeline(id));
    expect(spans.slice(0, 3)).toEqual([
      ...["A 09:00-10:00 null", "B 10:00-11:00 platform", "U 11:00-11:30 null"],
    ]);
    await expect(
      sql()("availability_changes").where({ psychic_id: id }).update({ code: "A" }),
    ).rejects.toThrow("never rewritten");
  });
});

test("promised hours are those of the schedule, with last night's end (S22)", async () => {
  const { id } = await newPsychic();
  for (const [weekday, starts, ends] of [
    [2, "22:00", "02:00"],
    [3, "13:00", "17:30"],
  ] as const) {
    await makeSegment(sql(), { psychic_id: id, day: weekday, starts, ends });
  }
  const inNewYork = (clock: string) => isoOf(Date.parse(at(clock)));
  expect((await timeline(id)).promised).toEqual([
    { from: inNewYork("00:00"), to: inNewYork("02:00"), status: "A" },
    { from: inNewYork("13:00"), to: inNewYork("17:30"), status: "A" },
  ]);
});

describe("who may see it", () => {
  test("the psychic sees the same day, without ids of calls and connections (D23c)", async () => {
    const { id, username } = await newPsychic();
    const began = "2026-06-15T13:00:00Z";
    await applied("availability.changed", { user_id: id, code: "A", at: began });
    const call = { id: "mine", user_id: id, initiated_at: began, connection_id: "mine-1" };
    await applied("call.attempted", call);
    await makeReading(sql(), { user_id: id, connection_id: "mine-1", started_at: began });
    const own = await app.portal.signIn(username, password);
    // A past day, whose end is not now.
    const of = "2026-06-15";
    const [seen, all] = [await timeline(id, { as: own, of }), await timeline(id, { of })];
    expect(JSON.stringify(seen)).not.toMatch(/mine|connection_id/);
    expect(JSON.stringify(all)).toMatch(/"id":"mine","connection_id":"mine-1"/);
    const withoutIds = ({ calls, readings, ...rest }: Timeline) => ({
      ...rest,
      calls: calls.map(({ id: _, connection_id: __, ...call }) => call),
      readings: readings.map(({ connection_id: _, ...reading }) => reading),
    });
    expect(seen).toEqual(withoutIds(all));
    const { id: other } = await newPsychic();
    expect((await own.get(`/api/psychics/${other}/timeline`)).status).toBe(403);
    expect((await app.portal.visit().agent.get(`/api/psychics/${id}/timeline`)).status).toBe(401);
    expect((await app.manager.get("/api/psychics/999999/timeline")).status).toBe(404);
  });

  test.each(["2026-02-30", "yesterday", "1999-12-31", "2100-01-01", "x".repeat(200)])(
    "the day %s is 422",
    async (wrong) => {
      const { id } = await newPsychic();
      const { status, body } = await app.manager.get(`/api/psychics/${id}/timeline?day=${wrong}`);
      expect([status, body.errors]).toMatchObject([
        422,
        [{ path: "day", message: "Date is not valid" }],
      ]);
    },
  );

  test("without a day it is today in New York, and a day of a clock change has its hours", async () => {
    const { id } = await newPsychic();
    const { body } = await app.manager.get(`/api/psychics/${id}/timeline`);
    expect(body.day).toBe(day);
    const { from, to } = await timeline(id, { of: "2026-03-08" });
    expect(Date.parse(to) - Date.parse(from)).toBe(23 * 3_600_000);
  });
});

test("a day with more rows than an answer may have says so", async () => {
  const { id } = await newPsychic();
  await sql().raw(
    `insert into availability_changes (psychic_id, at, code, set_by)
     select ?, ?::timestamptz + n * interval '10 seconds', case when n % 2 = 0 then 'A' else 'U' end, 'platform'
       from generate_series(0, 2500) n`,
    [id, midnight],
  );
  const { is_cut, availability } = await timeline(id);
  expect(is_cut).toBe(true);
  expect(availability).toHaveLength(2_000);
  expect(availability.at(-1)?.to).toBe(isoOf(Date.parse(midnight) + 20_000_000));
});
