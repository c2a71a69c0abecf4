import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let manager: SignedIn;
let managerId: number;

beforeAll(async () => {
  portal = await openTestApp();
  const managerAccount = await makeManager(portal.services.db.sql);
  managerId = managerAccount.id;
  manager = await portal.signIn(managerAccount.username, password);
});
afterAll(() => portal.close());

const sql = (table: string) => portal.services.db.sql(table);
type PsychicColumns = NonNullable<Parameters<typeof makePsychic>[1]>["psychic"];

const minute = 60_000;
/** Makes a psychic with availability A. */
const addPsychic = async (psychic: PsychicColumns = {}) => {
  const account = await makePsychic(portal.services.db.sql, { manager_id: managerId, psychic });
  const at = new Date(portal.services.clock().getTime() - minute);
  await sql("availability").insert({ psychic_id: account.id, code: "A", at });
  return account;
};
const put = (id: number, resource: string, body: object) =>
  manager.put(`/api/psychics/${id}/${resource}`, body);
const accountOf = (id: number) => sql("psychics").where({ user_id: id }).first();
const codeOf = async (id: number) =>
  (await sql("availability").where({ psychic_id: id }).first()).code;
const deliveriesOf = (id: number) => sql("deliveries").where({ psychic_id: id }).orderBy("id");
const trailOf = (id: number) =>
  sql("audit_trail").where({ subject_id: id, actor_id: managerId }).orderBy("id");

