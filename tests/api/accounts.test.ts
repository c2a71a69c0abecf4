import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let manager: SignedIn;
let managerId: number;

beforeAll(async () => {
  portal = await openTestApp();
  const boss = await makeManager(portal.services.db.sql);
  managerId = boss.id;
  manager = await portal.signIn(boss.username, password);
});
afterAll(() => portal.close());

const sql = (table: string) => portal.services.db.sql(table);
type Given = NonNullable<Parameters<typeof makePsychic>[1]>["psychic"];

const minute = 60_000;
const make = async (psychic: Given = {}) => {
  const made = await makePsychic(portal.services.db.sql, { manager_id: managerId, psychic });
  const at = new Date(portal.services.clock().getTime() - minute);
  await sql("availability").insert({ psychic_id: made.id, code: "A", at });
  return made;
};
const put = (id: number, what: string, body: object) =>
  manager.put(`/api/psychics/${id}/${what}`, body);
const account = (id: number) => sql("psychics").where({ user_id: id }).first();
const codeOf = async (id: number) =>
  (await sql("availability").where({ psychic_id: id }).first()).code;
const told = (id: number) => sql("deliveries").where({ psychic_id: id }).orderBy("id");
const trail = (id: number) =>
  sql("audit_trail").where({ subject_id: id, actor_id: managerId }).orderBy("id");

