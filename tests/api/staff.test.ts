import { afterAll, beforeAll, expect, test } from "vitest";
import { oneRow } from "#server/db/one-row.ts";
import type { StaffRole } from "#shared/rules/staff.ts";
import type { StaffMember } from "#shared/staff.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let owner: Account;
let browser: SignedIn;
beforeAll(async () => {
  portal = await openTestApp();
  owner = await makeManager(sql(), { staff_role: "owner" });
  browser = await portal.signIn(owner.username, password);
});
afterAll(() => portal.close());

const sql = () => portal.services.db.sql;
const make = (staff_role: StaffRole) => makeManager(sql(), { staff_role });
const setRole = (id: number | string, body: object, by = browser) =>
  by.put(`/api/staff/${id}/role`, body);
const shutOut = (id: number | string, body: object, by = browser) =>
  by.post(`/api/staff/${id}/shut_out`, body);
const roleOf = async (id: number) =>
  (await oneRow(sql()("users").where({ id }).first("staff_role"))).staff_role;
const managerOf = async (id: number) =>
  (await oneRow(sql()("psychics").where({ user_id: id }).first("manager_id"))).manager_id;
const entriesAbout = (id: number) =>
  sql()("audit_trail")
    .where({ subject_id: id })
    .orderBy("id")
    .select("actor_id", "action", "detail");

test("an owner lists the staff, with how many psychics belong to each", async () => {
  const manager = await make("manager");
  await makePsychic(sql(), { manager_id: manager.id });
  await makePsychic(sql(), { manager_id: manager.id });
  const gone = await makeManager(sql(), { staff_role: "viewer", password_hash: null });
  const { body } = await browser.get("/api/staff?limit=1000");
  const rowOf = (id: number) => body.staff.find((row: { user_id: number }) => row.user_id === id);
  expect(rowOf(manager.id)).toEqual({
    ...{ user_id: manager.id, username: manager.username, email: manager.email, brand: "cos" },
    ...{ first: expect.any(String), last: expect.any(String) },
    ...{ role: "manager", psychics: 2, contacts: 0, shut_out: false },
    ...{ away_until: null, invited_at: null },
  });
  expect(rowOf(gone.id)).toMatchObject({
    role: "viewer",
    psychics: 0,
    shut_out: true,
    invited_at: null,
  });
  expect(body.total).toBe(body.staff.length);
  await sql()("absences").insert([
    { user_id: manager.id, from_day: "2026-01-01", to_day: "2099-01-03", delegate_id: owner.id },
    { user_id: owner.id, from_day: "2099-01-01", to_day: "2099-01-03", delegate_id: manager.id },
  ]);
  const away = await browser.get("/api/staff?sort=away_until&order=asc&limit=2");
  expect(away.body.staff.map((row: StaffMember) => [row.user_id, row.away_until])).toEqual([
    [manager.id, "2099-01-03"],
    [expect.any(Number), null],
  ]);
  const sorted = await browser.get("/api/staff?sort=psychics&order=desc&limit=1");
  expect(sorted.body.staff[0].user_id).toBe(manager.id);
});

test("an owner changes a role; a stale form is refused and changes nothing", async () => {
  const { id } = await make("manager");
  expect((await setRole(id, { role: "payroll", from: "manager" })).status).toBe(204);
  const stale = await setRole(id, { role: "viewer", from: "manager" });
  expect([stale.status, stale.body.detail]).toEqual([
    409,
    expect.stringContaining("has changed the role"),
  ]);
  expect(await roleOf(id)).toBe("payroll");
  expect(await entriesAbout(id)).toEqual([
    {
      ...{ actor_id: owner.id, action: "staff role changed" },
      detail: { from: "manager", to: "payroll" },
    },
  ]);
});

