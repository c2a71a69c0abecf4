import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Account, makePsychic, password } from "../support/people.ts";
import { subscription } from "../support/push-service.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let luna: Account;
let phone: SignedIn;
let tablet: SignedIn;

const minute = 60_000;
const sql = () => portal.services.db.sql;
const now = () => portal.services.clock().toISOString();

beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(async () => {
  luna = await makePsychic(sql());
  phone = await portal.signIn(luna.username, password);
  await portal.advance(minute);
  tablet = await portal.signIn(luna.username, password);
});

const list = async (browser: SignedIn, query = "") =>
  (await browser.get(`/api/sessions?${query}`)).body;
const statusOf = async (browser: SignedIn) => (await browser.get("/api/sessions/0")).status;
const ownId = async (browser: SignedIn): Promise<string> => {
  const { sessions } = await list(browser);
  return sessions.find((row: { this_device: boolean }) => row.this_device).id;
};
const entriesAbout = (id: number) =>
  sql()("audit_trail").where({ subject_id: id }).orderBy("id").pluck("action");
describe("a user's own devices", () => {
  test("show browser, place, sign-in and last use, the latest use first (D54)", async () => {
    const laptop = portal.visit();
    await portal.advance(minute);
    const signedInAt = now();
    await laptop
      .post("/api/sessions?time_zone=America/Argentina/Buenos_Aires", {
        username: luna.username,
        password,
      })
      .set("User-Agent", "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/130.0");
    await portal.advance(6 * minute);
    const usedAt = now();
    expect(await statusOf(phone)).toBe(200);
    const { sessions, total } = await list(tablet);
    expect(total).toBe(3);
    expect(sessions.map((row: { this_device: boolean }) => row.this_device)).toEqual([
      true,
      false,
      false,
    ]);
    expect(sessions[1].last_used_at >= usedAt).toBe(true);
    expect(sessions[2]).toMatchObject({
      ...{ browser: "Firefox on Linux", place: "Buenos Aires", this_device: false },
    });
    expect(sessions[2].signed_in_at >= signedInAt).toBe(true);
    expect(Object.keys(sessions[2]).sort()).toEqual([
      ...["browser", "id", "last_used_at", "place", "signed_in_at", "this_device"],
    ]);
  });

  test("are listed without a secret, in pages, sorted on request", async () => {
    const { text } = await tablet.get("/api/sessions");
    const rows = await sql()("sessions").where({ user_id: luna.id }).select("sid");
    expect(rows).toHaveLength(2);
    for (const { sid } of rows) expect(text).not.toContain(sid);
    const page = await list(tablet, "limit=1&sort=signed_in_at");
    expect([page.sessions.length, page.total]).toEqual([1, 2]);
    expect(page.sessions[0].this_device).toBe(false);
    expect((await tablet.get("/api/sessions?sort=sid")).status).toBe(422);
  });

  test("leave out ended, expired and void sessions", async () => {
    const others = [await portal.signIn(luna.username, password)];
    others.push(await portal.signIn(luna.username, password));
    await others[0]?.delete("/api/sessions/0");
    const gone = await ownId(others[1] as SignedIn);
    await sql()("sessions")
      .whereRaw("sess ->> 'loginKey' = ?", [gone])
      .update({ expire: new Date(portal.services.clock().getTime() - 1) });
    await sql()("sessions")
      .whereRaw("sess ->> 'loginKey' = ?", [await ownId(phone)])
      .update({ epoch: -1 });
    expect((await list(tablet)).total).toBe(1);
  });

  test("of an earlier release have no browser and no place, and stay valid", async () => {
    await sql().raw(
      `update sessions set sess = (sess::jsonb - 'browser' - 'place')::json where user_id = ?`,
      [luna.id],
    );
    const { sessions } = await list(phone);
    expect(sessions).toHaveLength(2);
    for (const row of sessions) expect(row).toMatchObject({ browser: null, place: null });
    expect((await phone.delete(`/api/sessions/${await ownId(tablet)}`)).status).toBe(204);
    expect(await statusOf(tablet)).toBe(401);
  });

  test("keep their id, browser and place when the user sets a password", async () => {
    const before = (await list(phone)).sessions;
    const body = { old: password, password: "eight-stars" };
    expect((await phone.put("/api/profile/password", body)).status).toBe(204);
    const { sessions, total } = await list(phone);
    expect(total).toBe(1);
    const same = before.find((row: { this_device: boolean }) => row.this_device);
    expect(sessions[0]).toEqual({ ...same, last_used_at: expect.any(String) });
  });

  test("with an unknown time zone have no place; a malformed one is 422 at the field", async () => {
    const credentials = { username: luna.username, password };
    for (const zone of ["Mars/Olympus", "UTC", "Etc/GMT%2B5", "America/New_York_City"]) {
      const browser = portal.visit();
      await browser.post(`/api/sessions?time_zone=${zone}`, credentials);
      const { body } = await browser.get("/api/sessions");
      expect(body.sessions.find((row: { this_device: boolean }) => row.this_device).place).toBe(
        null,
      );
    }
    for (const zone of ["", "New York", "a".repeat(65), "<b>"]) {
      const path = `/api/sessions?time_zone=${encodeURIComponent(zone)}`;
      const { status, body } = await portal.visit().post(path, credentials);
      expect([status, body.errors[0].path]).toEqual([422, "time_zone"]);
    }
  });
});