describe("PUT /psychics/{id}/acct_status (E49)", () => {
  test("S10: stores a new status with its time, in the trail and as a delivery", async () => {
    const { id } = await addPsychic({ account_status: "Pending" });
    await sql("availability").where({ psychic_id: id }).update({ code: "U" });
    const before = portal.services.clock().getTime();
    expect((await put(id, "acct_status", { acctStatus: "Active" })).status).toBe(204);
    const { account_status, account_status_since } = await accountOf(id);
    expect(account_status).toBe("Active");
    expect(Date.parse(account_status_since)).toBeGreaterThanOrEqual(before);
    expect(await trailOf(id)).toMatchObject([
      { action: "account status changed", detail: { old: "Pending", new: "Active" } },
    ]);
    expect(await deliveriesOf(id)).toMatchObject([
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

  test("reactivation sets availability U (L4)", async () => {
    const { id } = await addPsychic({ account_status: "Flagged" });
    expect((await put(id, "acct_status", { acctStatus: "Active" })).status).toBe(204);
    expect(await codeOf(id)).toBe("U");
    expect((await deliveriesOf(id)).at(-1)).toMatchObject({
      type: "availability.changed",
      data: { code: "U" },
    });
    expect((await trailOf(id)).at(-1)).toMatchObject({
      action: "availability changed",
      detail: { old: "A", new: "U" },
    });
  });

  test("a change based on another status is 409 with the current one (C8)", async () => {
    const { id } = await addPsychic({ account_status: "Blacklist" });
    const answer = await put(id, "acct_status", { acctStatus: "Flagged", from: "Active" });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      type: "urn:problem:state_forbids",
      current: { acctStatus: "Blacklist" },
    });
    expect((await accountOf(id)).account_status).toBe("Blacklist");
    const accepted = await put(id, "acct_status", { acctStatus: "Flagged", from: "Blacklist" });
    expect(accepted.status).toBe(204);
    const unknown = await put(id, "acct_status", { acctStatus: "Active", from: "Gone" });
    expect(unknown.body.errors).toMatchObject([
      { path: "from", message: "Unknown account status" },
    ]);
  });

  test("setting the same status again changes nothing and sends nothing", async () => {
    const { id } = await addPsychic();
    const { account_status_since } = await accountOf(id);
    expect((await put(id, "acct_status", { acctStatus: "Active" })).status).toBe(204);
    expect((await accountOf(id)).account_status_since).toBe(account_status_since);
    expect(await deliveriesOf(id)).toEqual([]);
    expect(await trailOf(id)).toEqual([]);
  });

  test.each(["Flagged", "Screened", "Pending"])(
    "D23a: leaving Active for %s sets availability U, and the session continues",
    async (acctStatus) => {
      const { id, username } = await addPsychic();
      const ownBrowser = await portal.signIn(username, password);
      await put(id, "acct_status", { acctStatus });
      expect(await codeOf(id)).toBe("U");
      expect((await deliveriesOf(id)).map(({ type, data }) => [type, data.code])).toEqual([
        ["psychic.changed", undefined],
        ["availability.changed", "U"],
      ]);
      expect((await trailOf(id)).at(-1)).toMatchObject({
        action: "availability changed",
        detail: { old: "A", new: "U" },
      });
      expect((await ownBrowser.get("/api/sessions/0")).status).toBe(200);
    },
  );

  test.each(["Blacklist", "Inactive"])(
    "D3: %s ends every session and login",
    async (acctStatus) => {
      const { id, username } = await addPsychic();
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

  test("an idle login ends at its last action", async () => {
    const { id } = await addPsychic();
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

  test("S11: Deactivate Now sets a pending, linked account to Blacklist and U", async () => {
    const { id } = await addPsychic({ account_status: "Pending", requires_approval: true });
    expect((await put(id, "acct_status", { acctStatus: "Blacklist" })).status).toBe(204);
    expect((await accountOf(id)).account_status).toBe("Blacklist");
    expect(await codeOf(id)).toBe("U");
  });

  test("D4: a Blacklist account can be reactivated, but its old sessions stay ended", async () => {
    const { id, username } = await addPsychic();
    const ownBrowser = await portal.signIn(username, password);
    await put(id, "acct_status", { acctStatus: "Blacklist" });
    expect((await put(id, "acct_status", { acctStatus: "Active" })).status).toBe(204);
    expect((await ownBrowser.get("/api/sessions/0")).status).toBe(401);
    await portal.signIn(username, password);
    expect(await codeOf(id)).toBe("U");
  });

  test("a sign-in during a change to Blacklist leaves nobody signed in", async () => {
    for (let i = 0; i < 5; i++) {
      const { id, username } = await addPsychic();
      const browser = portal.visit();
      await Promise.all([
        browser.post("/api/sessions", { username, password }),
        put(id, "acct_status", { acctStatus: "Blacklist" }),
      ]);
      expect((await browser.get("/api/sessions/0")).status).toBe(401);
    }
  });

  test("an unknown status is 422; an unknown id or a manager's is 404", async () => {
    const { id } = await addPsychic();
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
  ])("S12: %j is stored as %j", async (permissions, stored) => {
    const { id } = await addPsychic();
    expect((await put(id, "permissions", { permissions })).status).toBe(204);
    const { body } = await manager.get(`/api/psychics/${id}`);
    expect(body.permissions).toBe(stored);
    expect(await deliveriesOf(id)).toMatchObject([{ data: { permissions: stored } }]);
    expect(await trailOf(id)).toMatchObject([
      { action: "permissions changed", detail: { old: "AgentPhone,AgentChat", new: stored } },
    ]);
  });

  test("two managers change the same permissions: the second change is 409 (C8)", async () => {
    const { id } = await addPsychic({ permissions: ["AgentPhone"] });
    const from = "AgentPhone";
    const both = { permissions: "AgentPhone,AgentChat", from };
    expect((await put(id, "permissions", both)).status).toBe(204);
    const answer = await put(id, "permissions", { permissions: "", from });
    expect(answer.status).toBe(409);
    expect(answer.body.current).toEqual({ permissions: "AgentPhone,AgentChat" });
    expect((await accountOf(id)).permissions).toEqual(["AgentPhone", "AgentChat"]);
    // The order of the permissions does not matter.
    const none = { permissions: "", from: "AgentChat,AgentPhone" };
    expect((await put(id, "permissions", none)).status).toBe(204);
  });

  test.each(["AgentPay", "agentphone", "AgentPhone;AgentChat", "x".repeat(300)])(
    "%s is 422",
    async (permissions) => {
      const { id } = await addPsychic();
      const answer = await put(id, "permissions", { permissions });
      expect(answer.status).toBe(422);
      expect(answer.body.errors[0]).toMatchObject({
        path: "permissions",
        message: "Unknown permission",
      });
      expect((await accountOf(id)).permissions).toEqual(["AgentPhone", "AgentChat"]);
    },
  );
});

test("S12: automated e-mails are switched off, with a delivery and a trail entry (E51, D24)", async () => {
  const { id } = await addPsychic();
  expect((await put(id, "auto_email", { autoEmail: false })).status).toBe(204);
  expect((await manager.get(`/api/psychics/${id}`)).body.auto_email).toBe(false);
  expect(await deliveriesOf(id)).toMatchObject([
    { type: "psychic.changed", data: { auto_email: false } },
  ]);
  expect(await trailOf(id)).toMatchObject([
    { action: "automated emails changed", detail: { old: true, new: false } },
  ]);
  expect((await put(id, "auto_email", { autoEmail: "no" })).status).toBe(422);
});

test.each([
  ["Blacklist", false],
  ["Pending", true],
] as const)("D4: %s (requires approval: %s) cannot be edited: 409", async (status, approval) => {
  const { id } = await addPsychic({ account_status: status, requires_approval: approval });
  for (const [resource, body] of [
    ["permissions", { permissions: "" }],
    ["auto_email", { autoEmail: false }],
  ] as const) {
    const answer = await put(id, resource, body);
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toBe("This account cannot be edited now");
  }
  expect(await accountOf(id)).toMatchObject({ auto_email: true });
  expect(await deliveriesOf(id)).toEqual([]);
});

test("after simultaneous changes, the last deliveries have the final state", async () => {
  const { id } = await addPsychic();
  await Promise.all([
    put(id, "auto_email", { autoEmail: false }),
    put(id, "permissions", { permissions: "AgentChat" }),
    put(id, "acct_status", { acctStatus: "Flagged" }),
    put(id, "auto_email", { autoEmail: true }),
    manager.post(`/api/psychics/${id}/status`, { code: "O" }),
  ]);
  const { account_status, permissions, auto_email } = await accountOf(id);
  const sent = await deliveriesOf(id);
  expect(sent.filter(({ type }) => type === "psychic.changed").at(-1).data).toMatchObject({
    account_status,
    permissions: permissions.join(","),
    auto_email,
  });
  const last = sent.filter(({ type }) => type === "availability.changed").at(-1);
  expect(last.data.code).toBe(await codeOf(id));
});
