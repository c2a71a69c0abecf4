import { createHash, randomUUID } from "node:crypto";
import ICAL from "ical.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeScheduledCall } from "#seeds/builders/scheduled-call.ts";
import { oneRow } from "#server/db/one-row.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let luna: Awaited<ReturnType<typeof makePsychic>>;
let own: SignedIn;
let boss: SignedIn;

// Wednesday, 6:30 AM in New York.
const now = new Date("2026-06-17T10:30:00Z");
const sql = () => portal.services.db.sql;

beforeAll(async () => {
  portal = await openTestApp({ now });
  const manager = await makeManager(sql());
  luna = await makePsychic(sql(), { manager_id: manager.id });
  own = await portal.signIn(luna.username, password);
  boss = await portal.signIn(manager.username, password);
  await sql()("schedule_segments").insert([
    // Fridays from 9 PM to 2 AM.
    { psychic_id: luna.id, day: 6, number: 1, status: "A", starts: "21:00", ends: "02:00" },
    { psychic_id: luna.id, day: 2, number: 1, status: "O", starts: "09:00", ends: "12:30" },
  ]);
  await makeScheduledCall(sql(), {
    ...{ psychic_id: luna.id, id: "77", username: "ada-the-customer", channel: "Chat" },
    ...{ at: new Date("2026-06-18T01:15:00Z"), minutes: 30 },
  });
  await makeScheduledCall(sql(), {
    ...{ psychic_id: luna.id, id: "78", status: "cancelled" },
    at: new Date("2026-06-19T01:15:00Z"),
  });
});
afterAll(() => portal.close());

const makeAddress = async () => {
  const { status, body } = await own.post("/api/calendar");
  expect(status).toBe(201);
  return new URL(body.address).pathname;
};

test("R81: the address opens promised hours and booked calls, without a customer's name", async () => {
  const { status, headers, text } = await portal.visit().get(await makeAddress());
  expect([status, headers["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
  const events = new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents("vevent")
    .map((event) => new ICAL.Event(event))
    .map(({ summary, startDate, endDate }) => [
      summary,
      startDate.toJSDate().toISOString(),
      endDate.toJSDate().toISOString(),
    ]);
  const starting = (day: string) => events.filter(([, from]) => from?.startsWith(day));
  expect(starting("2026-06-18")).toEqual([
    ["Booked chat, 30 minutes", "2026-06-18T01:15:00.000Z", "2026-06-18T01:45:00.000Z"],
  ]);
  // A night is one event.
  expect(starting("2026-06-20")).toEqual([
    ["Available", "2026-06-20T01:00:00.000Z", "2026-06-20T06:00:00.000Z"],
  ]);
  expect(starting("2026-06-22")).toEqual([
    ["On alert", "2026-06-22T13:00:00.000Z", "2026-06-22T16:30:00.000Z"],
  ]);
  expect(starting("2026-06-19")).toEqual([]);
  // The last week and the next 60 days: two promises a week.
  expect(events.length).toBeGreaterThan(18);
  expect(text).not.toContain("ada-the-customer");
  expect(text.split("\r\n").filter((line: string) => Buffer.byteLength(line) > 75)).toEqual([]);
});

test("R81: a program that asks again gets 304 until something changes", async () => {
  const path = await makeAddress();
  const visitor = portal.visit();
  const first = await visitor.get(path);
  const again = () => visitor.get(path).set("If-None-Match", String(first.headers.etag));
  expect((await again()).status).toBe(304);
  await sql()("schedule_segments").where({ psychic_id: luna.id, day: 2 }).update({ ends: "13:00" });
  expect((await again()).status).toBe(200);
});

test("R81, S25: the calendar knows time off and chat only", async () => {
  const exception = { created_at: now, created_by: "psychic", psychic_id: luna.id } as const;
  await sql()("schedule_exceptions").insert([
    { ...exception, kind: "off", first_day: "2026-06-26", last_day: "2026-06-26" },
    { ...exception, kind: "chat", first_day: "2026-06-29", last_day: "2026-06-29" },
  ]);
  const { text } = await portal.visit().get(await makeAddress());
  expect(text).toContain("DTSTART;TZID=America/New_York:20260619T210000");
  expect(text).not.toContain("20260626T210000");
  expect(text).toContain("On alert\\, chat only");
});

test("R81: a new address ends the earlier one, and removing it ends it, too", async () => {
  const visitor = portal.visit();
  const first = await makeAddress();
  const second = await makeAddress();
  expect((await own.get("/api/calendar")).body.calendar.read_at).toBeNull();
  expect((await visitor.get(first)).status).toBe(404);
  expect((await visitor.get(second)).status).toBe(200);
  const { calendar } = (await own.get("/api/calendar")).body;
  expect(Date.parse(calendar.read_at)).toBeGreaterThanOrEqual(Date.parse(calendar.created_at));
  expect((await own.delete("/api/calendar")).status).toBe(204);
  expect((await visitor.get(second)).status).toBe(404);
  expect((await own.get("/api/calendar")).body).toEqual({ calendar: null });
});

test("R81: the calendar of a blocked account cannot be read", async () => {
  const path = await makeAddress();
  const setStatus = (account_status: "Active" | "Inactive") =>
    sql()("psychics").where({ user_id: luna.id }).update({ account_status });
  await setStatus("Inactive");
  expect((await portal.visit().get(path)).status).toBe(404);
  await setStatus("Active");
  expect((await portal.visit().get(path)).status).toBe(200);
});

test("R81: nobody but the psychic makes an address, and only its hash is stored", async () => {
  expect((await boss.post("/api/calendar")).status).toBe(404);
  const key = randomUUID();
  const made = await own.post("/api/calendar").set("Idempotency-Key", key);
  const path = new URL(made.body.address).pathname;
  const secret = path.split("/").at(-2) ?? "";
  expect(secret).toMatch(/^[\w-]{43}$/);
  const row = await oneRow(sql()("calendar_addresses").where({ psychic_id: luna.id }).first());
  expect(row.secret_hash).toEqual(createHash("sha256").update(secret).digest());
  const others = Object.entries(row).filter(([column]) => column !== "secret_hash");
  expect(JSON.stringify(others)).not.toContain(secret);
  // An answer that is kept for its key would have the address.
  expect(await sql()("idempotency_keys").where({ key })).toEqual([]);
});
