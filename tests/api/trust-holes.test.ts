import { randomUUID } from "node:crypto";
import type { Request } from "express";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { oneRow } from "#server/db/one-row.ts";
import { requireConfirmed } from "#server/features/confirmation/require-confirmed.ts";
import { findLink, makeLink } from "#server/features/sessions/passwords.ts";
import { sendInvitationMail } from "#server/jobs/send-invitation-mail.ts";
import { addPasskey } from "../support/add-factors.ts";
import { appCode, makersStatement, SoftPasskey } from "../support/authenticator.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp, testEnv } from "../support/test-app.ts";

// Ways into an account, and ways around a rule for staff, that were once open.

const minute = 60_000;
let portal: TestApp;
let owner: Account;
let browser: SignedIn;

const sql = () => portal.services.db.sql;
const now = () => portal.services.clock();

beforeAll(async () => {
  portal = await openTestApp({ now: new Date("2026-03-04T17:00:10Z"), staffFactorDays: 0 });
});
afterAll(() => portal.close());
beforeEach(async () => {
  owner = await makeManager(sql(), { staff_role: "owner" });
});

/** Signs in, with the first passkey that staff must add here. */
async function signInStaff({ username }: Account) {
  const visitor = portal.visit();
  await visitor.post("/api/sessions", { username, password });
  expect((await addPasskey(visitor)).answer.status).toBe(201);
  return visitor;
}

describe("a new passkey", () => {
  test("with a certificate of its maker is refused, because it could name addresses for us to call", async () => {
    const psychic = await makePsychic(sql());
    browser = await portal.signIn(psychic.username, password);
    const { body } = await browser.post("/api/passkeys/registration");
    const credential = new SoftPasskey(testEnv.publicUrl).register(body, makersStatement());
    expect((await browser.post("/api/passkeys", { name: "Key", credential })).status).toBe(422);
    expect(await sql()("passkeys").where({ user_id: psychic.id })).toEqual([]);
    expect((await addPasskey(browser)).answer.status).toBe(201);
  });

  test("cannot be added to a waiting sign-in once the owner has one", async () => {
    const [thief, own] = [portal.visit(), portal.visit()];
    const { username } = owner;
    for (const visitor of [thief, own]) {
      await visitor.post("/api/sessions", { username, password });
    }
    const { body: options } = await thief.post("/api/passkeys/registration");
    expect((await addPasskey(own)).answer.status).toBe(201);
    const credential = new SoftPasskey(testEnv.publicUrl).register(options);
    const late = await thief.post("/api/passkeys", { name: "Key", credential });
    expect(late.status).toBe(409);
    expect((await thief.get("/api/sessions/0")).status).toBe(401);
    expect(await sql()("passkeys").where({ user_id: owner.id })).toHaveLength(1);
  });
});

test("the old password confirms no change for a user who has a passkey", async () => {
  const psychic = await makePsychic(sql());
  browser = await portal.signIn(psychic.username, password);
  await addPasskey(browser);
  await portal.advance(6 * minute);
  const change = { old: password, password: "eight-stars" };
  const refused = await browser.put("/api/profile/password", change);
  expect(refused.body.type).toBe("urn:problem:confirmation_needed");
  expect((await browser.post("/api/passkeys/registration")).status).toBe(409);
  // The same change is enough for somebody without one.
  const plain = await makePsychic(sql());
  const other = await portal.signIn(plain.username, password);
  await portal.advance(6 * minute);
  expect((await other.put("/api/profile/password", change)).status).toBe(204);
  expect((await other.post("/api/passkeys/registration")).status).toBe(200);
});

test("only six digits are a code, whatever a browser calls a digit", async () => {
  const psychic = await makePsychic(sql());
  browser = await portal.signIn(psychic.username, password);
  await browser.post("/api/code_app");
  for (const code of ["éééééé", "١٢٣٤٥٦", "12345", "1e3456"]) {
    expect([code, (await browser.put("/api/code_app", { code })).status]).toEqual([code, 422]);
  }
});

