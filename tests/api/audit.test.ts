import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pinContext } from "#server/features/phones/phone-pin.ts";
import type { AuditEntry } from "#shared/audit.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import { browserOf, openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let owner: Account;
let manager: Account;
let luna: Account;
let browser: SignedIn;
beforeAll(async () => {
  portal = await openTestApp();
  owner = await makeManager(sql(), { staff_role: "owner", first: "Olive", last: "Owner" });
  manager = await makeManager(sql(), { first: "Maria", last: "Manager" });
  luna = await makePsychic(sql(), { manager_id: manager.id });
  browser = await portal.signIn(owner.username, password);
});
afterAll(() => portal.close());

const sql = () => portal.services.db.sql;
const list = async (query: Record<string, string | number>, by = browser) => {
  const text = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  const answer = await by.get(`/api/audit?${text.join("&")}`);
  return { status: answer.status, ...answer.body } as {
    status: number;
    entries: AuditEntry[];
    next: string | null;
    errors: { path: string; message: string }[];
  };
};
interface Entry {
  action: string;
  at?: string;
  actor_id?: number;
  subject_id?: number;
  detail?: Record<string, unknown>;
}
const write = (rows: Entry[]) => sql()("audit_trail").insert(rows);

test("an owner reads who did what to whom, before and after, and from where", async () => {
  const managers = browserOf(portal.app, "203.0.113.77");
  await managers.post("/api/sessions", { username: manager.username, password });
  await browser
    .put(`/api/psychics/${luna.id}/acct_status`, { acctStatus: "Inactive" })
    .set("User-Agent", "Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36");
  const { entries } = await list({ person: luna.username, kind: "account status changed" });
  expect(entries).toEqual([
    {
      key: expect.stringMatching(/^\d{16}-\d+$/),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      action: "account status changed",
      what: "Account status changed",
      times: 1,
      by: { kind: "self", name: "Olive Owner" },
      by_username: owner.username,
      about: { user_id: luna.id, username: luna.username, role: "psychic" },
      facts: [{ name: "Account Status", from: "Active", to: "Inactive" }],
      address: expect.stringMatching(/\.0\/24$/),
      browser: "Chrome on Android",
    },
  ]);
  await sql()("psychics").where({ user_id: luna.id }).update({ account_status: "Active" });
});

describe("the filters", () => {
  const days = { start_date: "2026-03-08", end_date: "2026-03-08" };
  let psychic: Account;
  beforeAll(async () => {
    psychic = await makePsychic(sql());
    await write([
      // The first and the last instant of the shortest New York day of 2026.
      { at: "2026-03-08T04:59:59.999999Z", subject_id: psychic.id, action: "signed in" },
      { at: "2026-03-08T05:00:00Z", subject_id: psychic.id, action: "signed out" },
      { at: "2026-03-09T03:59:59.999999Z", actor_id: psychic.id, action: "gifts sent" },
      { at: "2026-03-09T04:00:00Z", subject_id: psychic.id, action: "confirmed" },
    ]);
  });
  const actions = async (query: Record<string, string | number>) =>
    (await list({ person: psychic.username, ...query })).entries.map(({ action }) => action);

  test("a person is found as the actor and as the subject, by name in any case or by id", async () => {
    const all = ["confirmed", "gifts sent", "signed out", "signed in"];
    expect(await actions({ person: psychic.username.toUpperCase() })).toEqual(all);
    expect(await actions({ person: psychic.id })).toEqual(all);
  });

  test("days are New York's", async () => {
    expect(await actions(days)).toEqual(["gifts sent", "signed out"]);
  });

  test("a kind is a group or one action; filters combine", async () => {
    expect(await actions({ kind: "sign-in" })).toEqual(["confirmed", "signed out", "signed in"]);
    expect(await actions({ kind: "signed in" })).toEqual(["signed in"]);
    expect(await actions({ kind: "sign-in", ...days })).toEqual(["signed out"]);
    expect(await actions({ kind: "staff" })).toEqual([]);
  });

  test("an id of nobody has no entries; an unknown name is refused at its field", async () => {
    expect(await actions({ person: 999_999_999 })).toEqual([]);
    const { status, errors } = await list({ person: "nobody-of-ours" });
    expect([status, errors]).toEqual([
      422,
      [{ path: "person", code: "invalid", message: "Nobody has this username" }],
    ]);
  });
});

test("an entry by and about the same person is listed once", async () => {
  const { username } = await makePsychic(sql());
  await portal.signIn(username, password);
  expect((await list({ person: username })).entries.map(({ action }) => action)).toEqual([
    "signed in",
  ]);
});

