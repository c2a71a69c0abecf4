import { execFile } from "node:child_process";
import { randomInt, randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { oneRow } from "#server/db/one-row.ts";
import { managersOf } from "#server/features/managers/managers.ts";
import { managerFor } from "#server/features/sign-up/sign-up.ts";
import { staffRoles } from "#shared/rules/staff.ts";
import { clockArguments } from "../support/clock.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { signUp } from "../support/sign-up.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const sql = () => portal.services.db.sql;

test.each(staffRoles)("a member of staff reads the own role: %s", async (role) => {
  const { username } = await makeManager(sql(), { staff_role: role });
  const browser = await portal.signIn(username, password);
  expect((await browser.get("/api/staff/self")).body).toEqual({ role });
  // Every staff role is a manager on the wire.
  expect((await browser.get("/api/sessions/0")).body.manager).toBeNull();
});

test("a manager whom an earlier release created has the role of a manager", async () => {
  const { id, username } = await makeManager(sql(), { staff_role: null });
  const browser = await portal.signIn(username, password);
  expect((await browser.get("/api/staff/self")).body).toEqual({ role: "manager" });
  expect((await browser.get("/api/contacts")).status).toBe(200);
  expect((await managersOf(sql(), "cos")).map((one) => one.id)).toContain(id);
});

test("a new role counts at once, in open sessions", async () => {
  const { id, username } = await makeManager(sql());
  const browser = await portal.signIn(username, password);
  expect((await browser.get("/api/contacts")).status).toBe(200);
  await sql()("users").where({ id }).update({ staff_role: "viewer" });
  expect((await browser.get("/api/contacts")).status).toBe(403);
  expect((await browser.get("/api/psychics")).status).toBe(200);
});

test("only roles that may see PINs get them, and only a PIN that was shown is audited", async () => {
  const psychic = await makePsychic(sql());
  const editor = await portal.signIn((await makeManager(sql())).username, password);
  const path = `/api/psychics/${psychic.id}/profile`;
  expect((await editor.put(path, { profile: { pin: "4711" } })).status).toBe(204);
  const pinFor = async (role: "manager" | "payroll") => {
    const { username } = await makeManager(sql(), { staff_role: role });
    const browser = await portal.signIn(username, password);
    return (await browser.get(`/api/psychics/${psychic.id}/profile`)).body.pin;
  };
  expect(await pinFor("payroll")).toBeNull();
  const noted = () => sql()("audit_trail").where({ subject_id: psychic.id, action: "PIN shown" });
  expect(await noted()).toHaveLength(0);
  expect(await pinFor("manager")).toBe("4711");
  expect(await noted()).toHaveLength(1);
  const own = await portal.signIn(psychic.username, password);
  expect((await own.get(`/api/psychics/${psychic.id}/profile`)).body.pin).toBe("4711");
});

test("sign-ups and letters about applicants go only to staff who may handle them", async () => {
  await sql()("users").where({ role: "manager" }).update({ password_hash: null });
  const made = {
    viewer: await makeManager(sql(), { staff_role: "viewer" }),
    recruiter: await makeManager(sql(), { staff_role: "recruiter" }),
    manager: await makeManager(sql(), { staff_role: "manager" }),
  };
  expect((await managerFor(sql(), { brand: "cos", language: 1, today: "2026-03-02" })).id).toBe(
    made.manager.id,
  );
  const readers = (await managersOf(sql(), "cos")).map(({ id }) => id);
  expect(readers).toEqual([made.recruiter.id, made.manager.id]);
});

test("a psychic whom a recruiter adds belongs to somebody who can act for psychics", async () => {
  const recruiter = await makeManager(sql(), { staff_role: "recruiter", brand: "onesun" });
  const manager = await makeManager(sql(), { brand: "onesun" });
  const browser = await portal.signIn(recruiter.username, password);
  const answer = await browser.post("/api/psychics", {
    psychic: {
      ...signUp,
      username: `added-${randomUUID().slice(0, 8)}`,
      phone: `212-555-${randomInt(1000, 9999)}`,
    },
  });
  expect(answer.status).toBe(201);
  const added = await oneRow(
    sql()("users as u")
      .join("psychics as p", "p.user_id", "u.id")
      .where("u.id", answer.body.user_id)
      .first("p.manager_id", "u.brand"),
  );
  expect(added).toEqual({ manager_id: manager.id, brand: "onesun" });
});

test("staff who may not see PINs cannot guess them either", async () => {
  const guess = async (role: "manager" | "viewer") => {
    const { username } = await makeManager(sql(), { staff_role: role });
    const browser = await portal.signIn(username, password);
    const path = "/api/psychics/phone_pin_available?phone=2125550177&pin=";
    const statuses = [];
    for (let pin = 4700; pin < 4711; pin++) statuses.push((await browser.get(path + pin)).status);
    return statuses;
  };
  expect(await guess("viewer")).toEqual([...Array(10).fill(200), 429]);
  expect(await guess("manager")).toEqual(Array(11).fill(200));
});

test("a viewer changes only the own account", async () => {
  const viewer = await makeManager(sql(), { staff_role: "viewer" });
  const psychic = await makePsychic(sql());
  const browser = await portal.signIn(viewer.username, password);
  const report = (id: number) =>
    browser.post(`/api/psychics/${id}/problem`, { category: "Other", details: "No sound" });
  expect((await report(viewer.id)).status).toBe(204);
  expect((await report(psychic.id)).status).toBe(403);
});

test("a viewer who adds a psychic is refused; with the boxes and bot check it is a sign-up", async () => {
  const { username } = await makeManager(sql(), { staff_role: "viewer" });
  const browser = await portal.signIn(username, password);
  expect((await browser.post("/api/psychics", { psychic: signUp })).status).toBe(403);
  const asVisitor = { psychic: signUp, altcha: "none" };
  expect((await browser.post("/api/psychics", asVisitor)).status).toBe(422);
});

describe("npm run manager -- role", () => {
  const run = (...args: string[]) =>
    promisify(execFile)(
      process.execPath,
      [...clockArguments, join(import.meta.dirname, "../../server/commands/manager.ts"), ...args],
      { env: { ...process.env, DATABASE_URL: portal.databaseUrl, DATA_DIR: portal.webFolder } },
    );
  const roleOf = async (id: number) =>
    (await oneRow(sql()("users").where({ id }).first("staff_role"))).staff_role;

  test("changes a role, with an audit entry", async () => {
    const manager = await makeManager(sql(), { staff_role: "manager" });
    const { stdout } = await run("role", manager.username.toUpperCase(), "payroll");
    expect(stdout).toBe(`The role of ${manager.username} is now payroll\n`);
    expect(await roleOf(manager.id)).toBe("payroll");
    const entry = await oneRow(
      sql()("audit_trail").where({ subject_id: manager.id, action: "staff role changed" }).first(),
    );
    expect(entry.detail).toEqual({ from: "manager", to: "payroll" });
  });

  test("refuses a role that would leave psychics without anybody who acts for them", async () => {
    const manager = await makeManager(sql(), { staff_role: "manager" });
    await makePsychic(sql(), { manager_id: manager.id });
    await expect(run("role", manager.username, "viewer")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("would belong to somebody who may not handle them"),
    });
    expect(await roleOf(manager.id)).toBe("manager");
    await run("role", manager.username, "owner");
    expect(await roleOf(manager.id)).toBe("owner");
  });

  test("keeps at least one owner who can sign in", async () => {
    await sql()("users").where({ staff_role: "owner" }).update({ staff_role: "manager" });
    const owner = await makeManager(sql(), { staff_role: "owner" });
    await expect(run("role", owner.username, "manager")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("is the only owner who can sign in"),
    });
    await makeManager(sql(), { staff_role: "owner" });
    await run("role", owner.username, "manager");
    expect(await roleOf(owner.id)).toBe("manager");
  });

  test("refuses an unknown role with the usage", async () => {
    const { username } = await makeManager(sql());
    await expect(run("role", username, "king")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("role USERNAME ROLE"),
    });
  });
});
