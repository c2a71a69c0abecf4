import { describe, expect, test } from "vitest";
import { makePhone } from "#seeds/builders/phone.ts";
import { oneRow } from "#server/db/one-row.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { testEnv } from "../support/test-app.ts";
import { setUpNotes } from "./fixtures/notes.ts";

const fixture = setUpNotes();
const { rows, note } = fixture;

describe("a version", () => {
  const put = (text: string, etag?: string) => {
    const request = fixture.probe
      .put(`/api/probe/${fixture.id}/schedule`, { text })
      .set("Cookie", fixture.browser.cookie);
    return etag === undefined ? request : request.set("If-Match", etag);
  };

  test("changes with every write, and the answer has its ETag", async () => {
    const first = await put("one");
    const second = await put("two", first.headers.etag);
    expect([first.status, second.status]).toEqual([204, 204]);
    expect(first.headers.etag).toMatch(/^"schedule-\d+-\d+\.\d{4}-\d\d-\d\d-weeks"$/);
    expect(second.headers.etag).not.toBe(first.headers.etag);
  });

  test("that is stale gets 412 with the current state, and changes nothing", async () => {
    const first = await put("one");
    const second = await put("two", first.headers.etag);
    const stale = await put("three", first.headers.etag);
    expect(stale.status).toBe(412);
    expect(stale.headers.etag).toBe(second.headers.etag);
    expect(stale.body.current).toEqual({ texts: ["one", "two"] });
    expect(await rows()).toEqual(["one", "two"]);
  });

  test("lets one of ten writes at the same time succeed", async () => {
    const { etag } = (await put("base")).headers;
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => put(`w${i}`, etag)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([204, ...Array(9).fill(412)]);
    expect(await rows()).toHaveLength(2);
  });

  test("of an unknown psychic is 404", async () => {
    const manager = await makeManager(fixture.portal.services.db.sql);
    const { cookie } = await fixture.portal.signIn(manager.username, password);
    const answer = await fixture.probe
      .put("/api/probe/2000000000/schedule", { text: "x" })
      .set("Cookie", cookie);
    expect(answer.status).toBe(404);
  });
});

describe("a limit", () => {
  test("is per user, answers the seconds to wait, and does not apply to managers", async () => {
    const call = (cookie: string) => fixture.probe.post("/api/probe/limited").set("Cookie", cookie);
    for (let i = 0; i < 3; i++) expect((await call(fixture.browser.cookie)).status).toBe(204);
    const fourth = await call(fixture.browser.cookie);
    expect(fourth.status).toBe(429);
    expect(Number(fourth.headers["retry-after"])).toBeGreaterThan(3500);
    const manager = await makeManager(fixture.portal.services.db.sql);
    const { cookie } = await fixture.portal.signIn(manager.username, password);
    for (let i = 0; i < 5; i++) expect((await call(cookie)).status).toBe(204);
  });
});

describe("writes (C4)", () => {
  test("of a psychic are limited to 120 a minute in all, but sign-out still works", async () => {
    const { sql } = fixture.portal.services.db;
    await note(undefined, { text: "the first" });
    await sql("rate_limits")
      .where({ key: `writes:${fixture.id}` })
      .update({ points: 119 });
    const save = () => fixture.browser.put("/api/push/settings", {});
    expect((await save()).status).toBe(204);
    const refused = await save();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
    expect((await note(undefined, { text: "another" })).status).toBe(429);
    expect((await fixture.browser.get(`/api/psychics/${fixture.id}/phones`)).status).toBe(200);
    expect((await fixture.browser.delete("/api/sessions/0")).status).toBe(204);
  });

  test("of a manager are not limited", async () => {
    const { sql } = fixture.portal.services.db;
    const manager = await makeManager(sql);
    const { cookie } = await fixture.portal.signIn(manager.username, password);
    expect((await note(undefined, { text: "x" }, cookie)).status).toBe(201);
    expect(await sql("rate_limits").where({ key: `writes:${manager.id}` })).toEqual([]);
  });
});

test("refusals of one user and route are one audit entry an hour, with a count (C4)", async () => {
  const { sql } = fixture.portal.services.db;
  const tries = Array.from({ length: 9 }, (_, i) =>
    fixture.probe
      .put(`/api/probe/${2_000_000_000 + i}/schedule`, { text: "x" })
      .set("Cookie", fixture.browser.cookie),
  );
  for (const answer of await Promise.all(tries)) expect(answer.status).toBe(403);
  const trail = await sql("audit_trail").where({ action: "refused", actor_id: fixture.id });
  const counted = await sql("audit_hours").where({ actor_id: fixture.id });
  // The next hour may begin during the test.
  expect(trail).toHaveLength(counted.length);
  expect(counted.reduce((sum, { times }) => sum + times, 0)).toBe(9);
});

