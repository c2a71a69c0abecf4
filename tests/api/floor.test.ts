import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Floor, FloorChanges, FloorPsychic } from "#shared/floor.ts";
import { changedFloor } from "#web/manager/floor/floor-view.ts";
import { EventReader } from "../support/event-reader.ts";
import { patient } from "../support/patience.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";
import { openTwoProcesses, type TwoProcesses } from "./fixtures/two-processes.ts";

/** Wednesday, 3:00 PM in New York. */
const now = new Date("2026-03-04T20:00:00Z");

let portal: TestApp;
let manager: SignedIn;
let processes: TwoProcesses;
const readers: EventReader[] = [];

beforeAll(async () => {
  portal = await openTestApp({ now });
  const { username } = await makeManager(portal.services.db.sql);
  manager = await portal.signIn(username, password);
  processes = await openTwoProcesses(portal);
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
  portal.draining = false;
});
afterAll(async () => {
  await processes.close();
  await portal.close();
});

const sql = (table: string) => portal.services.db.sql(table);
const makeActive = () =>
  makePsychic(portal.services.db.sql, { psychic: { account_status: "Active" } });
const setCode = (id: number, code: string, at = now) =>
  sql("availability").insert({ psychic_id: id, code, at }).onConflict("psychic_id").merge();

async function follow(lastId?: string, at = processes.first): Promise<EventReader> {
  const reader = await EventReader.open(`${at}/api/floor/changes`, manager.cookie, lastId);
  readers.push(reader);
  return reader;
}

async function nextChanges(reader: EventReader): Promise<FloorChanges & { id: string }> {
  const { data, id } = await reader.next("floor");
  return { ...(data as FloorChanges), id };
}

const floors = new WeakMap<EventReader, Floor>();

/** Takes a reader's changes as the screen does, until this psychic is as `isSo` asks. */
async function waitFor(
  reader: EventReader,
  id: number,
  isSo: (psychic: FloorPsychic | undefined) => boolean,
): Promise<string> {
  for (;;) {
    const changes = await nextChanges(reader);
    const floor = changedFloor(floors.get(reader), changes);
    floors.set(reader, floor);
    if (isSo(floor.psychics.find(({ user_id }) => user_id === id))) return changes.id;
  }
}

const waitForCode = (reader: EventReader, id: number, code: string | null) =>
  waitFor(reader, id, (psychic) => psychic?.code === code);

/** Only these psychics: those of the other tests are on the same floor. */
const only = (psychics: readonly FloorPsychic[], ...ids: number[]) =>
  psychics.filter(({ user_id }) => ids.includes(user_id));

async function listed(...ids: number[]): Promise<FloorPsychic[]> {
  const { body } = await manager.get("/api/floor").expect(200);
  expect(body.total).toBe(body.psychics.length);
  return only(body.psychics, ...ids);
}

/** The list follows a change within a moment. */
const expectListed = (...ids: number[]) =>
  expect.poll(() => listed(...ids), { interval: 20, timeout: patient(10_000) });

describe("GET /floor", () => {
  test("has the Active psychics with what they do, promise and have booked", async () => {
    const luna = await makeActive();
    const screened = await makePsychic(portal.services.db.sql, {
      psychic: { account_status: "Screened" },
    });
    await setCode(luna.id, "B", new Date("2026-03-04T19:13:00Z"));
    await sql("schedule_segments").insert([
      // Wednesday night and Thursday morning; Saturday is none of the two days.
      { psychic_id: luna.id, day: 4, number: 1, status: "A", starts: "22:00", ends: "02:00" },
      { psychic_id: luna.id, day: 5, number: 1, status: "O", starts: "09:00", ends: "10:00" },
      { psychic_id: luna.id, day: 7, number: 1, status: "A", starts: "09:00", ends: "10:00" },
    ]);
    const call = { psychic_id: luna.id, customer_id: 7, username: "fox", event_at: now };
    await sql("scheduled_calls").insert(
      (
        [
          ["past", "2026-03-04T19:59:00Z", "booked"],
          ["cancelled", "2026-03-04T20:30:00Z", "cancelled"],
          ["next", "2026-03-04T21:00:00Z", "changed"],
          ["later", "2026-03-04T22:00:00Z", "booked"],
        ] as const
      ).map(([id, at, status]) => ({ ...call, id, at, status, minutes: 20, channel: "Call" })),
    );
    await expectListed(luna.id, screened.id).toEqual([
      {
        ...{ user_id: luna.id, username: luna.username, brand: "cos", languages: [] },
        ...{ manager_id: luna.managerId, code: "B", since: "2026-03-04T19:13:00Z" },
        promised: [
          { from: "2026-03-05T03:00:00.000Z", to: "2026-03-05T07:00:00.000Z", status: "A" },
          { from: "2026-03-05T14:00:00.000Z", to: "2026-03-05T15:00:00.000Z", status: "O" },
        ],
        next_call: { at: "2026-03-04T21:00:00Z", minutes: 20, channel: "Call", answer: null },
      },
    ]);
  });

  test("has a psychic whose availability nobody knows", async () => {
    const luna = await makeActive();
    await expectListed(luna.id).toMatchObject([
      { code: null, since: null, promised: [], next_call: null },
    ]);
  });
});

