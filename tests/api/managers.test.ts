import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contactRow, makeContact } from "#seeds/builders/contact.ts";
import { oneRow } from "#server/db/one-row.ts";
import { assignContacts, chooseManager } from "#server/features/managers/choose-manager.ts";
import { sendContactMail } from "#server/jobs/send-contact-mail.ts";
import { sendProblemMail } from "#server/jobs/send-problem-mail.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import type { StaffRole } from "#shared/rules/staff.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let owner: Account;
let browser: SignedIn;
beforeAll(async () => {
  portal = await openTestApp();
  owner = await makeManager(sql(), { staff_role: "owner", brand: "onesun" });
  browser = await portal.signIn(owner.username, password);
});
afterAll(() => portal.close());
const sql = () => portal.services.db.sql;
const today = () => newYorkDay(portal.services.clock());
const make = (staff_role: StaffRole, more = {}) => makeManager(sql(), { staff_role, ...more });
const managerOf = async (id: number) =>
  (await oneRow(sql()("psychics").where({ user_id: id }).first("manager_id"))).manager_id;
const contactOf = async (id: number) =>
  (await oneRow(sql()("contacts").where({ id }).first("manager_id"))).manager_id;
const absent = (id: number, delegate: number, by = browser) =>
  by.put(`/api/managers/${id}/away`, { from: today(), to: addDays(today(), 7), delegate });
const reassign = (body: object, by = browser) => by.post("/api/reassignments", body);
const lastEntry = (action: string) =>
  sql()("audit_trail").where({ action }).orderBy("id", "desc").first("subject_id", "detail");
const choose = (more: object = {}) =>
  chooseManager(sql(), { what: "psychic", brand: "cos", today: today(), ...more });
const onlyThese = async (...kept: Account[]) => {
  await sql()("users")
    .where({ role: "manager" })
    .whereNotIn("id", [owner.id, ...kept.map(({ id }) => id)])
    .update({ password_hash: null });
};

