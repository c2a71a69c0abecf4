import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pinContext } from "#server/features/phones/phone-pin.ts";
import type { HistoryEntry } from "#shared/audit.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let manager: Account;
let luna: Account;
let managers: SignedIn;
let lunas: SignedIn;
beforeAll(async () => {
  portal = await openTestApp();
  manager = await makeManager(sql(), { first: "Maria", last: "Manager" });
  managers = await portal.signIn(manager.username, password);
});
afterAll(() => portal.close());
beforeEach(async () => {
  luna = await makePsychic(sql(), { manager_id: manager.id, first: "Luna", last: "Moon" });
  lunas = await portal.signIn(luna.username, password);
});

const sql = () => portal.services.db.sql;
const pathOf = ({ id }: { id: number }, query = "") => `/api/psychics/${id}/history${query}`;
const history = async (by: SignedIn, query = ""): Promise<HistoryEntry[]> => {
  const answer = await by.get(pathOf(luna, query));
  expect(answer.status).toBe(200);
  return answer.body.entries;
};
const whats = async (by: SignedIn) => (await history(by)).map(({ what }) => what);

test("a psychic sees who opened the account, by name but without the place (D59)", async () => {
  const pin_sealed = portal.services.vault.seal("4711", pinContext(luna.id));
  await sql()("psychics").where({ user_id: luna.id }).update({ pin_sealed });
  await managers.get(`/api/psychics/${luna.id}/profile`);
  const [opened, signedIn] = await history(lunas);
  expect(opened).toEqual({
    key: expect.any(String),
    at: expect.any(String),
    action: "PIN shown",
    what: "PIN opened",
    times: expect.any(Number),
    by: { kind: "staff", name: "Maria Manager" },
    facts: [],
    address: null,
    browser: null,
  });
  expect(signedIn).toMatchObject({
    what: "Signed in",
    by: { kind: "self", name: luna.username },
    // The psychic's own.
    address: expect.stringMatching(/\.0\/24$/),
  });
});

test("a psychic sees a changed account with both values; staff see it, too", async () => {
  await managers.put(`/api/psychics/${luna.id}/permissions`, { permissions: "AgentChat" });
  for (const by of [lunas, managers]) {
    const [changed] = await history(by);
    expect(changed?.facts).toEqual([{ name: "Permissions", from: "Phone, Chat", to: "Chat" }]);
  }
});

test("psychics see no connection ids; staff see no refusals and no addresses of others; owners see all", async () => {
  await lunas.get("/api/contacts");
  await sql()("audit_trail").insert([
    {
      ...{ subject_id: luna.id, actor_id: manager.id, action: "recording played" },
      ...{ address: "203.0.113.0/24", browser: "Chrome on Linux" },
      detail: { connection_id: "call-1", session: "a-secret-key", day: "2026-03-01" },
    },
    // A refusal by staff of a call about this psychic.
    {
      ...{ subject_id: luna.id, actor_id: manager.id, action: "refused" },
      detail: { route: "GET /psychics/{id}" },
    },
  ]);
  const day = { name: "Day of the Reading", from: null, to: "03/01/2026" };
  const reading = { name: "Reading", from: null, to: "call-1" };
  expect((await history(lunas))[0]?.facts).toEqual([day]);
  expect((await history(managers))[0]?.facts).toEqual([day, reading]);
  const viewer = await makeManager(sql(), { staff_role: "viewer" });
  const [seen] = await history(await portal.signIn(viewer.username, password));
  expect([seen?.what, seen?.address, seen?.browser]).toEqual(["Recording played", null, null]);
  const { username } = await makeManager(sql(), { staff_role: "owner" });
  const [refused, played] = await history(await portal.signIn(username, password));
  expect([refused?.what, played?.address]).toEqual(["Request refused", "203.0.113.0/24"]);
});

test("the history can be narrowed to a kind, but not to one that the viewer may not see", async () => {
  await managers.put(`/api/psychics/${luna.id}/auto_email`, { autoEmail: false });
  expect((await history(lunas, "?kind=account")).map(({ what }) => what)).toEqual([
    "Automated emails changed",
  ]);
  await sql()("audit_trail").insert({ subject_id: luna.id, action: "refused" });
  expect(await history(lunas, "?kind=refused")).toEqual([]);
  const [first, second] = await history(lunas);
  const rest = await history(lunas, `?before=${first?.key}&limit=1`);
  expect(rest).toEqual([second]);
});

describe("an export is an entry (D58)", () => {
  const days = { start_date: "2026-03-01", end_date: "2026-03-07" };
  const written = [
    { name: "List", from: null, to: "readings" },
    { name: "From", from: null, to: "03/01/2026" },
    { name: "To", from: null, to: "03/07/2026" },
  ];

  test("of a psychic's list: the psychic sees it", async () => {
    const path = `/api/psychics/${luna.id}/exports`;
    expect((await managers.post(path, { list: "readings", ...days })).status).toBe(204);
    expect((await history(lunas))[0]).toMatchObject({
      ...{ what: "List exported", by: { kind: "staff", name: "Maria Manager" }, facts: written },
    });
    expect((await lunas.post(path, { list: "logins" })).status).toBe(204);
    expect((await history(lunas))[0]?.by.kind).toBe("self");
  });

  test("of a list of everybody: nobody is the subject", async () => {
    expect((await managers.post("/api/exports", { list: "psychics", ...days })).status).toBe(204);
    const rows = sql()("audit_trail").where({ action: "list exported", actor_id: manager.id });
    expect(await rows.whereNull("subject_id").select("detail")).toEqual([
      { detail: { list: "psychics", ...days } },
    ]);
    expect(await whats(lunas)).toEqual(["Signed in"]);
  });

  test("is refused for unknown lists, impossible days, strangers and ids that no psychic has", async () => {
    const path = `/api/psychics/${luna.id}/exports`;
    for (const [body, field] of [
      [{}, "list"],
      [{ list: "everything" }, "list"],
      [{ list: "logins", start_date: "2026-02-30" }, "start_date"],
      [{ list: "logins", end_date: 7 }, "end_date"],
    ] as const) {
      const answer = await managers.post(path, body);
      expect([answer.status, answer.body.errors[0].path]).toEqual([422, field]);
    }
    const list = { list: "logins" };
    const other = await makePsychic(sql());
    expect((await lunas.post(`/api/psychics/${other.id}/exports`, list)).status).toBe(403);
    expect((await lunas.post("/api/exports", list)).status).toBe(403);
    expect((await managers.post("/api/psychics/999999999/exports", list)).status).toBe(404);
    expect((await managers.post(`/api/psychics/${manager.id}/exports`, list)).status).toBe(404);
    expect(await whats(lunas)).toEqual(["Signed in"]);
    await portal.advance(6 * 60_000);
    const late = await managers.post(path, list);
    expect(late.body.type).toBe("urn:problem:confirmation_needed");
    expect((await lunas.post(path, list)).status).toBe(204);
  });
});

describe("another's history", () => {
  test("a psychic gets 403, and staff get 404 for an id that is no psychic's", async () => {
    const other = await makePsychic(sql());
    expect((await lunas.get(pathOf(other))).status).toBe(403);
    for (const id of [manager.id, 999_999_999, 999_999_999_999_999]) {
      expect((await managers.get(pathOf({ id }))).status).toBe(404);
    }
    expect((await portal.visit().get(pathOf(luna))).status).toBe(401);
  });

  test("a malformed place is refused at its field", async () => {
    const answer = await lunas.get(pathOf(luna, "?before=1-1-1"));
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, "before"]);
  });
});