test("pages follow each other without a gap, also within one instant", async () => {
  const { id, username } = await makePsychic(sql());
  const at = "2026-04-02T12:00:00.123456Z";
  await write([
    { at: "2026-04-02T12:00:00.123455Z", actor_id: id, subject_id: id, action: "confirmed" },
    ...Array.from({ length: 4 }, () => ({ at, subject_id: id, action: "signed in" })),
    { at: "2026-05-02T12:00:00Z", actor_id: id, action: "signed out" },
  ]);
  const days = { start_date: "2026-01-01", end_date: "2026-12-31" };
  for (const filter of [{}, { kind: "sign-in" }, days]) {
    const keys: string[] = [];
    for (let before: string | null = ""; before !== null; ) {
      const query = { ...filter, person: username, limit: 2 };
      const page = await list(before === "" ? query : { ...query, before });
      expect(page.entries.length).toBeLessThanOrEqual(2);
      keys.push(...page.entries.map(({ key }) => key));
      before = page.next;
    }
    expect(new Set(keys).size).toBe(6);
    expect(keys).toHaveLength(6);
  }
});

describe("hostile input", () => {
  const far = "9".repeat(16);
  test.each([
    ["a malformed place", { before: "yesterday" }, "before"],
    ["a place with too many digits", { before: `${far}9-1` }, "before"],
    ["half a place", { before: "1764252320123456" }, "before"],
    ["an unknown kind", { kind: "everything" }, "kind"],
    ["a very long filter", { person: "x".repeat(5_000) }, "person"],
    ["a very long kind", { kind: "x".repeat(5_000) }, "kind"],
    ["dates in the wrong order", { start_date: "2026-03-09", end_date: "2026-03-08" }, "end_date"],
    ["an impossible date", { start_date: "2026-02-30" }, "start_date"],
    ["a page that is too large", { limit: 1001 }, "limit"],
  ])("%s is refused at its field", async (_, query, path) => {
    const { status, errors } = await list(query as Record<string, string | number>);
    expect([status, errors.map((error) => error.path)]).toEqual([422, [path]]);
  });

  test("a page may begin at a place that no entry has", async () => {
    expect((await list({ before: "0-0" })).entries).toEqual([]);
    expect((await list({ before: `${far}-${"9".repeat(18)}`, limit: 1 })).entries).toHaveLength(1);
  });
});

test("only owners read the audit trail (D58)", async () => {
  for (const staff_role of ["manager", "recruiter", "payroll", "viewer"] as const) {
    const { username } = await makeManager(sql(), { staff_role });
    expect((await list({}, await portal.signIn(username, password))).status).toBe(403);
  }
  expect((await list({}, await portal.signIn(luna.username, password))).status).toBe(403);
});

test("no PIN, password or session is in an answer, only that it changed", async () => {
  const pin_sealed = portal.services.vault.seal("4711", pinContext(luna.id));
  await sql()("psychics").where({ user_id: luna.id }).update({ pin_sealed });
  await write([
    {
      ...{ subject_id: luna.id, actor_id: manager.id, action: "profile changed" },
      detail: { from: { city: "Utica", pin: "4711" }, to: { city: "Troy", pin: "4812" } },
    },
    {
      ...{ subject_id: luna.id, actor_id: manager.id, action: "recording played" },
      detail: { connection_id: "call-1", session: "a-secret-key", day: "2026-03-01" },
    },
    { subject_id: luna.id, action: "of a newer release", detail: { secret: "a-secret-key" } },
  ]);
  const { entries } = await list({ person: luna.username, limit: 3 });
  expect(entries.map(({ what, facts }) => [what, facts])).toEqual([
    ["of a newer release", []],
    [
      "Recording played",
      [
        { name: "Day of the Reading", from: null, to: "03/01/2026" },
        { name: "Reading", from: null, to: "call-1" },
      ],
    ],
    ["Profile changed", [{ name: "City", from: "Utica", to: "Troy" }]],
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/4711|4812|a-secret-key/);
});

test("a manager's id in a fact becomes a username", async () => {
  const other = await makeManager(sql());
  await write([
    {
      ...{ subject_id: luna.id, action: "manager changed" },
      detail: { old: manager.id, new: other.id },
    },
  ]);
  const { entries } = await list({ person: luna.username, kind: "manager changed" });
  expect(entries[0]).toMatchObject({
    by: { kind: "nobody", name: "the portal" },
    facts: [{ name: "Manager", from: manager.username, to: other.username }],
  });
});