describe("the rule of a brand (D56)", () => {
  const setRule = (body: object, by = browser) => by.put("/api/assignment_rules/cos", body);
  const ruleOf = async () => {
    const { body } = await browser.get("/api/assignment_rules");
    return body.rules.find((rule: { brand: string }) => rule.brand === "cos");
  };

  test("without a rule, the brand's manager with the fewest psychics gets the next", async () => {
    const [busy, idle] = [await make("manager"), await make("manager")];
    await onlyThese(busy, idle);
    await makePsychic(sql(), { manager_id: busy.id });
    expect(await choose()).toBe(idle.id);
    // Recruiters take applications, but no psychics.
    const recruiter = await make("recruiter");
    await makeContact(sql(), { manager_id: busy.id });
    await makeContact(sql(), { manager_id: idle.id });
    expect(await choose({ what: "contact" })).toBe(recruiter.id);
    // The other brand has no managers of its own, so anybody who can takes them.
    expect(await choose({ brand: "onesun" })).toBe(owner.id);
  });

  test("by language: somebody who speaks it, unless away; otherwise as without a rule", async () => {
    const [english, spanish] = [await make("manager"), await make("manager")];
    await onlyThese(english, spanish);
    await makePsychic(sql(), { manager_id: spanish.id });
    const own = await portal.signIn(spanish.username, password);
    expect((await own.put("/api/managers/self/languages", { languages: [2, 1, 2] })).status).toBe(
      204,
    );
    expect((await lastEntry("spoken languages set"))?.detail).toEqual({ from: [], to: [1, 2] });
    expect(await choose({ language: 2 })).toBe(english.id);
    const { version } = await ruleOf();
    expect((await setRule({ kind: "by_language", version })).status).toBe(204);
    expect(await choose({ language: 2 })).toBe(spanish.id);
    expect(await choose({ language: 1 })).toBe(english.id);
    expect((await absent(spanish.id, english.id)).status).toBe(204);
    expect(await choose({ language: 2 })).toBe(english.id);
    expect((await browser.delete(`/api/managers/${spanish.id}/away`)).status).toBe(204);
  });

  test("a fixed person gets all, until away, shut out or in another role", async () => {
    const [fixed, other] = [await make("manager"), await make("manager")];
    await onlyThese(fixed, other);
    await makePsychic(sql(), { manager_id: fixed.id });
    const { version } = await ruleOf();
    const body = { kind: "fixed", manager_id: fixed.id, version };
    // Two owners at once: the second one's page is stale.
    const both = await Promise.all([setRule(body), setRule(body)]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(await ruleOf()).toMatchObject({ manager_id: fixed.id, version: version + 1 });
    expect(await choose()).toBe(fixed.id);
    await absent(fixed.id, other.id);
    expect(await choose()).toBe(other.id);
    await browser.delete(`/api/managers/${fixed.id}/away`);
    const gone = await browser.post(`/api/staff/${fixed.id}/shut_out`, { successor: other.id });
    expect(gone.status).toBe(204);
    expect(await ruleOf()).toMatchObject({ kind: "least_loaded", manager_id: null });
    expect(await choose()).toBe(other.id);
  });

  test("refuses a wrong person and a wrong kind, and asks for a fresh confirmation", async () => {
    const { version } = await ruleOf();
    const viewer = await make("viewer");
    for (const body of [
      { kind: "fixed", version },
      { kind: "fixed", manager_id: viewer.id, version },
      { kind: "fixed", manager_id: 2_147_483_647, version },
    ]) {
      const answer = await setRule(body);
      expect([answer.status, answer.body.errors[0].path]).toEqual([422, "manager_id"]);
    }
    expect((await setRule({ kind: "random", version })).body.errors[0].path).toBe("kind");
    await portal.advance(6 * 60_000);
    expect((await setRule({ kind: "by_language", version })).body.type).toContain(
      "confirmation_needed",
    );
    expect((await browser.post("/api/sessions/confirm", { password })).status).toBe(204);
  });
});

describe("reassigning", () => {
  test("moves psychics and applications, all or none, and can be undone for 30 seconds", async () => {
    const [from, to] = [await make("manager"), await make("manager")];
    const psychic = await makePsychic(sql(), { manager_id: from.id });
    const contact = await makeContact(sql(), { manager_id: null });
    const body = {
      to: to.id,
      psychics: [{ id: psychic.id, from: from.id }],
      contacts: [{ id: contact.id, from: null }],
    };
    const stale = { ...body, contacts: [{ id: contact.id, from: from.id }] };
    expect((await reassign(stale)).status).toBe(409);
    expect(await managerOf(psychic.id)).toBe(from.id);
    const done = await reassign(body);
    expect(done.status).toBe(201);
    expect([await managerOf(psychic.id), await contactOf(contact.id)]).toEqual([to.id, to.id]);
    expect(await lastEntry("manager changed")).toEqual({
      ...{ subject_id: psychic.id, detail: { old: from.id, new: to.id } },
    });
    expect(await lastEntry("reassigned")).toMatchObject({ detail: { psychics: 1, contacts: 1 } });
    // A double click: the second one's page is stale.
    expect((await reassign(body)).status).toBe(409);

    const undo = (by = browser) => by.post(`/api/reassignments/${done.body.id}/undo`);
    const stranger = await portal.signIn(to.username, password);
    expect((await undo(stranger)).status).toBe(404);
    expect((await undo()).status).toBe(200);
    expect([await managerOf(psychic.id), await contactOf(contact.id)]).toEqual([from.id, null]);
    expect((await undo()).body.detail).toContain("already been undone");
  });

  test("an undo comes too late after 30 seconds, and never gives back to somebody shut out", async () => {
    const [from, to] = [await make("manager"), await make("manager")];
    const psychic = await makePsychic(sql(), { manager_id: from.id });
    const move = async () => {
      const seen = await managerOf(psychic.id);
      const target = seen === from.id ? to.id : from.id;
      const { body } = await reassign({ to: target, psychics: [{ id: psychic.id, from: seen }] });
      return () => browser.post(`/api/reassignments/${body.id}/undo`);
    };
    const late = await move();
    await portal.advance(31_000);
    expect((await late()).body.detail).toContain("too late");
    await move();
    const undo = await move();
    const gone = await browser.post(`/api/staff/${from.id}/shut_out`, {});
    expect(gone.status).toBe(204);
    expect((await undo()).status).toBe(409);
    expect(await managerOf(psychic.id)).toBe(to.id);
  });

  test("refuses a wrong person, a repeat, an unknown id and too many, and names the field", async () => {
    const [from, to] = [await make("manager"), await make("manager")];
    const recruiter = await make("recruiter");
    const psychic = await makePsychic(sql(), { manager_id: from.id });
    const one = { id: psychic.id, from: from.id };
    const many = Array.from({ length: 501 }, () => one);
    for (const [body, path] of [
      [{ to: recruiter.id, psychics: [one] }, "to"],
      [{ to: 2_147_483_647, psychics: [one] }, "to"],
      [{ to: to.id, psychics: [one, one] }, "psychics.1.id"],
      [{ to: to.id, psychics: [{ ...one, id: from.id }] }, "psychics.0.id"],
      [{ to: to.id, psychics: many }, "psychics"],
      [{ to: to.id }, "psychics"],
    ] as const) {
      const answer = await reassign(body);
      expect([answer.status, answer.body.errors?.[0].path]).toEqual([422, path]);
    }
    expect(await managerOf(psychic.id)).toBe(from.id);
    const contact = await makeContact(sql(), { manager_id: from.id });
    const toRecruiter = { to: recruiter.id, contacts: [{ id: contact.id, from: from.id }] };
    expect((await reassign(toRecruiter)).status).toBe(201);
  });

  test("moves 500 with a few statements", async () => {
    const [from, to] = [await make("manager"), await make("manager")];
    const rows = Array.from({ length: 500 }, () => contactRow({ manager_id: from.id }));
    const made = await sql()("contacts").insert(rows).returning("id");
    const contacts = made.map(({ id }) => ({ id, from: from.id }));
    let queries = 0;
    const count = () => queries++;
    sql().client.on("query", count);
    expect((await reassign({ to: to.id, contacts })).status).toBe(201);
    sql().client.off("query", count);
    expect(queries).toBeLessThan(25);
  });
});

describe("away (D57)", () => {
  test("letters go to the person who stands in, even through two absences, then to the manager again", async () => {
    const [manager, first, second] = [
      await make("manager"),
      await make("manager"),
      await make("manager"),
    ];
    const psychic = await makePsychic(sql(), { manager_id: manager.id });
    const own = await portal.signIn(psychic.username, password);
    const readers = async () => {
      const answer = await own.post(`/api/psychics/${psychic.id}/problem`, {
        category: "Phone",
        details: "It crackles",
      });
      expect(answer.status).toBe(204);
      const { id: problemId } = await oneRow(sql()("problems").orderBy("id", "desc").first("id"));
      const { id: contactId } = await makeContact(sql(), { manager_id: manager.id });
      portal.letters.length = 0;
      await sendProblemMail.handle(portal.services, { problemId, to: "manager" }, "job");
      await sendContactMail.handle(portal.services, { contactId }, "job");
      return portal.letters.map(({ to }) => to).filter((to) => !to.includes("support"));
    };
    expect(await readers()).toEqual([manager.email, manager.email]);
    await absent(manager.id, first.id);
    expect(await readers()).toEqual([first.email, first.email]);
    await absent(first.id, second.id);
    expect(await readers()).toEqual([second.email, second.email]);
    // Everybody is away. Then the manager gets the letters, so that somebody does.
    await absent(second.id, first.id);
    expect(await readers()).toEqual([manager.email, manager.email]);
    await browser.delete(`/api/managers/${second.id}/away`);
    expect((await browser.post(`/api/staff/${first.id}/shut_out`, {})).status).toBe(204);
    expect(await readers()).toEqual([manager.email, manager.email]);
    await browser.delete(`/api/managers/${manager.id}/away`);
  });

  test("a list of one's own has what belongs to managers for whom one stands in", async () => {
    const [manager, delegate] = [await make("manager"), await make("manager")];
    const mine = await makePsychic(sql(), { manager_id: delegate.id });
    const theirs = await makePsychic(sql(), { manager_id: manager.id });
    for (const manager_id of [delegate.id, manager.id]) await makeContact(sql(), { manager_id });
    const own = await portal.signIn(delegate.username, password);
    const count = async (path: string) => (await own.get(`/api/${path}?managed_by=me`)).body.total;
    const listed = async () => [await count("psychics"), await count("contacts")];
    expect(await listed()).toEqual([1, 1]);
    await sql()("psychics")
      .update({ profile_status: "Pending" })
      .whereIn("user_id", [mine.id, theirs.id]);
    expect(await count("approvals")).toBe(1);
    expect((await own.get("/api/approvals/counts?managed_by=me")).body.counts.Profile).toBe(1);
    await absent(manager.id, delegate.id);
    expect(await listed()).toEqual([2, 2]);
    expect(await count("approvals")).toBe(2);
    expect((await own.get("/api/psychics?managed_by=you")).status).toBe(422);
    const { body } = await own.get("/api/managers?limit=1000");
    const row = body.managers.find((one: { user_id: number }) => one.user_id === manager.id);
    expect(row).toMatchObject({ psychics: 1, contacts: 1, away: { delegate: delegate.id } });
  });

  test("refuses wrong days and delegates, and names the field", async () => {
    const [manager, other] = [await make("manager"), await make("manager")];
    const viewer = await make("viewer");
    const own = await portal.signIn(manager.username, password);
    const good = { from: today(), to: addDays(today(), 1), delegate: other.id };
    for (const [change, path] of [
      [{ to: addDays(today(), -1) }, "to"],
      [{ from: addDays(today(), -9), to: addDays(today(), -1) }, "to"],
      [{ to: addDays(today(), 400) }, "to"],
      [{ from: "2026-02-30" }, "from"],
      [{ delegate: manager.id }, "delegate"],
      [{ delegate: viewer.id }, "delegate"],
    ] as const) {
      const answer = await own.put("/api/managers/self/away", { ...good, ...change });
      expect([answer.status, answer.body.errors[0].path]).toEqual([422, path]);
    }
    expect((await own.put("/api/managers/self/away", good)).status).toBe(204);
    expect((await own.delete("/api/managers/self/away")).status).toBe(204);
    expect((await absent(viewer.id, other.id)).status).toBe(404);
  });
});

test("a job gives applications that have no manager to the brand's staff in turn", async () => {
  const [one, other, away] = [await make("manager"), await make("manager"), await make("manager")];
  await onlyThese(one, other, away);
  expect((await absent(away.id, one.id)).status).toBe(204);
  await sql()("contacts").del();
  for (let made = 0; made < 4; made++) await makeContact(sql(), { manager_id: null });
  expect(await sql().transaction((trx) => assignContacts(trx, today()))).toBe(4);
  const inTurn = await sql()("contacts").orderBy("id").pluck("manager_id");
  expect(inTurn).toEqual([one.id, other.id, one.id, other.id]);
});
