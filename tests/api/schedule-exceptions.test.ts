import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addDays } from "#shared/rules/new-york.ts";
import { scheduleExceptionEndpoints } from "#shared/schedule-exceptions.ts";
import { setClock } from "../support/clock.ts";
import { makePsychic, password } from "../support/people.ts";
import { setUpPsychic } from "./fixtures/psychic-of-manager.ts";
import { now } from "./fixtures/schedule.ts";

const fixture = setUpPsychic({ now });
const sql = (table: string) => fixture.portal.services.db.sql(table);
afterEach(() => setClock(now));

const today = "2026-03-11";
const exception = (kind: string, first_day: string, last_day = first_day, more: object = {}) => ({
  ...{ kind, first_day, last_day, starts: null, ends: null, note: null },
  ...more,
});
const travel = exception("off", "2026-03-20", "2026-03-28", { note: "Travelling" });
const evening = exception("extra", "2026-03-14", "2026-03-14", { starts: "18:00", ends: "02:00" });

const path = (of = fixture.id) => `/api/psychics/${of}/schedule/exceptions`;
const get = (by = fixture.psychic) => by.get(path());
const put = (exceptions: unknown, by = fixture.psychic) => by.put(path(), { exceptions } as object);
const listOf = async () => (await get()).body.exceptions;
const stored = () =>
  sql("schedule_exceptions")
    .where({ psychic_id: fixture.id })
    .orderBy("id")
    .select("kind", "first_day", "last_day");

