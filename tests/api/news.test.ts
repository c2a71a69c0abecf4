import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { capabilitiesOf } from "#shared/rules/staff.ts";
import { EventReader, type StreamedEvent } from "../support/event-reader.ts";
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
  vi.useRealTimers();
});
afterAll(async () => {
  await processes.close();
  await portal.close();
});

const sql = (table: string) => portal.services.db.sql(table);

interface SignedInPsychic {
  id: number;
  browser: SignedIn;
}

/** Streams that open from now on have their beats when the test says so. */
const holdBeats = () => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
const beat = () => vi.advanceTimersByTime(20_000);

async function makeSignedIn(): Promise<SignedInPsychic> {
  const { id, username } = await makePsychic(portal.services.db.sql, {
    psychic: { account_status: "Active" },
  });
  return { id, browser: await portal.signIn(username, password) };
}

const setCode = (id: number, code: string) =>
  sql("availability").insert({ psychic_id: id, code, at: now }).onConflict("psychic_id").merge();

const book = (psychicId: number, id: string, more: object = {}) =>
  sql("scheduled_calls").insert({
    ...{ id, psychic_id: psychicId, customer_id: 7, username: "fox", event_at: now },
    ...{ at: "2026-03-04T21:00:00Z", status: "booked", minutes: 20, channel: "Call", ...more },
  });

async function follow(
  { id, browser }: SignedInPsychic,
  { at = processes.first, as = browser } = {},
): Promise<EventReader> {
  const reader = await EventReader.open(`${at}/api/psychics/${id}/news`, as.cookie);
  readers.push(reader);
  return reader;
}

/** The polled answer whose body each event has. */
const answers = {
  availability: "/status",
  calls: "/scheduled_calls",
  psychic: "",
} as const;
type Name = keyof typeof answers;

const textOf = ({ data }: StreamedEvent) => JSON.stringify(data);
const polled = async ({ id, browser }: SignedInPsychic, name: Name) =>
  (await browser.get(`/api/psychics/${id}${answers[name]}`).expect(200)).text;

/** Takes the three events that a stream begins with. */
async function begin(reader: EventReader): Promise<Record<Name, string>> {
  return {
    availability: textOf(await reader.next("availability")),
    calls: textOf(await reader.next("calls")),
    psychic: textOf(await reader.next("psychic")),
  };
}