test("a state lasts since its first event, whatever confirms it", async () => {
  const luna = await makeActive();
  await setCode(luna.id, "A", new Date("2026-03-04T18:00:00Z"));
  await setCode(luna.id, "B", new Date("2026-03-04T19:00:00Z"));
  await setCode(luna.id, "B", new Date("2026-03-04T19:40:00Z"));
  await setCode(luna.id, "B", new Date("2026-03-04T19:50:00Z"));
  await expectListed(luna.id).toMatchObject([{ code: "B", since: "2026-03-04T19:00:00Z" }]);
});

describe("GET /floor/changes", () => {
  test("sends everybody first, and then each change, in every process", async () => {
    const luna = await makeActive();
    const orion = await makeActive();
    await setCode(luna.id, "U");
    const both = await Promise.all([follow(), follow(undefined, processes.second)]);
    for (const reader of both) {
      const first = await nextChanges(reader);
      expect(first).toMatchObject({ whole: true, gone: [] });
      floors.set(reader, changedFloor(undefined, first));
    }
    await sql("availability").where({ psychic_id: luna.id }).update({ code: "A", at: now });
    for (const reader of both) await waitForCode(reader, luna.id, "A");
    await sql("scheduled_calls").insert({
      ...{ id: "booked-now", psychic_id: orion.id, customer_id: 7, username: "fox", event_at: now },
      ...{ at: "2026-03-04T21:00:00Z", status: "booked", minutes: 10, channel: "Chat" },
    });
    for (const reader of both) {
      await waitFor(reader, orion.id, (psychic) => psychic?.next_call?.channel === "Chat");
    }
  });

  test("returns without a gap, in the same process and in another", async () => {
    const luna = await makeActive();
    const orion = await makeActive();
    const first = await follow();
    const id = await waitFor(first, orion.id, (psychic) => psychic !== undefined);
    first.close();
    // Somebody else keeps the board up to date in the meantime.
    const witness = await follow();
    await setCode(luna.id, "O");
    await waitForCode(witness, luna.id, "O");

    const missed = await nextChanges(await follow(id));
    expect(missed.whole).toBe(false);
    expect(only(missed.psychics, luna.id, orion.id)).toMatchObject([{ code: "O" }]);

    const there = await follow(id, processes.second);
    const elsewhere = await nextChanges(there);
    expect(elsewhere.whole).toBe(true);
    floors.set(there, changedFloor(undefined, elsewhere));
    expect(only(elsewhere.psychics, orion.id)).toMatchObject([{ code: null }]);
    for (const strange of ["none", "/", `${id}x`, `${id.split("/")[0]}/-1`]) {
      expect((await nextChanges(await follow(strange))).whole).toBe(true);
    }
  });

  test("goes on after the connection that listens has been cut", async () => {
    const luna = await makeActive();
    const reader = await follow();
    await waitForCode(reader, luna.id, null);
    await portal.services.db.sql.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'portal news' and datname = current_database()`,
    );
    await setCode(luna.id, "R");
    await waitForCode(reader, luna.id, "R");
  });

  test("tells both psychics when a booked call moves from one to the other", async () => {
    const luna = await makeActive();
    const orion = await makeActive();
    await sql("scheduled_calls").insert({
      ...{ id: "moves", psychic_id: luna.id, customer_id: 7, username: "fox", event_at: now },
      ...{ at: "2026-03-04T21:00:00Z", status: "booked", minutes: 10, channel: "Chat" },
    });
    const reader = await follow();
    await waitFor(reader, luna.id, (psychic) => psychic?.next_call?.channel === "Chat");
    await sql("scheduled_calls").where({ id: "moves" }).update({ psychic_id: orion.id });
    await waitFor(reader, luna.id, (psychic) => psychic?.next_call === null);
    // Both came with one event, or the other's follows.
    const known = floors.get(reader)?.psychics.find(({ user_id }) => user_id === orion.id);
    if (!known?.next_call) await waitFor(reader, orion.id, (psychic) => !!psychic?.next_call);
  });

  test("tells of a changed schedule", async () => {
    const luna = await makeActive();
    const reader = await follow();
    await waitForCode(reader, luna.id, null);
    await sql("schedule_segments").insert({
      ...{ psychic_id: luna.id, day: 4, number: 1, status: "A" as const },
      ...{ starts: "14:00", ends: "16:00" },
    });
    await waitFor(reader, luna.id, (psychic) => psychic?.promised[0]?.status === "A");
  });

  test("names those who left the floor", async () => {
    const luna = await makeActive();
    const reader = await follow();
    await setCode(luna.id, "A");
    await waitForCode(reader, luna.id, "A");
    await sql("psychics").where({ user_id: luna.id }).update({ account_status: "Inactive" });
    await waitFor(reader, luna.id, (psychic) => psychic === undefined);
  });

  test("tells proxies to pass events on at once, and browsers to come back", async () => {
    const reader = await follow();
    expect(reader.headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    expect(reader.headers["content-encoding"]).toBeUndefined();
  });

  test("ends when the process is about to stop", async () => {
    const reader = await follow();
    portal.draining = true;
    await reader.end();
    // Whoever comes now gets one event, and comes back to another process.
    const late = await follow();
    await nextChanges(late);
    await late.end();
  });

  test("admits no psychic", async () => {
    const luna = await makeActive();
    const own = await portal.signIn(luna.username, password);
    const url = `${processes.first}/api/floor/changes`;
    expect((await EventReader.open(url, own.cookie)).status).toBe(403);
    expect((await EventReader.open(url, "sid=none")).status).toBe(401);
  });
});
