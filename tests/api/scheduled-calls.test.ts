import { afterAll, beforeAll, expect, test } from "vitest";
import { makeScheduledCall } from "#seeds/builders/scheduled-call.ts";
import { scheduledCallEndpoints } from "#shared/scheduled-calls.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let manager: SignedIn;
let managerId: number;
let luna: Awaited<ReturnType<typeof makePsychic>>;

const now = new Date("2026-06-15T12:00:00Z");
const minute = 60_000;
const inMinutes = (count: number) => new Date(now.getTime() + count * minute);

beforeAll(async () => {
  portal = await openTestApp({ now });
  const { sql } = portal.services.db;
  const boss = await makeManager(sql);
  managerId = boss.id;
  manager = await portal.signIn(boss.username, password);
  luna = await makePsychic(sql, { manager_id: managerId });
  const other = await makePsychic(sql, { manager_id: managerId });
  const book = (id: string, minutes: number, more = {}) =>
    makeScheduledCall(sql, { psychic_id: luna.id, id, at: inMinutes(minutes), ...more });
  await book("soon", 10, { username: "ada" });
  await book("later", 300, { username: "Bea", status: "changed", channel: "Chat", minutes: 30 });
  await book("b-same-time", 60, { username: "cora" });
  await book("a-same-time", 60, { username: "dora" });
  await book("past", -10);
  await book("cancelled", 20, { status: "cancelled" });
  await book("done", 20, { status: "done" });
  await makeScheduledCall(sql, { psychic_id: other.id, at: inMinutes(5) });
});
afterAll(() => portal.close());

const get = (query = "", browser = manager) =>
  browser.get(`/api/psychics/${luna.id}/scheduled_calls${query}`);
const ids = async (query = "") =>
  (await get(query)).body.scheduled_calls.map(({ id }: { id: string }) => id);

test("D18: lists the booked and changed calls in the future, soonest first (E24)", async () => {
  const own = await portal.signIn(luna.username, password);
  const { status, body } = await get("", own);
  expect(status).toBe(200);
  expect(scheduledCallEndpoints.listScheduledCalls.response.parse(body)).toEqual(body);
  expect(body.total).toBe(4);
  // This call is done although its time is in the future (G10).
  expect(body.taken).toEqual(["done"]);
  expect(body.scheduled_calls[0]).toEqual({
    answer: null,
    id: "soon",
    username: "ada",
    at: inMinutes(10).toISOString().replace(".000Z", "Z"),
    minutes: 20,
    channel: "Call",
    status: "booked",
  });
  expect(await ids()).toEqual(["soon", "a-same-time", "b-same-time", "later"]);
});

test("sorts by any column and pages, with the total on every page", async () => {
  expect(await ids("?sort=username&order=desc")).toEqual([
    "a-same-time",
    "b-same-time",
    "later",
    "soon",
  ]);
  expect(await ids("?sort=minutes&order=desc&limit=2")).toEqual(["later", "a-same-time"]);
  const page = await get("?limit=2&offset=3");
  expect(page.body).toMatchObject({ scheduled_calls: [{ id: "later" }], total: 4 });
  expect((await get("?offset=9")).body).toEqual({ scheduled_calls: [], total: 4 });
  expect((await get("?sort=customer_id")).status).toBe(422);
});

test("D43: 304 until a call is booked, is changed or begins", async () => {
  const first = await get();
  expect(first.headers["cache-control"]).toBe("private, no-cache");
  const getIfChanged = (etag: string | undefined) => get().set("If-None-Match", etag ?? "");
  expect((await getIfChanged(first.headers.etag)).status).toBe(304);
  await portal.advance(9 * minute);
  expect((await getIfChanged(first.headers.etag)).status).toBe(304);
  await portal.advance(2 * minute);
  const begun = await getIfChanged(first.headers.etag);
  expect(begun.status).toBe(200);
  expect(begun.body.total).toBe(3);
  await portal.services.db
    .sql("scheduled_calls")
    .where({ id: "later" })
    .update({ at: inMinutes(310) });
  expect((await getIfChanged(begun.headers.etag)).status).toBe(200);
});

test("polling does not count as activity: it never writes the session", async () => {
  const browser = await portal.signIn(luna.username, password);
  const rows = () => portal.services.db.sql("sessions").where({ user_id: luna.id }).orderBy("sid");
  const before = await rows();
  await portal.advance(6 * minute);
  expect((await get("", browser)).status).toBe(200);
  expect(await rows()).toEqual(before);
});

test("404 for an unknown id and a manager's", async () => {
  for (const id of [999_999, managerId, 99_999_999_999]) {
    expect((await manager.get(`/api/psychics/${id}/scheduled_calls`)).status).toBe(404);
  }
});