describe("E66: the exceptions of a psychic", () => {
  test("are replaced as a whole, by the psychic or a manager", async () => {
    expect((await get()).body).toEqual({ exceptions: [], total: 0 });
    expect((await put([travel])).status).toBe(204);
    const saved = await put([travel, evening], fixture.manager);
    expect(saved.status).toBe(204);
    const { body, headers } = await get();
    expect(scheduleExceptionEndpoints.getExceptions.response.parse(body)).toEqual(body);
    expect(body).toEqual({
      exceptions: [
        { ...evening, created_by: "manager" },
        { ...travel, created_by: "psychic" },
      ],
      total: 2,
    });
    expect(headers.etag).toBe(saved.headers.etag);
    await put([]);
    expect(await listOf()).toEqual([]);
  });

  test("have a version of their own: a stale save gets what is stored (L2)", async () => {
    const { headers } = await get();
    await put([travel], fixture.manager);
    const stale = await put([evening]).set("If-Match", headers.etag ?? "");
    expect(stale.status).toBe(412);
    expect(stale.body.current.exceptions).toEqual([{ ...travel, created_by: "manager" }]);
    expect(await listOf()).toHaveLength(1);
  });

  test("go to the platform without notes, and as lines to the audit trail (C4, S27)", async () => {
    await fixture.psychic.post(`/api/psychics/${fixture.id}/schedule`, {
      schedule: [{ day: 2, status: "A", from: "09:00", to: "17:00" }],
    });
    await put([travel, evening]);
    await put([travel]);
    const { note, ...plain } = travel;
    expect(note).toBe("Travelling");
    expect((await fixture.deliveries("schedule.changed")).at(-1)).toEqual({
      user_id: fixture.id,
      schedule: [{ day: 2, number: 1, status: "A", from: "09:00", to: "17:00" }],
      exceptions: [plain],
    });
    const trail = await sql("audit_trail")
      .where({ subject_id: fixture.id, action: "exceptions changed" })
      .orderBy("id")
      .pluck("detail");
    expect(trail).toEqual([
      {
        removed: [],
        added: ["Extra hours 03/14/2026, 18:00-02:00", "Off 03/20/2026 to 03/28/2026"],
      },
      { removed: ["Extra hours 03/14/2026, 18:00-02:00"], added: [] },
    ]);
  });

  test("stay for the days that are over when they are removed or end earlier (S27)", async () => {
    await put([exception("off", today, "2026-03-18"), exception("chat", today, "2026-03-18")]);
    await setClock(new Date("2026-03-15T15:00:00Z"));
    await put([exception("chat", today, "2026-03-16", { note: "Home" })]);
    expect(await stored()).toEqual([
      { kind: "off", first_day: today, last_day: "2026-03-14" },
      { kind: "chat", first_day: today, last_day: "2026-03-16" },
    ]);
    expect(await listOf()).toHaveLength(1);
    // What was both made and removed today leaves nothing.
    await put([exception("off", "2026-03-01", "2026-03-20")]);
    await put([]);
    expect(await stored()).toHaveLength(2);
  });

  test("change with other times or another kind from today on only (S27)", async () => {
    await put([exception("off", today, "2026-03-18"), exception("chat", today, "2026-03-18")]);
    await setClock(new Date("2026-03-15T15:00:00Z"));
    const hours = { starts: "09:00", ends: "12:00" };
    await put([
      exception("off", today, "2026-03-18", hours),
      exception("extra", today, "2026-03-18", hours),
    ]);
    expect(await stored()).toEqual([
      { kind: "off", first_day: today, last_day: "2026-03-14" },
      { kind: "chat", first_day: today, last_day: "2026-03-14" },
      { kind: "off", first_day: "2026-03-15", last_day: "2026-03-18" },
      { kind: "extra", first_day: "2026-03-15", last_day: "2026-03-18" },
    ]);
  });

  test("that are new begin today at the earliest (S27)", async () => {
    await put([exception("off", "2026-03-01", "2026-03-20")]);
    expect(await stored()).toEqual([{ kind: "off", first_day: today, last_day: "2026-03-20" }]);
    const trail = await sql("audit_trail")
      .where({ subject_id: fixture.id, action: "exceptions changed" })
      .orderBy("id", "desc")
      .first("detail");
    expect(trail.detail.added).toEqual(["Off 03/11/2026 to 03/20/2026"]);
  });

  test("that are new and the same from today on are stored once (S27)", async () => {
    await setClock(new Date("2026-03-12T15:00:00Z"));
    const until = "2026-03-18";
    await put([exception("off", "2026-03-12", until)]);
    expect(
      (
        await put([
          exception("off", "2026-03-12", until),
          exception("off", "2026-03-11", until),
          exception("off", "2026-03-10", until),
        ])
      ).status,
    ).toBe(204);
    expect(await stored()).toHaveLength(1);
  });

  test("have another ETag after midnight, when those that ended leave the list", async () => {
    await put([exception("off", today)]);
    const { headers } = await get();
    await setClock(new Date("2026-03-12T15:00:00Z"));
    const after = await get().set("If-None-Match", headers.etag ?? "");
    expect([after.status, after.body]).toEqual([200, { exceptions: [], total: 0 }]);
  });

  test("may name a stored one that has ended since, as an edit that waited does", async () => {
    const short = exception("off", today, "2026-03-12");
    await put([short]);
    await setClock(new Date("2026-03-14T15:00:00Z"));
    expect((await put([short, travel])).status).toBe(204);
    expect(await stored()).toHaveLength(2);
    expect(await listOf()).toEqual([{ ...travel, created_by: "psychic" }]);
  });

  const far = addDays(today, 731);
  test.each<[object, string, string]>([
    [
      exception("off", "2026-03-01", "2026-03-10"),
      "last_day",
      "The last day is in the past. Choose today or a later day",
    ],
    [exception("off", far), "last_day", "The last day is more than two years ahead"],
    [
      exception("off", "2026-03-20", "2026-03-19"),
      "last_day",
      "The last day is before the first day. Change one of them",
    ],
    [exception("off", today, addDays(today, 366)), "last_day", "An exception has at most 366 days"],
    [exception("holiday", today), "kind", "Kind is off, extra or chat"],
    [exception("off", "2026-02-30", "2026-03-20"), "first_day", "Date is not valid"],
    [
      exception("off", today, today, { starts: "09:00" }),
      "ends",
      "Choose both times, or neither for the whole day",
    ],
    [
      exception("off", today, today, { starts: "09:10", ends: "10:00" }),
      "starts",
      "Times must be on a quarter hour",
    ],
    [
      exception("off", today, today, { starts: "25:00", ends: "10:00" }),
      "starts",
      "Time is not valid",
    ],
    [
      exception("off", today, today, { note: "n".repeat(201) }),
      "note",
      "Note cannot exceed 200 characters",
    ],
  ])("refuse %j", async (given, field, message) => {
    const { status, body } = await put([travel, given]);
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      expect.objectContaining({ path: `exceptions.1.${field}`, message }),
    ]);
    expect(await listOf()).toEqual([]);
  });

  test("with a note of 100 kB are refused, and markup in a note is text", async () => {
    const withNote = (note: string) => put([exception("off", today, today, { note })]);
    const { status, body } = await withNote("n".repeat(100_000));
    expect([status, body.errors]).toEqual([
      422,
      [expect.objectContaining({ message: "Note cannot exceed 200 characters" })],
    ]);
    expect((await withNote("<b>Doctor</b>\n & more")).status).toBe(204);
    expect(await listOf()).toEqual([expect.objectContaining({ note: "<b>Doctor</b> & more" })]);
  });

  test("are at most a hundred, and none is in the list twice", async () => {
    const many = Array.from({ length: 101 }, (_, place) =>
      exception("off", addDays(today, 3 * place)),
    );
    expect((await put(many)).status).toBe(422);
    expect((await put(many.slice(0, 100))).status).toBe(204);
    const twice = await put([travel, travel]);
    expect(twice.body.errors[0]).toMatchObject({
      path: "exceptions.1.first_day",
      message: "This is in the list twice",
    });
  });

  test("of another psychic are closed", async () => {
    const other = await makePsychic(fixture.portal.services.db.sql);
    const stranger = await fixture.portal.signIn(other.username, password);
    expect((await get(stranger)).status).toBe(403);
    expect((await put([travel], stranger)).status).toBe(403);
  });
});