describe("GET /psychics/{id}/news (E65, D67)", () => {
  test("begins with what the app would poll, byte by byte", async () => {
    const luna = await makeSignedIn();
    await setCode(luna.id, "P");
    await book(luna.id, "12");
    await book(luna.id, "early", { status: "done" });
    await book(luna.id, "past", { at: "2026-03-04T19:59:00Z" });
    const first = await begin(await follow(luna));
    for (const name of ["availability", "calls", "psychic"] as const) {
      expect(first[name]).toBe(await polled(luna, name));
    }
    expect(first.availability).toBe('[{"code":"P"}]');
    expect(JSON.parse(first.calls)).toMatchObject({ total: 1, taken: ["early"] });
  });

  test("has an empty list for an availability that nobody knows", async () => {
    const luna = await makeSignedIn();
    const first = await begin(await follow(luna));
    expect(first).toMatchObject({ availability: "[]", calls: '{"scheduled_calls":[],"total":0}' });
    expect(await polled(luna, "availability")).toBe("[]");
  });

  test("a change reaches the streams of every process within a second", async () => {
    const luna = await makeSignedIn();
    const both = await Promise.all([follow(luna), follow(luna, { at: processes.second })]);
    for (const reader of both) await begin(reader);
    const changed = Date.now();
    await setCode(luna.id, "O");
    for (const reader of both) {
      expect((await reader.next("availability")).data).toEqual([{ code: "O" }]);
    }
    expect(Date.now() - changed).toBeLessThan(patient(1_000));
    const booked = Date.now();
    await book(luna.id, `booked-${luna.id}`);
    for (const reader of both) {
      expect((await reader.next("calls")).data).toMatchObject({ total: 1 });
    }
    expect(Date.now() - booked).toBeLessThan(patient(1_000));
  });

  test("has no other psychic's changes", async () => {
    const luna = await makeSignedIn();
    const orion = await makeSignedIn();
    const [hers, his] = [await follow(luna), await follow(orion)];
    await begin(hers);
    await begin(his);
    await setCode(orion.id, "A");
    expect((await his.next("availability")).data).toEqual([{ code: "A" }]);
    await setCode(luna.id, "U");
    expect((await hers.next("availability")).data).toEqual([{ code: "U" }]);
  });

  test("drops a call that has begun with the next read", async () => {
    const luna = await makeSignedIn();
    await book(luna.id, `soon-${luna.id}`, { at: "2026-03-04T20:10:00Z" });
    const reader = await follow(luna);
    expect(JSON.parse((await begin(reader)).calls)).toMatchObject({ total: 1 });
    await portal.advance(15 * 60_000);
    await setCode(luna.id, "B");
    expect((await reader.next("calls")).data).toMatchObject({ total: 0 });
  });

  test("has the account after a manager has changed its status", async () => {
    const luna = await makeSignedIn();
    const reader = await follow(luna);
    await begin(reader);
    await sql("psychics").where({ user_id: luna.id }).update({ account_status: "Flagged" });
    // The news of the account's own creation may come this late and end the stream. The app then
    // comes back, and so does the test.
    const { data } = await reader
      .next("psychic")
      .catch(async () => (await follow(luna)).next("psychic"));
    expect(data).toMatchObject({ user_id: luna.id, account_status: "Flagged" });
    expect(JSON.stringify(data)).toBe(await polled(luna, "psychic"));
  });

  test("gives whoever comes back the present state, also after the listener was cut", async () => {
    const luna = await makeSignedIn();
    const first = await follow(luna);
    await begin(first);
    first.close();
    await setCode(luna.id, "R");
    expect((await begin(await follow(luna))).availability).toBe('[{"code":"R"}]');

    const reader = await follow(luna);
    await begin(reader);
    await portal.services.db.sql.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'portal news' and datname = current_database()`,
    );
    await setCode(luna.id, "U");
    expect((await reader.next("availability")).data).toEqual([{ code: "U" }]);
  });

  test("tells proxies to pass events on at once", async () => {
    const { headers } = await follow(await makeSignedIn());
    expect(headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    expect(headers["content-encoding"]).toBeUndefined();
  });
});

describe("who may follow a psychic's news", () => {
  test("the psychic, and staff who may see psychics", async () => {
    const luna = await makeSignedIn();
    const reader = await follow(luna, { as: manager });
    expect(reader.status).toBe(200);
    await begin(reader);
  });

  test("nobody else", async () => {
    const luna = await makeSignedIn();
    const orion = await makeSignedIn();
    const statusOf = async (id: number, cookie: string) => {
      const reader = await EventReader.open(`${processes.first}/api/psychics/${id}/news`, cookie);
      readers.push(reader);
      return reader.status;
    };
    expect(await statusOf(luna.id, "sid=none")).toBe(401);
    expect(await statusOf(luna.id, orion.browser.cookie)).toBe(403);
    expect(await statusOf(999_999, luna.browser.cookie)).toBe(403);
    expect(await statusOf(999_999, manager.cookie)).toBe(404);
  });

  test("no staff without the right to see psychics, not even on an open stream", async () => {
    const luna = await makeSignedIn();
    const { username } = await makeManager(portal.services.db.sql, { staff_role: "viewer" });
    const viewer = await portal.signIn(username, password);
    holdBeats();
    const reader = await follow(luna, { as: viewer });
    await begin(reader);
    // Every role has this right today.
    const { viewer: rights } = capabilitiesOf;
    capabilitiesOf.viewer = [];
    try {
      beat();
      await reader.end();
      expect((await follow(luna, { as: viewer })).status).toBe(403);
    } finally {
      capabilitiesOf.viewer = rights;
    }
  });

  test("each user with at most ten pages in a process", async () => {
    const luna = await makeSignedIn();
    for (let page = 0; page < 10; page += 1) expect((await follow(luna)).status).toBe(200);
    const refused = await follow(luna);
    expect(refused.status).toBe(429);
    expect(refused.headers["retry-after"]).toBe("30");
    expect((await follow(luna, { as: manager })).status).toBe(200);
  });

  test("a blocked account loses its stream at once", async () => {
    const luna = await makeSignedIn();
    holdBeats();
    const reader = await follow(luna);
    await begin(reader);
    await portal.services.db.sql.transaction(async (trx) => {
      await trx("psychics").where({ user_id: luna.id }).update({ account_status: "Blacklist" });
      await trx("users").where({ id: luna.id }).increment("session_epoch", 1);
    });
    await reader.end();
    expect((await follow(luna)).status).toBe(401);
  });

  test("a sign-out ends the stream with the next beat", async () => {
    const luna = await makeSignedIn();
    holdBeats();
    const reader = await follow(luna);
    await begin(reader);
    beat();
    await reader.next("beat");
    await luna.browser.delete("/api/sessions/0").expect(204);
    beat();
    await reader.end();
    expect((await follow(luna)).status).toBe(401);
  });

  test("a process that is about to stop ends it", async () => {
    const luna = await makeSignedIn();
    const reader = await follow(luna);
    await begin(reader);
    portal.draining = true;
    await reader.end();
    // Whoever comes now gets the present state, and comes back to another process.
    const late = await follow(luna);
    await begin(late);
    await late.end();
  });
});
