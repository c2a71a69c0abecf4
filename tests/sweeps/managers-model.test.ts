import { randomInt, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeContact } from "#seeds/builders/contact.ts";
import { oneRow } from "#server/db/one-row.ts";
import { chooseManager } from "#server/features/managers/choose-manager.ts";
import { changeRole } from "#server/features/staff/change-staff.ts";
import { sendContactMail } from "#server/jobs/send-contact-mail.ts";
import { sendProblemMail } from "#server/jobs/send-problem-mail.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { staffRoles } from "#shared/rules/staff.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { signUp } from "../support/sign-up.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

/** Each step is one change, or two at the same time. */
const steps = 2_000;
/** SEED=… takes another walk. */
const seed = Number(process.env.SEED ?? 20_261_127);

let portal: TestApp;
let owner: SignedIn;
let ownerId: number;
beforeAll(async () => {
  portal = await openTestApp();
  const account = await makeManager(sql(), { staff_role: "owner" });
  ownerId = account.id;
  owner = await portal.signIn(account.username, password);
  for (const staff_role of ["manager", "manager", "recruiter"] as const) {
    await makeManager(sql(), { staff_role });
  }
});
afterAll(() => portal.close());

const sql = () => portal.services.db.sql;
const today = () => newYorkDay(portal.services.clock());