describe("S25: exceptions count wherever promised hours do", () => {
  beforeEach(async () => {
    await fixture.psychic.post(`/api/psychics/${fixture.id}/schedule`, {
      schedule: [4, 5].map((day) => ({ day, status: "A", from: "09:00", to: "17:00" })),
    });
  });

  test("in the day, also when it is over", async () => {
    await put([exception("off", today, today, { starts: "12:00", ends: "13:00" })]);
    await setClock(new Date("2026-03-20T15:00:00Z"));
    const { body } = await fixture.psychic.get(`/api/psychics/${fixture.id}/timeline?day=${today}`);
    expect(body.promised).toEqual([
      { from: "2026-03-11T13:00:00.000Z", to: "2026-03-11T16:00:00.000Z", status: "A" },
      { from: "2026-03-11T17:00:00.000Z", to: "2026-03-11T21:00:00.000Z", status: "A" },
    ]);
  });

  test("on the floor", async () => {
    await sql("psychics").where({ user_id: fixture.id }).update({ account_status: "Active" });
    await put([
      exception("off", today),
      exception("chat", "2026-03-12", "2026-03-12", { starts: "09:00", ends: "10:00" }),
    ]);
    const { body } = await fixture.manager.get("/api/floor");
    const row = body.psychics.find(({ user_id }: { user_id: number }) => user_id === fixture.id);
    expect(row.promised).toEqual([
      { from: "2026-03-12T13:00:00.000Z", to: "2026-03-12T14:00:00.000Z", status: "A", chat: true },
      { from: "2026-03-12T14:00:00.000Z", to: "2026-03-12T21:00:00.000Z", status: "A" },
    ]);
  });
});
