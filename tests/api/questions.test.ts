import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

/** Wednesday, 3:00 PM in New York. */
const now = new Date("2026-03-04T20:00:00Z");
const minute = 60_000;

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp({ now });
});
afterAll(() => portal.close());

const sql = (table: string) => portal.services.db.sql(table);
/** The clock runs on, so a test keeps the times that it compares. */
/** As PostgreSQL writes it: without zeros at the end. */
const ago = (minutes: number) =>
  new Date(portal.services.clock().getTime() - minutes * minute)
    .toISOString()
    .replace(/\.?0+Z$/, "Z");

interface Asked {
  psychic: Account;
  browser: SignedIn;
  since: string;
  /** When the last call ended; only of `stuck`. */
  ended?: string;
}

/** A psychic whom the platform set to this code some minutes ago. */
async function psychicAt(code: string, minutes: number): Promise<Asked> {
  const psychic = await makePsychic(portal.services.db.sql);
  const since = ago(minutes);
  await sql("availability").insert({ psychic_id: psychic.id, code, at: since, set_by: "platform" });
  return { psychic, browser: await portal.signIn(psychic.username, password), since };
}

let calls = 0;
const attempt = ({ id }: Account, more: object) => {
  calls += 1;
  const call = { id: `a${calls}`, psychic_id: id, event_at: ago(0) };
  return sql("call_attempts").insert({ ...call, ...more });
};

/** Busy for 47 minutes; the last call ended 44 minutes ago. */
async function stuck(): Promise<Asked> {
  const asked = await psychicAt("B", 47);
  const ended = ago(44);
  const times = { initiated_at: ago(47), answered_at: ago(46), ended_at: ended };
  await attempt(asked.psychic, { ...times, result: "Completed" });
  return { ...asked, ended };
}

const pathOf = ({ id }: Account) => `/api/psychics/${id}/questions`;
const get = async ({ browser, psychic }: Asked) =>
  (await browser.get(pathOf(psychic)).expect(200)).body;
const ask = ({ browser, psychic, since }: Asked, body: object = { since }) =>
  browser.post(`/api/psychics/${psychic.id}/availability/question`, body);
const deliveries = ({ psychic }: Asked) => sql("deliveries").where({ psychic_id: psychic.id });

describe("GET /psychics/{id}/questions (E70)", () => {
  test("has the times of a psychic who is Busy without a call", async () => {
    const luna = await stuck();
    expect(await get(luna)).toEqual({
      stuck: { since: luna.since, ended_at: luna.ended, channel: "Call" },
      asked: null,
      missed: null,
    });
  });

  test("has a call that the psychic has just missed, and no id (D23c)", async () => {
    const luna = await psychicAt("A", 60);
    const ended_at = ago(2);
    await attempt(luna.psychic, { initiated_at: ago(3), ended_at, result: "No Answer" });
    expect(await get(luna)).toEqual({ stuck: null, asked: null, missed: { ended_at } });
  });

  test("is empty for everybody else, and closed to another psychic", async () => {
    const [luna, nova] = [await psychicAt("A", 60), await psychicAt("B", 60)];
    const none = { stuck: null, asked: null, missed: null };
    expect([await get(luna), await get(nova)]).toEqual([none, none]);
    expect((await luna.browser.get(pathOf(nova.psychic))).status).toBe(403);
  });
});

describe("POST /psychics/{id}/availability/question (E71)", () => {
  test("asks the platform, and changes nothing", async () => {
    const luna = await stuck();
    const answer = await ask(luna);
    expect(answer.status).toBe(202);
    const asked_at = answer.body.asked.at;
    expect(Math.abs(Date.parse(asked_at) - Date.parse(ago(0)))).toBeLessThan(minute);
    expect(answer.body.asked.answer).toBeNull();
    expect(await get(luna)).toEqual(answer.body);
    expect(await deliveries(luna)).toMatchObject([
      {
        type: "availability.questioned",
        data: { user_id: luna.psychic.id, code: "B", since: luna.since, asked_at },
      },
    ]);
    const { id } = luna.psychic;
    expect(await sql("availability").where({ psychic_id: id })).toMatchObject([{ code: "B" }]);
    const trail = await sql("audit_trail").where({ subject_id: id, action: "platform asked" });
    expect(trail).toMatchObject([{ actor_id: id, detail: { new: "B" } }]);
  });

  test("asks once for two tabs and a double click, and again after five minutes", async () => {
    const luna = await stuck();
    const answers = await Promise.all([ask(luna), ask(luna), ask(luna)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(await deliveries(luna)).toHaveLength(1);
    await portal.advance(5 * minute);
    expect((await ask(luna)).status).toBe(202);
    expect(await deliveries(luna)).toHaveLength(2);
  });

  test.each([
    ["A", "Available"],
    ["B", "still Busy"],
  ])("then shows the platform's answer %s (%s)", async (code) => {
    const luna = await stuck();
    await ask(luna);
    await portal.advance(1000);
    const { id } = luna.psychic;
    const at = ago(0);
    await sql("availability").where({ psychic_id: id }).update({ code, at, set_by: "platform" });
    expect((await get(luna)).asked.answer).toEqual({ code, at });
    await portal.advance(15 * minute);
    expect((await get(luna)).asked).toBeNull();
  });

  test("refuses an outdated page and what is no time", async () => {
    const luna = await stuck();
    const later = await ask(luna, { since: ago(20) });
    expect([later.status, later.body.current]).toEqual([409, { code: "B" }]);
    await sql("availability").where({ psychic_id: luna.psychic.id }).update({ code: "A" });
    const free = await ask(luna);
    expect([free.status, free.body.current]).toEqual([409, { code: "A" }]);
    const wrong = await ask(luna, { since: "yesterday" });
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, "since"]);
    expect((await ask(luna, {})).status).toBe(422);
    expect(await deliveries(luna)).toEqual([]);
  });

  test("refuses another psychic and nobody", async () => {
    const [luna, nova] = [await stuck(), await stuck()];
    expect((await ask({ ...luna, browser: nova.browser })).status).toBe(403);
    await luna.browser.delete("/api/sessions/0");
    expect((await ask(luna)).status).toBe(401);
    expect(await deliveries(luna)).toEqual([]);
  });
});