test("a role that may not edit psychics needs an empty list of psychics", async () => {
  const { id } = await make("manager");
  await makePsychic(sql(), { manager_id: id });
  expect((await setRole(id, { role: "viewer" })).status).toBe(409);
  expect((await setRole(id, { role: "owner" })).status).toBe(204);
});

test.each([
  ["no role", {}, "role"],
  ["an unknown role", { role: "king" }, "role"],
  ["an unknown earlier role", { role: "viewer", from: "king" }, "from"],
])("%s is 422 at the field", async (_, body, path) => {
  const { id } = await make("manager");
  const answer = await setRole(id, body);
  expect([answer.status, answer.body.errors[0].path]).toEqual([422, path]);
});

test.each(["999999999", "999999999999999"])("nobody has the id %s", async (id) => {
  expect((await setRole(id, { role: "viewer" })).status).toBe(404);
  expect((await shutOut(id, {})).status).toBe(404);
});

test("a psychic is no member of staff", async () => {
  const psychic = await makePsychic(sql());
  expect((await setRole(psychic.id, { role: "owner" })).status).toBe(404);
  expect((await shutOut(psychic.id, {})).status).toBe(404);
});

test("shutting out ends the sessions and gives the psychics to the successor", async () => {
  const [leaving, successor] = [await make("manager"), await make("manager")];
  const psychic = await makePsychic(sql(), { manager_id: leaving.id });
  const session = await portal.signIn(leaving.username, password);

  const needed = await shutOut(leaving.id, {});
  expect([needed.status, needed.body.errors[0]]).toEqual([
    422,
    { path: "successor", code: "required", message: "Choose who takes over the 1 psychic" },
  ]);
  for (const wrong of [leaving.id, psychic.id, (await make("viewer")).id, 2_147_483_647]) {
    const answer = await shutOut(leaving.id, { successor: wrong });
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, "successor"]);
  }
  expect((await session.get("/api/sessions/0")).status).toBe(200);

  expect((await shutOut(leaving.id, { successor: successor.id })).status).toBe(204);
  expect((await session.get("/api/sessions/0")).status).toBe(401);
  expect(await managerOf(psychic.id)).toBe(successor.id);
  expect(await entriesAbout(psychic.id)).toContainEqual({
    ...{ actor_id: owner.id, action: "manager changed" },
    detail: { old: leaving.id, new: successor.id },
  });
  expect((await entriesAbout(leaving.id)).map(({ action }) => action)).toEqual([
    "signed in",
    "manager shut out",
    "psychics handed over",
  ]);
});

test("nobody shuts out themselves", async () => {
  await make("owner");
  const answer = await shutOut(owner.id, {});
  expect([answer.status, answer.body.detail]).toEqual([409, "You cannot shut yourself out"]);
});

test("with a third owner, too, an owner who was just demoted changes nothing more", async () => {
  await make("owner");
  const [one, other] = [await make("owner"), await make("owner")];
  const [ones, others] = [
    await portal.signIn(one.username, password),
    await portal.signIn(other.username, password),
  ];
  const answers = await Promise.all([
    setRole(other.id, { role: "viewer" }, ones),
    setRole(one.id, { role: "viewer" }, others),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 403]);
});

test("if two owners demote or shut out each other at once, one stays", async () => {
  for (const change of [
    (id: number, by: SignedIn) => setRole(id, { role: "viewer" }, by),
    (id: number, by: SignedIn) => shutOut(id, {}, by),
  ]) {
    await sql()("users").where({ staff_role: "owner" }).update({ staff_role: "manager" });
    const [one, other] = [await make("owner"), await make("owner")];
    const [ones, others] = [
      await portal.signIn(one.username, password),
      await portal.signIn(other.username, password),
    ];
    const answers = await Promise.all([change(other.id, ones), change(one.id, others)]);
    expect(answers.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
    const left = await sql()("users")
      .where({ staff_role: "owner" })
      .whereNotNull("password_hash")
      .pluck("id");
    expect(left).toHaveLength(1);
  }
});