describe("the order of refusals", () => {
  test("401 and 403 come before every other refusal", async () => {
    const paths = ["/api/probe/abc/schedule", "/api/probe/2000000000/schedule"];
    for (const path of paths) {
      expect((await fixture.probe.put(path, { nonsense: 1 })).status).toBe(401);
      const signedIn = await fixture.probe
        .put(path, { nonsense: 1 })
        .set("Cookie", fixture.browser.cookie);
      expect(signedIn.status).toBe(403);
    }
  });

  test("then come content type, size, JSON and fields", async () => {
    const send = () =>
      fixture.probe.agent
        .post("/api/probe/notes")
        .set("Cookie", fixture.browser.cookie)
        .set("Origin", "http://portal.test");
    expect((await send().type("text/plain").send("x")).status).toBe(415);
    expect((await send()).status).toBe(415);
    expect((await send().type("json").send("x".repeat(100_001))).status).toBe(413);
    expect((await send().type("json").send("{")).status).toBe(400);
    const bytes = Buffer.from([0x22, 0xff, 0x22]);
    const notUtf8 = send()
      .type("json")
      .serialize(() => bytes as unknown as string);
    expect((await notUtf8.send({})).status).toBe(400);
    const wrong = await send().type("json").send('{"text": 7, "more": 1}');
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors.map(({ path }: { path: string }) => path)).toEqual(["text", "more"]);
    const nul = await send().type("json").send('{"text": "a\\u0000b"}');
    expect(nul.body.errors).toMatchObject([{ path: "text" }]);
  });

  test("safety 25: JSON that is nested too deeply is 400, even without a session", async () => {
    const nest = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
    const deep = `{"username":"\\u0041","password":${nest(7_900)}}`;
    for (const body of [deep, nest(7_900), `{"username":"a","password":${nest(25)}}`]) {
      const answer = await fixture.portal
        .visit()
        .agent.post("/api/sessions")
        .set("Origin", testEnv.publicUrl)
        .set("Content-Type", "application/json")
        .send(body);
      expect(answer.status).toBe(400);
    }
  });

  test("an endpoint without a body accepts no body or an empty object", async () => {
    const { sql } = fixture.portal.services.db;
    const boss = await makeManager(sql);
    const browser = await fixture.portal.signIn(boss.username, password);
    const { id } = await makePsychic(sql, { manager_id: boss.id });
    const path = `/api/psychics/${id}/listings/delete_rejected`;
    for (const [body, status] of [
      [undefined, 409],
      [{}, 409],
      [{ x: 1 }, 422],
      [[], 422],
    ] as const) {
      expect((await browser.post(path, body as object)).status).toBe(status);
    }
    const refused = await browser.post(path, { x: 1 });
    expect(refused.body.errors).toMatchObject([{ path: "x", message: "Unknown field" }]);
  });

  test("then come 422, 404, 412 and 409, even where only the handler can tell", async () => {
    const { sql } = fixture.portal.services.db;
    const boss = await makeManager(sql);
    const browser = await fixture.portal.signIn(boss.username, password);
    const blocked = await makePsychic(sql, { psychic: { account_status: "Blacklist" } });
    const editable = await makePsychic(sql);
    const own = await makePsychic(sql);
    const theirs = await makePhone(sql, { user_id: own.id });
    const status = async (id: number, phone: object) => {
      const request = browser.post(`/api/psychics/${id}/phones`, { phone });
      return (await request.set("If-Match", '"phones-0-0"')).status;
    };
    // Every save is stale, and the second account is blocked.
    for (const { id } of [editable, blocked]) {
      expect(await status(id, { phone_number: "12" })).toBe(422);
      expect(await status(id, { id: theirs.id, type: 1 })).toBe(404);
      expect(await status(id, { phone_number: "2125550111" })).toBe(412);
    }
    const late = await browser.post(`/api/psychics/${blocked.id}/phones`, {
      phone: { phone_number: "2125550111" },
    });
    expect(late.status).toBe(409);
    expect(await sql("phones").whereIn("user_id", [editable.id, blocked.id])).toEqual([]);
    expect((await browser.post(`/api/psychics/${boss.id}/schedule`, { schedule: [] })).status).toBe(
      404,
    );
  });

  test("a crash shows nothing of the request in its answer or in the log", async () => {
    const answer = await note(undefined, { text: "secret-text", outcome: "crash" });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("secret-text");
    expect(JSON.stringify(fixture.portal.lines)).not.toContain("secret-text");
  });
});

describe("origins", () => {
  const foreign = [
    "https://evil.test",
    "http://portal.test.evil.test",
    "http://portal.test:8080",
    "https://portal.test",
    "null",
    "http://sub.portal.test",
  ];
  test.each(foreign)("%s may not write", async (origin) => {
    const answer = await note(undefined, { text: "x" }).set("Origin", origin);
    expect(answer.status).toBe(403);
    expect(await rows()).toEqual([]);
  });

  test("without an Origin only the same origin may write", async () => {
    const send = (site?: string) => {
      const request = fixture.probe.agent
        .post("/api/probe/notes")
        .set("Cookie", fixture.browser.cookie)
        .send({ text: "x" });
      return site ? request.set("Sec-Fetch-Site", site) : request;
    };
    expect((await send()).status).toBe(403);
    expect((await send("same-site")).status).toBe(403);
    expect((await send("same-origin")).status).toBe(201);
  });
});

test("a refused request of a signed-in user is in the audit trail, which is insert-only", async () => {
  await fixture.probe
    .put("/api/probe/2000000000/schedule", { text: "x" })
    .set("Cookie", fixture.browser.cookie);
  const { sql } = fixture.portal.services.db;
  const row = await oneRow(sql("audit_trail").where({ action: "refused", actor_id: fixture.id }));
  expect(row).toMatchObject({
    subject_id: null,
    detail: { route: "PUT /probe/{id}/schedule" },
  });
  await expect(sql("audit_trail").where({ id: row.id }).delete()).rejects.toThrow("insert-only");
  await expect(sql("audit_trail").where({ id: row.id }).update({ action: "x" })).rejects.toThrow(
    "insert-only",
  );
});
