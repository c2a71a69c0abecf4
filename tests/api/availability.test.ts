import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeAvailability } from "#server/features/ingest/availability.ts";
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
type Code = "A" | "P" | "C" | "O" | "U" | "B" | "R";

/** Makes a psychic with this availability. */
async function psychicAt(
  code: Code | null,
  psychic: NonNullable<Parameters<typeof makePsychic>[1]>["psychic"] = {},
) {
  const { id, username } = await makePsychic(portal.services.db.sql, {
    manager_id: managerId,
    psychic,
  });
  const at = new Date(portal.services.clock().getTime() - 60_000);
  if (code) await sql("availability").insert({ psychic_id: id, code, at });
  return { id, username };
}

const change = (browser: SignedIn, id: number, body: object) =>
  browser.post(`/api/psychics/${id}/status`, body);
const stored = (id: number) => sql("availability").where({ psychic_id: id }).first("code", "at");
/** Applies a platform event dated this many milliseconds from now. */
const ingest = async (user_id: number, code: Code, offset: number) => {
  const client = await portal.services.db.pool.connect();
  const at = new Date(portal.services.clock().getTime() + offset).toISOString();
  const now = portal.services.clock();
  await changeAvailability(client, { user_id, code, at }, now).finally(() => client.release());
};

describe("POST /psychics/{id}/status (E33)", () => {
  test("S12: a manager's change is stored, in the trail and sent to the platform", async () => {
    const { id } = await psychicAt("A");
    expect((await change(manager, id, { code: "R" })).status).toBe(204);
    const { code, at } = await stored(id);
    expect(code).toBe("R");
    const trail = await sql("audit_trail").where({
      subject_id: id,
      action: "availability changed",
    });
    expect(trail).toMatchObject([{ actor_id: managerId, detail: { old: "A", new: "R" } }]);
    const sent = await sql("deliveries").where({ psychic_id: id });
    expect(sent).toMatchObject([
      { type: "availability.changed", data: { user_id: id, code: "R", at } },
    ]);
    expect((await manager.get(`/api/psychics/${id}/status`)).body).toEqual([{ code: "R" }]);
  });

  test("S13: a psychic may change from A, P, C, O and U to P, O and U", async () => {
    const { id, username } = await psychicAt("A");
    const ownBrowser = await portal.signIn(username, password);
    for (const code of ["P", "O", "U", "P"]) {
      expect((await change(ownBrowser, id, { code })).status).toBe(204);
      expect((await stored(id)).code).toBe(code);
    }
    await sql("availability").where({ psychic_id: id }).update({ code: "C" });
    expect((await change(ownBrowser, id, { code: "U", from: "C" })).status).toBe(204);
  });

  test.each([
    ["a psychic may not choose A", "U", {}, "A"],
    ["a psychic may not choose C", "U", {}, "C"],
    ["a psychic may not choose B", "U", {}, "B"],
    ["a psychic may not choose R", "U", {}, "R"],
    ["a psychic may not end B", "B", {}, "U"],
    ["a psychic may not end R", "R", {}, "O"],
    ["P needs AgentPhone", "U", { permissions: ["AgentChat" as const] }, "P"],
    ["not while Flagged", "U", { account_status: "Flagged" as const }, "O"],
    ["not while Pending", "U", { account_status: "Pending" as const }, "U"],
  ] as const)("S13: 409: %s", async (_rule, from, psychic, code) => {
    const { id, username } = await psychicAt(from, {
      ...psychic,
      ...("permissions" in psychic ? { permissions: [...psychic.permissions] } : {}),
    } as Parameters<typeof psychicAt>[1]);
    const ownBrowser = await portal.signIn(username, password);
    const answer = await change(ownBrowser, id, { code });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      type: "urn:problem:state_forbids",
      detail: "This availability cannot be chosen now",
    });
    expect(await stored(id)).toMatchObject({ code: from });
    expect(await sql("deliveries").where({ psychic_id: id })).toEqual([]);
  });

  test("D4: a manager may only set U unless the psychic is Active (L4)", async () => {
    for (const psychic of [
      { account_status: "Blacklist" as const },
      { account_status: "Inactive" as const },
      { account_status: "Flagged" as const },
      { account_status: "Screened" as const },
      { account_status: "Pending" as const },
      { account_status: "Pending" as const, requires_approval: true },
    ]) {
      const { id } = await psychicAt("R", psychic);
      for (const code of ["A", "O"]) {
        expect((await change(manager, id, { code })).status).toBe(409);
        expect((await stored(id)).code).toBe("R");
      }
      expect((await change(manager, id, { code: "U" })).status).toBe(204);
      expect((await stored(id)).code).toBe("U");
    }
  });

  test("D23a: without a stored availability clients see B, and a psychic may set the first", async () => {
    const { id, username } = await psychicAt(null);
    const ownBrowser = await portal.signIn(username, password);
    const stale = await change(ownBrowser, id, { code: "O", from: "U" });
    expect(stale.body.current).toEqual({ code: "B" });
    expect((await change(ownBrowser, id, { code: "O", from: "B" })).status).toBe(204);
    expect((await stored(id)).code).toBe("O");
  });

  test("D23a: a change based on another code is 409 with the current one", async () => {
    const { id } = await psychicAt("B");
    const answer = await change(manager, id, { code: "U", from: "A" });
    expect(answer.status).toBe(409);
    expect(answer.body.current).toEqual({ code: "B" });
    expect((await change(manager, id, { code: "U", from: "B" })).status).toBe(204);
    expect((await change(manager, id, { code: "A", from: null })).status).toBe(204);
  });

  test("four changes from the same code at once: one is applied", async () => {
    const { id } = await psychicAt("U");
    const answers = await Promise.all(
      ["A", "P", "C", "O"].map((code) => change(manager, id, { code, from: "U" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409]);
    expect(await sql("deliveries").where({ psychic_id: id })).toHaveLength(1);
  });

  test("two requests with one idempotency key make one change", async () => {
    const { id } = await psychicAt("U");
    const key = randomUUID();
    const send = () => change(manager, id, { code: "A" }).set("Idempotency-Key", key);
    expect((await Promise.all([send(), send()])).map(({ status }) => status)).toEqual([204, 204]);
    expect(await sql("deliveries").where({ psychic_id: id })).toHaveLength(1);
  });

  test("a platform event older than the change is ignored", async () => {
    const { id } = await psychicAt("A");
    await change(manager, id, { code: "U" });
    await ingest(id, "A", -5_000);
    expect((await stored(id)).code).toBe("U");
    await ingest(id, "B", 5_000);
    expect((await stored(id)).code).toBe("B");
  });

  test("only U is accepted from the platform for a psychic who is not Active (L4)", async () => {
    const { id } = await psychicAt("U", { account_status: "Flagged" });
    await ingest(id, "A", 1_000);
    expect((await stored(id)).code).toBe("U");
    await sql("availability").where({ psychic_id: id }).update({ code: "B" });
    await ingest(id, "U", 2_000);
    expect((await stored(id)).code).toBe("U");
  });

  test("a change waits for the platform's open transaction, then is checked against its result", async () => {
    const { id, username } = await psychicAt("A");
    const ownBrowser = await portal.signIn(username, password);
    const { pool } = portal.services.db;
    const client = await pool.connect();
    await client.query("begin");
    await client.query("update availability set code = 'B' where psychic_id = $1", [id]);
    const answer = change(ownBrowser, id, { code: "O" }).then(({ status }) => status);
    const waiting = `select count(*) as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await pool.query(waiting)).rows[0].waiting).toBe(1);
    await client.query("commit");
    client.release();
    expect(await answer).toBe(409);
    expect((await stored(id)).code).toBe("B");
  });

  test("a psychic's first change and a later platform event at once: the event's code remains", async () => {
    for (let i = 0; i < 5; i++) {
      const { id, username } = await psychicAt(null);
      const ownBrowser = await portal.signIn(username, password);
      const [answer] = await Promise.all([
        change(ownBrowser, id, { code: "O" }),
        ingest(id, "B", 1_000),
      ]);
      expect([204, 409]).toContain(answer.status);
      // If the platform's event is stored first, the portal refuses the psychic's change.
      expect((await stored(id)).code).toBe("B");
      const sent = await sql("deliveries").where({ psychic_id: id });
      expect(sent).toHaveLength(answer.status === 204 ? 1 : 0);
    }
  });

  test.each([
    [{ code: "X" }, "code", "Unknown availability"],
    [{}, "code", "Unknown availability"],
    [{ code: "U", from: "x" }, "from", "Unknown availability"],
  ])("%o is 422", async (body, path, message) => {
    const { id } = await psychicAt("U");
    const answer = await change(manager, id, body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ path, message }]);
  });

  test("an unknown id or a manager's is 404; an unknown field is 422", async () => {
    expect((await change(manager, 999_999, { code: "U" })).status).toBe(404);
    expect((await change(manager, managerId, { code: "U" })).status).toBe(404);
    const { id } = await psychicAt("U");
    expect((await change(manager, id, { code: "U", at: "now" })).status).toBe(422);
  });
});