describe("PUT /psychics/{id}/acct_status (E49)", () => {
  test("S10: saves at once, with its time, in the trail, and told", async () => {
    const { id } = await make({ account_status: "Pending" });
    await sql("availability").where({ psychic_id: id }).update({ code: "U" });
    const before = portal.services.clock().getTime();
    expect((await put(id, "acct_status", { acctStatus: "Active" })).status).toBe(204);
    const { account_status, account_status_since } = await account(id);
    expect(account_status).toBe("Active");
    expect(Date.parse(account_status_since)).toBeGreaterThanOrEqual(before);
    expect(await trail(id)).toMatchObject([
      { action: "account status changed", detail: { old: "Pending", new: "Active" } },
    ]);
    expect(await told(id)).toMatchObject([
      {
        type: "psychic.changed",
        data: {
          user_id: id,
          account_status: "Active",
          permissions: "AgentPhone,AgentChat",
          auto_email: true,
        },
      },
    ]);
    expect(await codeOf(id)).toBe("U");
  });

  test("an availability from before does not survive reactivation (L4)", async () => {
    const { id } = await make({ account_status: "Flagged" });
    expect((await put(id, "acct_status", { acctStatus: "Active" })).status).toBe(204);
    expect(await codeOf(id)).toBe("U");
    expect((await told(id)).at(-1)).toMatchObject({
      type: "availability.changed",
      data: { code: "U" },
    });
    expect((await trail(id)).at(-1)).toMatchObject({
      action: "availability changed",
      detail: { old: "A", new: "U" },
    });
  });

  test("a change made on another status is 409 with the present one (C8)", async () => {
    const { id } = await make({ account_status: "Blacklist" });
    const answer = await put(id, "acct_status", { acctStatus: "Flagged", from: "Active" });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      type: "urn:problem:state_forbids",
      current: { acctStatus: "Blacklist" },
    });
    expect((await account(id)).account_status).toBe("Blacklist");
    const right = await put(id, "acct_status", { acctStatus: "Flagged", from: "Blacklist" });
    expect(right.status).toBe(204);
    const wrong = await put(id, "acct_status", { acctStatus: "Active", from: "Gone" });
    expect(wrong.body.errors).toMatchObject([{ path: "from", message: "Unknown account status" }]);
  });

  test("the same status again changes and tells nothing", async () => {
    const { id } = await make();
    const { account_status_since } = await account(id);
    expect((await put(id, "acct_status", { acctStatus: "Active" })).status).toBe(204);
    expect((await account(id)).account_status_since).toBe(account_status_since);
    expect(await told(id)).toEqual([]);
    expect(await trail(id)).toEqual([]);
  });

  test.each(["Flagged", "Screened", "Pending"])(
    "D23a: leaving Active for %s sets availability U, and the session lives",
    async (acctStatus) => {
      const { id, username } = await make();
      const own = await portal.signIn(username, password);
      await put(id, "acct_status", { acctStatus });
      expect(await codeOf(id)).toBe("U");
      expect((await told(id)).map(({ type, data }) => [type, data.code])).toEqual([
        ["psychic.changed", undefined],
        ["availability.changed", "U"],
      ]);
      expect((await trail(id)).at(-1)).toMatchObject({
        action: "availability changed",
        detail: { old: "A", new: "U" },
      });
      expect((await own.get("/api/sessions/0")).status).toBe(200);
    },
  );

  test.each(["Blacklist", "Inactive"])(
    "D3: %s ends every session and closes the login records",
    async (acctStatus) => {
      const { id, username } = await make();
      const [phone, desk] = [
        await portal.signIn(username, password),
        await portal.signIn(username, password),
      ];
      const started_at = new Date(portal.services.clock().getTime() - 3 * minute);
      await sql("logins").insert([
        {
          user_id: id,
          source: "phone",
          external_id: `L${id}`,
          started_at,
          last_action_at: started_at,
        },
      ]);
      expect((await put(id, "acct_status", { acctStatus })).status).toBe(204);
      expect((await phone.get("/api/sessions/0")).status).toBe(401);
      expect((await desk.get(`/api/psychics/${id}/status`)).status).toBe(401);
      const logins = await sql("logins").where({ user_id: id });
      expect(logins).toHaveLength(3);
      for (const { ended_at } of logins) expect(ended_at).not.toBeNull();
      const again = await portal.visit().post("/api/sessions", { username, password });
      expect(again.status).toBe(401);
    },
  );

  test("a login record that rested ended at its last action", async () => {
    const { id } = await make();
    const last = new Date(portal.services.clock().getTime() - 45 * minute);
    await sql("logins").insert({
      user_id: id,
      source: "portal",
      started_at: last,
      last_action_at: last,
    });
    await put(id, "acct_status", { acctStatus: "Inactive" });
    const { ended_at, last_action_at } = await sql("logins").where({ user_id: id }).first();
    expect(ended_at).toBe(last_action_at);
  });

  test("S11: Deactivate Now takes a waiting, linked account: Blacklist and U", async () => {
    const { id } = await make({ account_status: "Pending", requires_approval: true });
    expect((await put(id, "acct_status", { acctStatus: "Blacklist" })).status).toBe(204);
    expect((await account(id)).account_status).toBe("Blacklist");
    expect(await codeOf(id)).toBe("U");
  });

  test("D4: a Blacklist account can be opened again, with no old session", async () => {
    const { id, username } = await make();
    const own = await portal.signIn(username, password);
    await put(id, "acct_status", { acctStatus: "Blacklist" });
    expect((await put(id, "acct_status", { acctStatus: "Active" })).status).toBe(204);
    expect((await own.get("/api/sessions/0")).status).toBe(401);
    await portal.signIn(username, password);
    expect(await codeOf(id)).toBe("U");
  });

  test("a session that begins while the account is shut is nobody's", async () => {
    for (let i = 0; i < 5; i++) {
      const { id, username } = await make();
      const browser = portal.visit();
      await Promise.all([
        browser.post("/api/sessions", { username, password }),
        put(id, "acct_status", { acctStatus: "Blacklist" }),
      ]);
      expect((await browser.get("/api/sessions/0")).status).toBe(401);
    }
  });

  test("422 for an unknown status, 404 for nobody's id and a manager's", async () => {
    const { id } = await make();
    const answer = await put(id, "acct_status", { acctStatus: "Gone" });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([
      { path: "acctStatus", message: "Unknown account status" },
    ]);
    expect((await put(999_999, "acct_status", { acctStatus: "Active" })).status).toBe(404);
    expect((await put(managerId, "acct_status", { acctStatus: "Blacklist" })).status).toBe(404);
    expect((await manager.get("/api/sessions/0")).status).toBe(200);
  });
});

