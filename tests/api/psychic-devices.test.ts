import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { oneRow } from "#server/db/one-row.ts";
import { sendAccountNotice } from "#server/jobs/send-account-notice.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let luna: Account;
let phone: SignedIn;
let tablet: SignedIn;

const sql = () => portal.services.db.sql;

beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(async () => {
  luna = await makePsychic(sql());
  phone = await portal.signIn(luna.username, password);
  tablet = await portal.signIn(luna.username, password);
});

const statusOf = async (browser: SignedIn) => (await browser.get("/api/sessions/0")).status;
const ownId = async (browser: SignedIn): Promise<string> => {
  const { sessions } = (await browser.get("/api/sessions")).body;
  return sessions.find((row: { this_device: boolean }) => row.this_device).id;
};
const entriesAbout = (id: number) =>
  sql()("audit_trail").where({ subject_id: id }).orderBy("id").pluck("action");
/** The letters about ended sessions that wait to be sent to a user. */
async function letters(userId: number) {
  portal.letters.length = 0;
  const jobs: { id: string; data: never }[] = await sql()("pgboss.job")
    .where({ name: "send-account-notice" })
    .whereRaw("(data ->> 'userId')::int = ?", [userId])
    .select("id", "data");
  for (const { id, data } of jobs) await sendAccountNotice.handle(portal.services, data, id);
  return [...portal.letters];
}

test("a psychic's devices are seen and ended by a manager; the psychic gets a letter (D54)", async () => {
  const boss = await makeManager(sql());
  const manager = await portal.signIn(boss.username, password);
  const path = `/api/psychics/${luna.id}/sessions`;
  const { body } = await manager.get(path);
  expect(body.total).toBe(2);
  expect(body.sessions.every((row: { this_device: boolean }) => !row.this_device)).toBe(true);
  expect((await manager.delete(`${path}/${await ownId(tablet)}`)).status).toBe(204);
  expect(await statusOf(tablet)).toBe(401);
  expect(await statusOf(phone)).toBe(200);
  const entry = await oneRow(
    sql()("audit_trail").where({ subject_id: luna.id, action: "session ended" }).first(),
  );
  expect(entry.actor_id).toBe(boss.id);
  const [letter, ...others] = await letters(luna.id);
  expect(others).toEqual([]);
  expect(letter).toMatchObject({
    to: luna.email,
    subject: "Your COS devices were signed out",
  });
  expect(letter?.text).toContain("A manager signed you out of your account");
});

test("a psychic's devices are all ended at once, also on a blacklisted account; without any, no letter goes out", async () => {
  const manager = await portal.signIn((await makeManager(sql())).username, password);
  const path = `/api/psychics/${luna.id}/sessions/end_all`;
  expect((await manager.post(path)).status).toBe(204);
  expect(await Promise.all([phone, tablet].map(statusOf))).toEqual([401, 401]);
  expect(await sql()("logins").where({ user_id: luna.id }).whereNull("ended_at")).toEqual([]);
  await sql()("psychics").where({ user_id: luna.id }).update({ account_status: "Blacklist" });
  expect((await manager.post(path)).status).toBe(204);
  expect((await entriesAbout(luna.id)).filter((one) => one === "all sessions ended")).toHaveLength(
    1,
  );
  expect(await letters(luna.id)).toHaveLength(1);
});

test("a psychic's devices are closed to staff who may not edit psychics, and to other psychics", async () => {
  const recruiter = await makeManager(sql(), { staff_role: "recruiter" });
  const other = await makePsychic(sql());
  const id = await ownId(tablet);
  for (const { username } of [recruiter, other, luna]) {
    const browser = await portal.signIn(username, password);
    const path = `/api/psychics/${luna.id}/sessions`;
    expect((await browser.get(path)).status).toBe(403);
    expect((await browser.delete(`${path}/${id}`)).status).toBe(403);
    expect((await browser.post(`${path}/end_all`)).status).toBe(403);
  }
  expect(await statusOf(tablet)).toBe(200);
});

test("a psychic's devices are found under their own psychic only", async () => {
  const boss = await makeManager(sql());
  const manager = await portal.signIn(boss.username, password);
  const other = await makePsychic(sql());
  const id = await ownId(tablet);
  expect((await manager.delete(`/api/psychics/${other.id}/sessions/${id}`)).status).toBe(404);
  for (const unknown of [boss.id, 2_147_483_647, 999_999_999_999_999]) {
    expect((await manager.get(`/api/psychics/${unknown}/sessions`)).status).toBe(404);
    expect((await manager.delete(`/api/psychics/${unknown}/sessions/${id}`)).status).toBe(404);
    expect((await manager.post(`/api/psychics/${unknown}/sessions/end_all`)).status).toBe(404);
  }
  expect(await statusOf(tablet)).toBe(200);
});