/** Mulberry32: the same numbers for the same seed. */
function randomFrom(state: number): () => number {
  let now = state;
  return () => {
    now = (now + 0x6d2b79f5) | 0;
    let mixed = Math.imul(now ^ (now >>> 15), 1 | now);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const random = randomFrom(seed);
const below = (limit: number) => Math.floor(random() * limit);
const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T;

const staff = async (): Promise<number[]> =>
  sql()("users").where({ role: "manager" }).orderBy("id").pluck("id");
const anybody = async () => oneOf(await staff());
const some = async (table: "psychics" | "contacts", id: string) => {
  const rows: { id: number; from: number | null }[] = await sql()(table)
    .orderByRaw(id)
    .select({ id, from: "manager_id" });
  return rows.filter(() => random() < 0.3).slice(0, 20);
};

let undoable: number | null = null;

async function reassign() {
  const psychics = await some("psychics", "user_id");
  const contacts = await some("contacts", "id");
  const answer = await owner.post("/api/reassignments", {
    ...{ to: await anybody(), psychics, contacts },
  });
  if (answer.status === 201) undoable = answer.body.id;
  return [answer];
}

/** The changes by name. Each returns its answers, any of which may be a refusal. */
const changes: Record<string, () => Promise<{ status: number }[]>> = {
  invite: async () => [
    await owner.post("/api/staff", {
      ...{ username: `staff-${randomUUID().slice(0, 8)}`, first: "Nora", last: "New" },
      ...{ email: `${randomUUID().slice(0, 8)}@staff.example`, brand: oneOf(["cos", "onesun"]) },
      role: oneOf(staffRoles),
    }),
  ],
  "invite again": async () => [await owner.post(`/api/staff/${await anybody()}/invite`)],
  // Does what the link in the letter does.
  accept: async () => {
    const id: number | undefined = await sql()("users")
      .where({ role: "manager", password_hash: null })
      .orderBy("id")
      .first("id")
      .then((row) => row?.id);
    const hash = await sql()("users").where({ id: ownerId }).first("password_hash");
    if (id) await sql()("users").where({ id }).update({ password_hash: hash?.password_hash });
    return [];
  },
  role: async () => {
    const answer = await owner.put(`/api/staff/${await anybody()}/role`, {
      role: oneOf(staffRoles),
    });
    // If there is another owner, the caller may give up the role. A command gives it back.
    await sql().transaction((trx) =>
      changeRole(trx, { id: ownerId, role: "owner", by: null, trace: null }),
    );
    return [answer];
  },
  "shut out": async () => [
    await owner.post(`/api/staff/${await anybody()}/shut_out`, { successor: await anybody() }),
  ],
  "shut out two at once": async () => {
    const [one, other] = [await anybody(), await anybody()];
    return Promise.all([
      owner.post(`/api/staff/${one}/shut_out`, { successor: other }),
      owner.post(`/api/staff/${other}/shut_out`, { successor: one }),
    ]);
  },
  away: async () => {
    const from = addDays(today(), below(3));
    const delegate = random() < 0.5 ? ownerId : await anybody();
    const body = { from, to: addDays(from, below(5)), delegate };
    return [await owner.put(`/api/managers/${await anybody()}/away`, body)];
  },
  back: async () => [await owner.delete(`/api/managers/${await anybody()}/away`)],
  rule: async () => {
    const brand = oneOf(["cos", "onesun"] as const);
    const { body } = await owner.get("/api/assignment_rules");
    const { version } = body.rules.find((rule: { brand: string }) => rule.brand === brand);
    const kind = oneOf(["least_loaded", "by_language", "fixed"] as const);
    const manager_id = kind === "fixed" ? await anybody() : null;
    return [await owner.put(`/api/assignment_rules/${brand}`, { kind, manager_id, version })];
  },
  reassign,
  // Half of them within the 30 s, the others mostly too late.
  undo: async () => [
    ...(random() < 0.5 ? await reassign() : []),
    await owner.post(`/api/reassignments/${undoable ?? 1}/undo`),
  ],
  "reassign and shut out at once": async () => {
    const to = await anybody();
    const psychics = await some("psychics", "user_id");
    return Promise.all([
      owner.post("/api/reassignments", { to, psychics }),
      owner.post(`/api/staff/${to}/shut_out`, { successor: ownerId }),
    ]);
  },
  "sign up and shut out at once": async () => {
    const to = await anybody();
    return Promise.all([
      newPsychic(),
      owner.post(`/api/staff/${to}/shut_out`, { successor: ownerId }),
    ]);
  },
  "a day passes": async () => {
    await portal.advance(86_400_000);
    const { username } = await oneRow(sql()("users").where({ id: ownerId }).first("username"));
    owner = await portal.signIn(username, password);
    return [];
  },
  apply: async () => {
    const brand = oneOf(["cos", "onesun"] as const);
    await sql().transaction(async (trx) => {
      const manager_id = await chooseManager(trx, { what: "contact", brand, today: today() });
      await makeContact(trx, { brand, manager_id: manager_id ?? null });
    });
    return [];
  },
};

/** Staff without psychics of their own add one, whom the rule gives to somebody. */
async function newPsychic() {
  const recruiter = await makeManager(sql(), {
    staff_role: "recruiter",
    brand: oneOf(["cos", "onesun"]),
  });
  const browser = await portal.signIn(recruiter.username, password);
  return browser.post("/api/psychics", {
    psychic: {
      ...signUp,
      ...{ username: `p-${randomUUID().slice(0, 12)}`, language: oneOf([1, 2, 3]) },
      phone: `212-${randomInt(200, 999)}-${randomInt(1000, 9999)}`,
    },
  });
}

/** Expects what must be true after every change, from the tables alone. */
async function expectSound(step: string) {
  const able = async (roles: string[]) =>
    sql()("users")
      .where({ role: "manager" })
      .whereNotNull("password_hash")
      .whereRaw("coalesce(staff_role, 'manager') = any (?)", [roles])
      .pluck("id");
  const forPsychics = new Set(await able(["owner", "manager"]));
  const forContacts = new Set(await able(["owner", "manager", "recruiter"]));
  const managers: number[] = await sql()("psychics").distinct("manager_id").pluck("manager_id");
  const readers: (number | null)[] = await sql()("contacts")
    .distinct("manager_id")
    .pluck("manager_id");
  const fixed: (number | null)[] = await sql()("assignment_rules")
    .whereNotNull("manager_id")
    .pluck("manager_id");
  const delegates: (number | null)[] = await sql()("absences")
    .whereNotNull("delegate_id")
    .pluck("delegate_id");
  expect(
    managers.filter((id) => !forPsychics.has(id)),
    `managers ${step}`,
  ).toEqual([]);
  expect(
    readers.filter((id) => !id || !forContacts.has(id)),
    `contacts ${step}`,
  ).toEqual([]);
  expect(
    [...fixed, ...delegates].filter((id) => id === null || !forPsychics.has(id)),
    `rules ${step}`,
  ).toEqual([]);
}

/** Expects letters about a psychic and an applicant to go to somebody who can sign in. */
async function expectLettersArrive(step: string) {
  const author = await sql()("psychics").orderByRaw("random()").first("user_id");
  const contact = await sql()("contacts").orderByRaw("random()").first("id");
  portal.letters.length = 0;
  if (author) {
    const report = { user_id: author.user_id, category: "Phone", details: "It crackles" };
    const { id } = await oneRow(
      sql()("problems")
        .insert({ ...report, created_at: new Date() })
        .returning("id"),
    );
    await sendProblemMail.handle(portal.services, { problemId: id, to: "manager" }, "job");
  }
  await sql()("sent_ledger").del();
  if (contact) await sendContactMail.handle(portal.services, { contactId: contact.id }, "job");
  const to = portal.letters.map((letter) => letter.to).filter((email) => !/support/.test(email));
  expect(to.length, `letters ${step}`).toBe((author ? 1 : 0) + (contact ? 1 : 0));
  const open = await sql()("users")
    .whereNotNull("password_hash")
    .whereIn("email", to)
    .pluck("email");
  expect(
    to.filter((email) => !open.includes(email)),
    `letters ${step}`,
  ).toEqual([]);
}

test("no random change leaves a psychic or an applicant without somebody who can act (D56, D57)", async () => {
  for (let made = 0; made < 4; made++) await makePsychic(sql(), { manager_id: ownerId });
  const names = Object.keys(changes);
  const succeeded = new Map<string, number>();
  for (let step = 0; step < steps; step++) {
    const name = oneOf(names);
    const place = `after step ${step}, ${name}, of seed ${seed}`;
    await portal.advance(1_000);
    // A confirmation lasts 5 minutes.
    if (step % 200 === 0) await owner.post("/api/sessions/confirm", { password });
    for (const { status } of (await changes[name]?.()) ?? []) {
      expect([200, 201, 204, 404, 409, 422], place).toContain(status);
      if (status < 300) succeeded.set(name, (succeeded.get(name) ?? 0) + 1);
    }
    await expectSound(place);
    if (step % 10 === 0) await expectLettersArrive(place);
  }
  // Every kind of change must have succeeded a few times. Otherwise the walk would prove little.
  const expected = names.filter((name) => !["accept", "a day passes", "apply"].includes(name));
  for (const name of expected) expect([name, (succeeded.get(name) ?? 0) > 3]).toEqual([name, true]);
});