describe("PUT /psychics/{id}/permissions (E50)", () => {
  test.each([
    ["AgentChat", "AgentChat"],
    ["AgentChat, AgentPhone,AgentChat", "AgentPhone,AgentChat"],
    ["", ""],
  ])("S12: %j is kept as %j", async (permissions, kept) => {
    const { id } = await make();
    expect((await put(id, "permissions", { permissions })).status).toBe(204);
    const { body } = await manager.get(`/api/psychics/${id}`);
    expect(body.permissions).toBe(kept);
    expect(await told(id)).toMatchObject([{ data: { permissions: kept } }]);
    expect(await trail(id)).toMatchObject([
      { action: "permissions changed", detail: { old: "AgentPhone,AgentChat", new: kept } },
    ]);
  });

  test("two managers tick on the same page: the second one is 409 (C8)", async () => {
    const { id } = await make({ permissions: ["AgentPhone"] });
    const from = "AgentPhone";
    const both = { permissions: "AgentPhone,AgentChat", from };
    expect((await put(id, "permissions", both)).status).toBe(204);
    const answer = await put(id, "permissions", { permissions: "", from });
    expect(answer.status).toBe(409);
    expect(answer.body.current).toEqual({ permissions: "AgentPhone,AgentChat" });
    expect((await account(id)).permissions).toEqual(["AgentPhone", "AgentChat"]);
    // The order of the permissions does not matter.
    const none = { permissions: "", from: "AgentChat,AgentPhone" };
    expect((await put(id, "permissions", none)).status).toBe(204);
  });

  test.each(["AgentPay", "agentphone", "AgentPhone;AgentChat", "x".repeat(300)])(
    "422: %s",
    async (permissions) => {
      const { id } = await make();
      const answer = await put(id, "permissions", { permissions });
      expect(answer.status).toBe(422);
      expect(answer.body.errors[0]).toMatchObject({
        path: "permissions",
        message: "Unknown permission",
      });
      expect((await account(id)).permissions).toEqual(["AgentPhone", "AgentChat"]);
    },
  );
});

test("S12: the automated emails are switched, told, and in the trail (E51, D24)", async () => {
  const { id } = await make();
  expect((await put(id, "auto_email", { autoEmail: false })).status).toBe(204);
  expect((await manager.get(`/api/psychics/${id}`)).body.auto_email).toBe(false);
  expect(await told(id)).toMatchObject([{ type: "psychic.changed", data: { auto_email: false } }]);
  expect(await trail(id)).toMatchObject([
    { action: "automated emails changed", detail: { old: true, new: false } },
  ]);
  expect((await put(id, "auto_email", { autoEmail: "no" })).status).toBe(422);
});

test.each([
  ["Blacklist", false],
  ["Pending", true],
] as const)("D4: %s (requires approval: %s) is not edited: 409", async (status, requires) => {
  const { id } = await make({ account_status: status, requires_approval: requires });
  for (const [what, body] of [
    ["permissions", { permissions: "" }],
    ["auto_email", { autoEmail: false }],
  ] as const) {
    const answer = await put(id, what, body);
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toBe("This account cannot be edited now");
  }
  expect(await account(id)).toMatchObject({ auto_email: true });
  expect(await told(id)).toEqual([]);
});

test("twins of all kinds are told in the order in which they were done", async () => {
  const { id } = await make();
  await Promise.all([
    put(id, "auto_email", { autoEmail: false }),
    put(id, "permissions", { permissions: "AgentChat" }),
    put(id, "acct_status", { acctStatus: "Flagged" }),
    put(id, "auto_email", { autoEmail: true }),
    manager.post(`/api/psychics/${id}/status`, { code: "O" }),
  ]);
  const { account_status, permissions, auto_email } = await account(id);
  const all = await told(id);
  expect(all.filter(({ type }) => type === "psychic.changed").at(-1).data).toMatchObject({
    account_status,
    permissions: permissions.join(","),
    auto_email,
  });
  const last = all.filter(({ type }) => type === "availability.changed").at(-1);
  expect(last.data.code).toBe(await codeOf(id));
});
