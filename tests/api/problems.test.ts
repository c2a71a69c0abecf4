import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendProblemMail } from "#server/jobs/send-problem-mail.ts";
import { problemEndpoints } from "#shared/problems.ts";
import { exampleBrands as brands } from "#shared/reference/example-brands.ts";
import { problemCategories } from "#shared/reference/problem-categories.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let manager: SignedIn;
let boss: Awaited<ReturnType<typeof makeManager>>;

beforeAll(async () => {
  portal = await openTestApp();
  boss = await makeManager(portal.services.db.sql, { username: "Margo" });
  manager = await portal.signIn(boss.username, password);
});
afterAll(() => portal.close());

const sql = (table: string) => portal.services.db.sql(table);
const makeOwnPsychic = (more: Parameters<typeof makePsychic>[1] = {}) =>
  makePsychic(portal.services.db.sql, { manager_id: boss.id, ...more });
const report = (browser: SignedIn, id: number, body: object) =>
  browser.post(`/api/psychics/${id}/problem`, body);
const reports = (id: number) => sql("problems").where({ user_id: id }).orderBy("id");

/** Runs the mail jobs of a problem. Returns the recipients. */
async function runMailJobs(problemId: number): Promise<string[]> {
  portal.letters.length = 0;
  for (const to of ["manager", "support"] as const) {
    await sendProblemMail.handle(portal.services, { problemId, to }, randomUUID());
  }
  return portal.letters.map(({ to }) => to);
}

describe("POST /psychics/{id}/problem (E36)", () => {
  test("stores the report and enqueues its two letters", async () => {
    const luna = await makeOwnPsychic();
    const own = await portal.signIn(luna.username, password);
    const answer = await report(own, luna.id, {
      category: "Chat",
      details: "  It closed.\nTwice. ",
    });
    expect(answer.status).toBe(204);
    expect(await reports(luna.id)).toMatchObject([
      { category: "Chat", details: "It closed.\nTwice." },
    ]);
    const [{ id: problemId }] = await reports(luna.id);
    const jobs = await sql("pgboss.job").where({ name: "send-problem-mail" });
    const mails = jobs.filter(({ data }) => data.problemId === problemId);
    expect(mails.map(({ data }) => data.to).sort()).toEqual(["manager", "support"]);
    expect(JSON.stringify(jobs)).not.toContain("It closed");
  });

  test.each([{}, { category: null }])("V28: the category defaults to Other (%o)", async (body) => {
    const luna = await makeOwnPsychic();
    expect((await report(manager, luna.id, { details: "x", ...body })).status).toBe(204);
    expect(await reports(luna.id)).toMatchObject([{ category: "Other" }]);
  });

  test("D34: accepts each category and 4000 characters", async () => {
    const luna = await makeOwnPsychic();
    for (const category of problemCategories) {
      const details = "d".repeat(4000);
      expect((await report(manager, luna.id, { category, details })).status).toBe(204);
    }
    expect(await reports(luna.id)).toHaveLength(problemCategories.length);
  });

  test.each([
    [{}, "details", "Details are required"],
    [{ details: "" }, "details", "Details are required"],
    [{ details: " \n " }, "details", "Details are required"],
    [{ details: null }, "details", "Details are required"],
    [{ details: "d".repeat(4001) }, "details", "Details are too long"],
    [{ details: "x", category: "Weather" }, "category", "Unknown category"],
  ])("V28: %o is 422", async (body, path, message) => {
    const luna = await makeOwnPsychic();
    const answer = await report(manager, luna.id, body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ path, message }]);
    expect(await reports(luna.id)).toEqual([]);
  });

  test("the details lose control characters and direction marks, but no line", async () => {
    const luna = await makeOwnPsychic();
    const details = " One\u0007\u001b[31m\u202e\r\n\ttwo\u2066 ";
    expect((await report(manager, luna.id, { details })).status).toBe(204);
    expect(await reports(luna.id)).toMatchObject([{ details: "One[31m\r\n\ttwo" }]);
  });

  test("D4: a blocked psychic may report a problem; an unknown field is 422", async () => {
    const sage = await makeOwnPsychic({
      psychic: { account_status: "Pending", requires_approval: true },
    });
    const own = await portal.signIn(sage.username, password);
    expect((await report(own, sage.id, { details: "Why do I wait?" })).status).toBe(204);
    expect((await report(own, sage.id, { details: "x", user_id: boss.id })).status).toBe(422);
  });

  test("a manager reports under their own id; another manager's id and an unknown one are 404", async () => {
    expect((await report(manager, boss.id, { details: "The table is empty" })).status).toBe(204);
    const other = await makeManager(portal.services.db.sql);
    expect((await report(manager, other.id, { details: "x" })).status).toBe(404);
    expect((await report(manager, 999_999, { details: "x" })).status).toBe(404);
  });

  test("a psychic may report ten problems an hour", async () => {
    const luna = await makeOwnPsychic();
    const own = await portal.signIn(luna.username, password);
    for (let i = 0; i < 10; i++) {
      expect((await report(own, luna.id, { details: `${i}` })).status).toBe(204);
    }
    const refused = await report(own, luna.id, { details: "10" });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(await reports(luna.id)).toHaveLength(10);
  });

  test("D39: a report that a phone's queue sends three times at once is stored once", async () => {
    const luna = await makeOwnPsychic();
    const own = await portal.signIn(luna.username, password);
    const key = randomUUID();
    const send = () =>
      report(own, luna.id, { details: "Once" })
        .set("Idempotency-Key", key)
        .set("X-Queue-Owner", String(luna.id));
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await reports(luna.id)).toHaveLength(1);
  });
});