describe("ending one's own devices", () => {
  test("ends one as a sign-out does: session, push subscription and login", async () => {
    for (const browser of [phone, tablet]) {
      expect((await browser.post("/api/push/subscriptions", subscription())).status).toBe(201);
    }
    const id = await ownId(tablet);
    expect((await phone.delete(`/api/sessions/${id}`)).status).toBe(204);
    expect(await statusOf(tablet)).toBe(401);
    expect(await statusOf(phone)).toBe(200);
    expect(await sql()("push_subscriptions").where({ user_id: luna.id })).toHaveLength(1);
    const open = await sql()("logins").where({ user_id: luna.id }).whereNull("ended_at");
    expect(open).toMatchObject([{ session_key: await ownId(phone) }]);
    expect(await sql()("sessions").where({ user_id: luna.id, ended: true })).toMatchObject([
      { sess: {} },
    ]);
    expect((await phone.delete(`/api/sessions/${id}`)).status).toBe(404);
    expect((await entriesAbout(luna.id)).slice(-1)).toEqual(["session ended"]);
    // The owner ended the session, so no letter goes out.
    const jobs = await sql()("pgboss.job")
      .where({ name: "send-account-notice" })
      .whereRaw("(data ->> 'userId')::int = ?", [luna.id]);
    expect(jobs).toEqual([]);
  });

  test("ends all others and keeps this one", async () => {
    const third = await portal.signIn(luna.username, password);
    expect((await phone.post("/api/sessions/end_others")).status).toBe(204);
    expect(await Promise.all([phone, tablet, third].map(statusOf))).toEqual([200, 401, 401]);
    const entries = await sql()("audit_trail").where({ action: "other sessions ended" });
    expect(entries).toMatchObject([
      { actor_id: luna.id, subject_id: luna.id, detail: { sessions: 2 } },
    ]);
    // With nothing to end, nothing is recorded.
    expect((await phone.post("/api/sessions/end_others")).status).toBe(204);
    expect(await sql()("audit_trail").where({ action: "other sessions ended" })).toHaveLength(1);
  });

  test("never ends a session of another user", async () => {
    const other = await portal.signIn((await makePsychic(sql())).username, password);
    const answer = await phone.delete(`/api/sessions/${await ownId(other)}`);
    expect(answer.status).toBe(404);
    expect((await phone.post("/api/sessions/end_others")).status).toBe(204);
    expect(await statusOf(other)).toBe(200);
  });

  test.each(["1", "none", randomUUID().toUpperCase(), "%00"])(
    "refuses the id %s with 400",
    async (id) => {
      expect((await phone.delete(`/api/sessions/${id}`)).status).toBe(400);
    },
  );

  test("twice at once ends it once", async () => {
    const id = await ownId(tablet);
    const answers = await Promise.all([1, 2].map(() => phone.delete(`/api/sessions/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
  });

  test("if two devices end each other at once, only one succeeds, 10 times out of 10", async () => {
    for (let round = 0; round < 10; round++) {
      const ends: SignedIn[] = [];
      for (const _ of [1, 2]) ends.push(await portal.signIn(luna.username, password));
      const [one, other] = ends as [SignedIn, SignedIn];
      const [ones, others] = [await ownId(one), await ownId(other)];
      const answers = await Promise.all([
        one.delete(`/api/sessions/${others}`),
        other.delete(`/api/sessions/${ones}`),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
    }
  });

  test("a session that is ended while it sends changes nothing and does not come back", async () => {
    const id = await ownId(tablet);
    const holder = await sql().transaction();
    await holder.raw("select from users where id = ? for update", [luna.id]);
    const body = { old: password, password: "eight-stars" };
    const ended = phone.delete(`/api/sessions/${id}`).then(({ status }) => status);
    const waiting = (count: number) =>
      expect
        .poll(
          async () =>
            (
              await sql().raw(
                `select count(*)::int from pg_stat_activity
                  where datname = current_database() and wait_event_type = 'Lock'`,
              )
            ).rows[0].count,
          { interval: 5 },
        )
        .toBe(count);
    await waiting(1);
    const changed = tablet.put("/api/profile/password", body).then(({ status }) => status);
    await waiting(2);
    await holder.commit();
    expect(await Promise.all([ended, changed])).toEqual([204, 401]);
    expect(await statusOf(tablet)).toBe(401);
    // The old password still works, on a device that is left.
    expect(await statusOf(phone)).toBe(200);
    await portal.signIn(luna.username, password);
  });
});
