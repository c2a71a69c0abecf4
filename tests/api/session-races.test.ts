import type { Knex } from "knex";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeLink, spendLinks } from "#server/features/sessions/passwords.ts";
import { makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const sql = () => portal.services.db.sql;

/** Sends requests while a transaction holds `lock`. Ends the transaction once all of them wait. */
async function sendDuringLock<T>(
  lock: string,
  send: () => Promise<T>[],
  whileLocked: (holder: Knex.Transaction) => Promise<void> = async () => {},
): Promise<T[]> {
  const holder = await sql().transaction();
  await holder.raw(lock);
  const requests = send();
  await expect
    .poll(async () => (await sql().raw(countWaiting)).rows[0].count, { interval: 5 })
    .toBe(requests.length);
  await whileLocked(holder);
  await holder.commit();
  return Promise.all(requests);
}
const countWaiting = `select count(*)::int from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

const statusOf = (browser: SignedIn, path: string) =>
  browser.get(path).then(({ status }) => status);

test("a request under way at sign-out does not revive the session, 20 times out of 20", async () => {
  const { id, username } = await makePsychic(sql());
  for (let round = 0; round < 20; round++) {
    const browser = await portal.signIn(username, password);
    const link = await makeLink(sql(), id, portal.services.clock());
    // The request has read the session and will write a grant into it, but waits for the link's row.
    const [granted] = await sendDuringLock(
      "lock table password_links in access exclusive mode",
      () => [statusOf(browser, `/api/profile/authorize_password/${link}`)],
      async () => {
        expect((await browser.delete("/api/sessions/0")).status).toBe(204);
      },
    );
    expect(granted).toBe(204);
    const again = await portal.visit().get("/api/sessions/0").set("Cookie", browser.cookie);
    expect(again.status).toBe(401);
  }
  // The session ends both ways: it is marked as ended, and it is empty.
  const rows = await sql()("sessions").where({ user_id: id }).select("ended", "sess");
  expect(rows).toEqual(Array.from({ length: 20 }, () => ({ ended: true, sess: {} })));
});

test("requests at the same time after half an hour without activity open one login", async () => {
  const { id, username } = await makePsychic(sql());
  const browser = await portal.signIn(username, password);
  await portal.advance(31 * 60_000);
  const statuses = await sendDuringLock(
    `select from sessions where user_id = ${id} for update`,
    () => Array.from({ length: 5 }, () => statusOf(browser, "/api/sessions/0")),
  );
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  const logins = await sql()("logins").where({ user_id: id }).orderBy("id");
  expect(logins).toHaveLength(2);
  expect(logins[1]?.started_at).toBe(logins[1]?.last_action_at);
});

test("a sign-out during a password change ends the session, and the old password stays", async () => {
  const { id, username } = await makePsychic(sql());
  const browser = await portal.signIn(username, password);
  const body = { old: password, password: "eight-stars" };
  let signOut: Promise<{ status: number }> | undefined;
  const [changed] = await sendDuringLock(
    `select from users where id = ${id} for update`,
    () => [browser.put("/api/profile/password", body).then((answer) => answer)],
    async () => {
      signOut = browser.delete("/api/sessions/0").then((answer) => answer);
      await expect
        .poll(() => sql()("sessions").where({ user_id: id, ended: true }))
        .toHaveLength(1);
    },
  );
  expect(changed?.status).toBe(401);
  expect((await signOut)?.status).toBe(204);
  expect(await sql()("sessions").where({ user_id: id, ended: false })).toEqual([]);
  await portal.signIn(username, password);
});

test("a password change fails if another one was made during it", async () => {
  const { id, username } = await makePsychic(sql());
  const browser = await portal.signIn(username, password);
  const body = { old: password, password: "eight-stars" };
  const [changed] = await sendDuringLock(
    // A recovery raises the session epoch like this before its commit.
    `update users set session_epoch = session_epoch + 1 where id = ${id}`,
    () => [browser.put("/api/profile/password", body).then((answer) => answer)],
  );
  expect(changed?.status).toBe(401);
  expect((await browser.get("/api/sessions/0")).status).toBe(401);
  await portal.signIn(username, password);
});

test("a request whose session ends during it changes no e-mail address, PIN or phone", async () => {
  const { id, username, email } = await makePsychic(sql());
  const profile = { email: "thief@people.example" };
  const writes = [
    (by: SignedIn) => by.put("/api/profile", { profile }),
    (by: SignedIn) => by.put("/api/profile", { profile: { pin: "7531" } }),
    (by: SignedIn) =>
      by.post(`/api/psychics/${id}/phones`, { phone: { phone_number: "2125550199" } }),
  ];
  for (const write of writes) {
    const browser = await portal.signIn(username, password);
    const [answer] = await sendDuringLock(
      "lock table versions in access exclusive mode",
      () => [write(browser).then((given) => given)],
      async () => {
        await sql()("users").where({ id }).increment("session_epoch", 1);
      },
    );
    expect(answer?.status).toBe(401);
  }
  expect(await sql()("users").where({ id }).pluck("email")).toEqual([email]);
  expect(await sql()("psychics").where({ user_id: id }).pluck("pin_sealed")).toEqual([null]);
  expect(await sql()("phones").where({ user_id: id })).toEqual([]);
});

test("a password from a link never deadlocks with a later link or password", async () => {
  const { id, username } = await makePsychic(sql());
  const browser = portal.visit();
  const link = await makeLink(sql(), id, portal.services.clock());
  expect((await browser.get(`/api/profile/authorize_password/${link}`)).status).toBe(204);
  const [set] = await sendDuringLock(
    `select from users where id = ${id} for no key update`,
    () => [
      browser
        .put("/api/profile/password_unchecked", { password: "from-the-link" })
        .then((answer) => answer),
    ],
    async (holder) => {
      await spendLinks(holder, id, portal.services.clock());
    },
  );
  expect(set?.status).toBe(403);
  expect((await portal.signIn(username, password)).cookie).toBeTruthy();
});