describe("the letters about a problem", () => {
  test("D34: go to the manager and to the support of the psychic's brand, once", async () => {
    const luna = await makeOwnPsychic({
      brand: "onesun",
      first: "Luna",
      last: "Moss",
      username: "luna",
    });
    await sql("phones").insert({
      user_id: luna.id,
      place: 1,
      phone_number: "2125550100",
      preferred: true,
    });
    await report(manager, luna.id, { category: "Pay", details: "Where is it?\n<b>Luna</b>" });
    const [{ id: problemId }] = await reports(luna.id);
    expect(await runMailJobs(problemId)).toEqual([boss.email, "support@onesun.example"]);
    const [letter] = portal.letters;
    expect(letter).toMatchObject({
      from: brands[1].sender,
      subject: "Problem: Pay (luna)",
      text: [
        "Luna Moss (luna) has reported a problem.",
        "",
        "Category: Pay",
        `Extension: ${luna.extension}`,
        `Email: ${luna.email}`,
        "Phone: 2125550100",
        "",
        "Where is it?",
        "<b>Luna</b>",
      ].join("\n"),
    });
    expect(new Set(portal.letters.map(({ id }) => id)).size).toBe(2);
    expect(await runMailJobs(problemId)).toEqual([]);
  });

  test("do not go to a manager who was shut out (B3)", async () => {
    const shutOutManager = await makeManager(portal.services.db.sql, { password_hash: null });
    const luna = await makeOwnPsychic({ manager_id: shutOutManager.id });
    await report(manager, luna.id, { details: "x" });
    const [{ id: problemId }] = await reports(luna.id);
    expect(await runMailJobs(problemId)).toEqual([brands[0].supportEmail]);
  });

  test("a manager's own report goes only to support", async () => {
    await report(manager, boss.id, { details: "Mine" });
    const { id } = (await reports(boss.id)).at(-1);
    expect(await runMailJobs(id)).toEqual([brands[0].supportEmail]);
    expect(portal.letters[0]?.text).not.toContain("Extension");
  });

  test("are sent by the next run if the mail server refused them", async () => {
    const luna = await makeOwnPsychic();
    await report(manager, luna.id, { details: "x" });
    const [{ id: problemId }] = await reports(luna.id);
    const { send } = portal.services.mailer;
    portal.services.mailer.send = () => Promise.reject(new Error("away"));
    await expect(runMailJobs(problemId)).rejects.toThrow("away");
    portal.services.mailer.send = send;
    expect(await runMailJobs(problemId)).toHaveLength(2);
  });
});

describe("GET /problems", () => {
  test("lists the newest first, sorts and pages, and gets one by its id", async () => {
    await sql("problems").delete();
    const luna = await makeOwnPsychic({ username: "Alba" });
    for (const [userId, category, details] of [
      [luna.id, "Phone", "first"],
      [boss.id, "Website", "second"],
      [luna.id, "Other", "third"],
    ] as const) {
      await report(manager, userId, { category, details });
      await portal.advance(60_000);
    }
    const list = async (query = "") => (await manager.get(`/api/problems${query}`)).body;
    const all = await list();
    expect(problemEndpoints.listProblems.response.parse(all)).toEqual(all);
    expect(all.total).toBe(3);
    expect(all.problems[0]).toEqual({
      id: expect.any(Number),
      user_id: luna.id,
      user_name: "Alba",
      category: "Other",
      details: "third",
      date: expect.any(String),
    });
    const details = async (query: string) =>
      (await list(query)).problems.map((row: { details: string }) => row.details);
    expect(await details("")).toEqual(["third", "second", "first"]);
    expect(await details("?sort=category&order=desc")).toEqual(["second", "first", "third"]);
    expect(await details("?sort=user_name")).toEqual(["third", "first", "second"]);
    expect(await list("?limit=1&offset=2")).toMatchObject({
      problems: [{ details: "first" }],
      total: 3,
    });
    const one = await manager.get(`/api/problems/${all.problems[1].id}`);
    expect(one.body).toEqual(all.problems[1]);
    expect((await manager.get("/api/problems/999999")).status).toBe(404);
    expect((await manager.get("/api/problems/99999999999")).status).toBe(404);
    expect((await manager.get("/api/problems/x")).status).toBe(400);
  });
});
