import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sendInvitationMail } from "#server/jobs/send-invitation-mail.ts";
import { type Account, makeManager, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let owner: Account;
let browser: SignedIn;

const sql = () => portal.services.db.sql;
const day = 86_400_000;
let number = 0;
function newMember() {
  number += 1;
  const username = `Nora${number}`;
  const email = `nora${number}@staff.example`;
  return { username, first: "Nora", last: "Newman", email, brand: "cos", role: "recruiter" };
}

beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(async () => {
  owner = await makeManager(sql(), { staff_role: "owner" });
  browser = await portal.signIn(owner.username, password);
});

const invite = (member: object, by = browser) => by.post("/api/staff", member);
const inviteAgain = (id: number, by = browser) => by.post(`/api/staff/${id}/invite`);
const shutOut = (id: number, body: object = {}) => browser.post(`/api/staff/${id}/shut_out`, body);

/** Runs the jobs of a member's letters, as the queue does. Returns the links that were mailed. */
async function letterLinks(userId: number): Promise<string[]> {
  const jobs = await sql()("pgboss.job")
    .where({ name: "send-invitation-mail" })
    .whereRaw("(data ->> 'userId')::integer = ?", [userId])
    .orderBy("created_on")
    .select("id", "data");
  portal.letters.length = 0;
  for (const { id, data } of jobs) await sendInvitationMail.handle(portal.services, data, id);
  return portal.letters.map(({ text }) => /\S+\/recover_password\/\S+/.exec(text)?.[0] ?? "");
}

async function accept(link: string): Promise<number> {
  const visitor = portal.visit();
  const token = link.slice(link.lastIndexOf("/") + 1);
  await visitor.get(`/api/profile/authorize_password/${token}`);
  const set = await visitor.put("/api/profile/password_unchecked", { password: "nora-is-new" });
  return set.status;
}
const statusOf = async (username: string) => {
  const given = { username, password: "nora-is-new" };
  return (await portal.visit().post("/api/sessions", given)).status;
};
const listed = async (id: number) => {
  const { body } = await browser.get("/api/staff?limit=1000");
  return body.staff.find((member: { user_id: number }) => member.user_id === id);
};

describe("an invitation", () => {
  test("makes a member who sets a password with the link, and then has the role", async () => {
    const member = newMember();
    const answer = await invite(member);
    expect(answer.status).toBe(201);
    const { user_id } = answer.body;
    expect(await listed(user_id)).toMatchObject({ role: "recruiter", shut_out: false });
    expect((await listed(user_id)).invited_at).not.toBeNull();
    expect(await statusOf(member.username)).toBe(401);

    const [link = ""] = await letterLinks(user_id);
    expect(portal.letters).toMatchObject([{ to: member.email }]);
    expect(await accept(link)).toBe(204);
    const own = await portal.signIn(member.username, "nora-is-new");
    expect((await own.get("/api/staff/self")).body).toEqual({ role: "recruiter" });
    expect(await listed(user_id)).toMatchObject({ shut_out: false, invited_at: null });
    const trail = await sql()("audit_trail").where({ subject_id: user_id }).pluck("action");
    expect(trail).toContain("staff invited");
  });

  test("is refused for a taken username, with the field's name, and makes nobody", async () => {
    const member = newMember();
    await invite(member);
    const again = await invite({ ...member, username: member.username.toUpperCase() });
    expect(again.status).toBe(422);
    expect(again.body.errors).toEqual([
      { path: "username", code: "taken", message: "Username is taken" },
    ]);
  });

  test.each([
    ["email", "not an address"],
    ["role", "king"],
    ["brand", "none"],
    ["first", ""],
    ["username", "x".repeat(200)],
  ])("names a wrong %s", async (field, value) => {
    const answer = await invite({ ...newMember(), [field]: value });
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, field]);
  });

  test("needs an owner, and a fresh confirmation", async () => {
    const manager = await makeManager(sql());
    const other = await portal.signIn(manager.username, password);
    expect((await invite(newMember(), other)).status).toBe(403);
    expect((await inviteAgain(manager.id, other)).status).toBe(403);
    await portal.advance(6 * 60_000);
    expect((await invite(newMember())).body.type).toBe("urn:problem:confirmation_needed");
  });

  test("sent twice under one key makes one member", async () => {
    const member = newMember();
    const key = randomUUID();
    const send = () => browser.post("/api/staff", member).set("Idempotency-Key", key);
    const [one, other] = await Promise.all([send(), send()]);
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(one.body).toEqual(other.body);
  });

  test("expires after 7 days; another one works, and only the last", async () => {
    const member = newMember();
    const { user_id } = (await invite(member)).body;
    const [first = ""] = await letterLinks(user_id);
    await portal.advance(7 * day + 60_000);
    expect(await accept(first)).toBe(403);
    browser = await portal.signIn(owner.username, password);
    expect((await inviteAgain(user_id)).status).toBe(204);
    const [second = ""] = await letterLinks(user_id);
    expect(await accept(first)).toBe(403);
    expect(await accept(second)).toBe(204);
    expect(await statusOf(member.username)).toBe(200);
    expect((await inviteAgain(user_id)).status).toBe(409);
  });
});

describe("shutting out", () => {
  test("withdraws an invitation, also one whose letter is not yet sent", async () => {
    const { user_id } = (await invite(newMember())).body;
    const [link = ""] = await letterLinks(user_id);
    expect((await shutOut(user_id)).status).toBe(204);
    expect(await accept(link)).toBe(403);
    expect(await listed(user_id)).toMatchObject({ shut_out: true, invited_at: null });

    const later = (await invite(newMember())).body.user_id;
    await shutOut(later);
    expect(await letterLinks(later)).toEqual([]);
  });

  test("can be taken back with an invitation: the member keeps role and name", async () => {
    const manager = await makeManager(sql());
    await shutOut(manager.id);
    expect((await inviteAgain(manager.id)).status).toBe(204);
    const [link = ""] = await letterLinks(manager.id);
    expect(await accept(link)).toBe(204);
    expect(await statusOf(manager.username)).toBe(200);
    expect(await listed(manager.id)).toMatchObject({ role: "manager", shut_out: false });
  });
});
