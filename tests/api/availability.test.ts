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
  const boss = await makeManager(portal.services.db.sql);
  managerId = boss.id;
  manager = await portal.signIn(boss.username, password);
});
afterAll(() => portal.close());

const sql = (table: string) => portal.services.db.sql(table);
type Code = "A" | "P" | "C" | "O" | "U" | "B" | "R";

/** Makes a psychic with an availability, and signs the psychic in. */
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

const set = (browser: SignedIn, id: number, body: object) =>
  browser.post(`/api/psychics/${id}/status`, body);
const stored = (id: number) => sql("availability").where({ psychic_id: id }).first("code", "at");
/** Sends an event of the platform that happens so many milliseconds from now. */
const ingest = async (user_id: number, code: Code, offset: number) => {
  const client = await portal.services.db.pool.connect();
  const at = new Date(portal.services.clock().getTime() + offset).toISOString();
  const now = portal.services.clock();
  await changeAvailability(client, { user_id, code, at }, now).finally(() => client.release());
};

describe("POST /psychics/{id}/status (E33)", () => {
  test("S12: a manager's change is stored, in the trail, and told", async () => {
    const { id } = await psychicAt("A");
    expect((await set(manager, id, { code: "R" })).status).toBe(204);
    const { code, at } = await stored(id);
    expect(code).toBe("R");
    const trail = await sql("audit_trail").where({
      subject_id: id,
      action: "availability changed",
    });
    expect(trail).toMatchObject([{ actor_id: managerId, detail: { old: "A", new: "R" } }]);
    const told = await sql("deliveries").where({ psychic_id: id });
    expect(told).toMatchObject([
      { type: "availability.changed", data: { user_id: id, code: "R", at } },
    ]);
    expect((await manager.get(`/api/psychics/${id}/status`)).body).toEqual([{ code: "R" }]);
  });

  test("S13: a psychic takes P, O and U, from A, P, C, O and U", async () => {
    const { id, username } = await psychicAt("A");
    const own = await portal.signIn(username, password);
    for (const code of ["P", "O", "U", "P"]) {
      expect((await set(own, id, { code })).status).toBe(204);
      expect((await stored(id)).code).toBe(code);
    }
    await sql("availability").where({ psychic_id: id }).update({ code: "C" });
    expect((await set(own, id, { code: "U", from: "C" })).status).toBe(204);
  });

  test.each([
    ["A is not for a psychic to choose", "U", {}, "A"],
    ["C neither", "U", {}, "C"],
    ["B is the platform's", "U", {}, "B"],
    ["nor R", "U", {}, "R"],
    ["B ends by the platform alone", "B", {}, "U"],
    ["R too", "R", {}, "O"],
    ["P needs AgentPhone", "U", { permissions: ["AgentChat" as const] }, "P"],
    ["only while Active", "U", { account_status: "Flagged" as const }, "O"],
    ["not while Pending", "U", { account_status: "Pending" as const }, "U"],
  ] as const)("S13: 409: %s", async (_why, from, psychic, code) => {
    const { id, username } = await psychicAt(from, {
      ...psychic,
      ...("permissions" in psychic ? { permissions: [...psychic.permissions] } : {}),
    } as Parameters<typeof psychicAt>[1]);
    const own = await portal.signIn(username, password);
    const answer = await set(own, id, { code });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      type: "urn:problem:state_forbids",
      detail: "This availability cannot be chosen now",
    });
    expect(await stored(id)).toMatchObject({ code: from });
    expect(await sql("deliveries").where({ psychic_id: id })).toEqual([]);
  });

  test("D4: unless the psychic is Active, a manager sets U and nothing else (L4)", async () => {
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
        expect((await set(manager, id, { code })).status).toBe(409);
        expect((await stored(id)).code).toBe("R");
      }
      expect((await set(manager, id, { code: "U" })).status).toBe(204);
      expect((await stored(id)).code).toBe("U");
    }
  });

  test("D23a: while none is known, clients see B and anyone may set the first one", async () => {
    const { id, username } = await psychicAt(null);
    const own = await portal.signIn(username, password);
    const stale = await set(own, id, { code: "O", from: "U" });
    expect(stale.body.current).toEqual({ code: "B" });
    expect((await set(own, id, { code: "O", from: "B" })).status).toBe(204);
    expect((await stored(id)).code).toBe("O");
  });

  test("D23a: a change made on another code is 409 with the present one", async () => {
    const { id } = await psychicAt("B");
    const answer = await set(manager, id, { code: "U", from: "A" });
    expect(answer.status).toBe(409);
    expect(answer.body.current).toEqual({ code: "B" });
    expect((await set(manager, id, { code: "U", from: "B" })).status).toBe(204);
    expect((await set(manager, id, { code: "A", from: null })).status).toBe(204);
  });

  test("two changes from the same code at the same time: one is done", async () => {
    const { id } = await psychicAt("U");
    const answers = await Promise.all(
      ["A", "P", "C", "O"].map((code) => set(manager, id, { code, from: "U" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409]);
    expect(await sql("deliveries").where({ psychic_id: id })).toHaveLength(1);
  });

  test("the same key does it once", async () => {
    const { id } = await psychicAt("U");
    const key = randomUUID();
    const ask = () => set(manager, id, { code: "A" }).set("Idempotency-Key", key);
    expect((await Promise.all([ask(), ask()])).map(({ status }) => status)).toEqual([204, 204]);
    expect(await sql("deliveries").where({ psychic_id: id })).toHaveLength(1);
  });

  test("an event of the platform that is older than the change stays ignored", async () => {
    const { id } = await psychicAt("A");
    await set(manager, id, { code: "U" });
    await ingest(id, "A", -5_000);
    expect((await stored(id)).code).toBe("U");
    await ingest(id, "B", 5_000);
    expect((await stored(id)).code).toBe("B");
  });

  test("of a psychic who is not Active the platform's U alone is accepted (L4)", async () => {
    const { id } = await psychicAt("U", { account_status: "Flagged" });
    await ingest(id, "A", 1_000);
    expect((await stored(id)).code).toBe("U");
    await sql("availability").where({ psychic_id: id }).update({ code: "B" });
    await ingest(id, "U", 2_000);
    expect((await stored(id)).code).toBe("U");
  });

  test("the platform's change that is under way is waited for, and judged by", async () => {
    const { id, username } = await psychicAt("A");
    const own = await portal.signIn(username, password);
    const { pool } = portal.services.db;
    const client = await pool.connect();
    await client.query("begin");
    await client.query("update availability set code = 'B' where psychic_id = $1", [id]);
    const answer = set(own, id, { code: "O" }).then(({ status }) => status);
    const waiting = `select count(*) as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await pool.query(waiting)).rows[0].waiting).toBe(1);
    await client.query("commit");
    client.release();
    expect(await answer).toBe(409);
    expect((await stored(id)).code).toBe("B");
  });

  test("a psychic's first change and the platform's meet: both are judged by what was there", async () => {
    for (let i = 0; i < 5; i++) {
      const { id, username } = await psychicAt(null);
      const own = await portal.signIn(username, password);
      const [answer] = await Promise.all([set(own, id, { code: "O" }), ingest(id, "B", 1_000)]);
      expect([204, 409]).toContain(answer.status);
      // Either the psychic's change came first, or the platform's did and the psychic's was refused.
      expect((await stored(id)).code).toBe("B");
      const told = await sql("deliveries").where({ psychic_id: id });
      expect(told).toHaveLength(answer.status === 204 ? 1 : 0);
    }
  });

  test.each([
    [{ code: "X" }, "code", "Unknown availability"],
    [{}, "code", "Unknown availability"],
    [{ code: "U", from: "x" }, "from", "Unknown availability"],
  ])("422: %o", async (body, path, message) => {
    const { id } = await psychicAt("U");
    const answer = await set(manager, id, body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ path, message }]);
  });

  test("404 for nobody's id and a manager's; unknown keys are 422", async () => {
    expect((await set(manager, 999_999, { code: "U" })).status).toBe(404);
    expect((await set(manager, managerId, { code: "U" })).status).toBe(404);
    const { id } = await psychicAt("U");
    expect((await set(manager, id, { code: "U", at: "now" })).status).toBe(422);
  });
});