describe("a member of staff", () => {
  test("who was demoted while a form was on its way confirms nothing", async () => {
    const visitor = await signInStaff(owner);
    const session = await oneRow(sql()("sessions").where({ user_id: owner.id, ended: false }));
    const confirm = () =>
      requireConfirmed({
        ...{ sql: sql(), limits: portal.context().limits, clock: now },
        viewer: { userId: owner.id, role: "manager", staffRole: "owner" },
        req: { sessionID: session.sid, session: { signedInAt: now().getTime() } } as Request,
      });
    await confirm();
    expect((await visitor.get("/api/staff")).status).toBe(200);
    await sql()("users").where({ id: owner.id }).update({ staff_role: "viewer" });
    await expect(confirm()).rejects.toMatchObject({ code: "not_allowed" });
  });

  test("who was shut out and invited again gets a letter, and the old passkey is gone", async () => {
    const visitor = await signInStaff(owner);
    const { body } = await visitor.post("/api/staff", member());
    const { user_id } = body;
    const letters = async () => {
      portal.letters.length = 0;
      await sendInvitationMail.handle(
        portal.services,
        { userId: user_id, letter: 1 },
        randomUUID(),
      );
      return portal.letters.length;
    };
    expect(await letters()).toBe(1);
    const secret = portal.services.vault.seal(appCode("A".repeat(32), now()), {
      ...{ table: "code_apps", column: "secret_sealed", userId: user_id },
    });
    await sql()("code_apps").insert({ user_id, secret_sealed: secret, confirmed_at: now() });
    await portal.advance(minute);
    expect((await visitor.post(`/api/staff/${user_id}/shut_out`, {})).status).toBe(204);
    expect(await sql()("code_apps").where({ user_id })).toEqual([]);
    expect((await visitor.post(`/api/staff/${user_id}/invite`)).status).toBe(204);
    expect(await letters()).toBe(1);
  });
});

test("a link made in the moment of a shut-out never works", async () => {
  const gone = await makeManager(sql(), { staff_role: "viewer", password_hash: null });
  const link = await makeLink(sql(), gone.id, now());
  expect(await findLink(sql(), link, now())).toBeNull();
  const staying = await makeLink(sql(), owner.id, now());
  expect(await findLink(sql(), staying, now())).toMatchObject({ userId: owner.id });
});

test("a refusal about a submission is no entry about the user with the same id", async () => {
  const viewer = await makeManager(sql(), { staff_role: "viewer" });
  const psychic = await makePsychic(sql());
  const visitor = await signInStaff(viewer);
  const refused = () =>
    sql()("audit_trail").where({ actor_id: viewer.id, action: "refused" }).pluck("subject_id");
  expect((await visitor.delete(`/api/contacts/${psychic.id}`)).status).toBe(403);
  expect(await refused()).toEqual([null]);
  const status = { acctStatus: "Active" };
  const about = await visitor.put(`/api/psychics/${psychic.id}/acct_status`, status);
  expect(about.status).toBe(403);
  expect((await refused()).sort()).toEqual([psychic.id, null]);
});

test("a shut-out notes which brand's rule it changes", async () => {
  const fixed = await makeManager(sql());
  const rule = { kind: "fixed", manager_id: fixed.id, version: 1 } as const;
  await sql()("assignment_rules").insert({ brand: "cos", ...rule });
  const visitor = await signInStaff(owner);
  expect((await visitor.post(`/api/staff/${fixed.id}/shut_out`, {})).status).toBe(204);
  const entries = sql()("audit_trail").where({ action: "assignment rule changed" });
  expect(await oneRow(entries.first("actor_id", "detail"))).toMatchObject({
    actor_id: owner.id,
    detail: { brand: "cos", from: { manager_id: fixed.id }, to: { kind: "least_loaded" } },
  });
});

test("an erased psychic gets no password", async () => {
  const psychic = await makePsychic(sql(), { psychic: { account_status: "Inactive" } });
  await sql()("psychics").where({ user_id: psychic.id }).update({ erased_at: now() });
  const visitor = await signInStaff(await makeManager(sql()));
  const body = { id: psychic.id, password: "seven-stars" };
  const answer = await visitor.put("/api/profile/agent_password", body);
  expect([answer.status, answer.body.detail]).toEqual([409, "This person has been erased"]);
});

const member = () => ({
  ...{ username: `staff-${randomUUID().slice(0, 8)}`, first: "Nora", last: "New" },
  ...{ email: `${randomUUID()}@staff.example`, brand: "cos", role: "manager" },
});
