import type { Challenge } from "altcha-lib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { passBotCheck, solveBotCheck } from "../support/bot-check.ts";
import { errorsOf } from "../support/errors-of.ts";
import { type Browser, openTestApp, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let visitor: Browser;

beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(async () => {
  visitor = portal.visit();
  await sql()("contacts").delete();
});

const sql = () => portal.services.db.sql;
const contact = {
  name: "Jordan Applicant",
  email: "jordan@visitors.example",
  phone: "212-555-0100",
  method: "E",
  comments: "Tarot\nfor <b>twenty</b> years",
  referral: 200100,
};
const failedMessage = "The bot check did not succeed. Please try again.";

describe("the bot check", () => {
  const refused = async (altcha: unknown) => {
    const answer = await visitor.post("/api/contacts", { contact, altcha });
    expect([answer.status, errorsOf(answer)]).toEqual([422, [["altcha", failedMessage]]]);
    expect(await sql()("contacts")).toEqual([]);
  };
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
  const challenge = async (): Promise<Challenge> => (await visitor.get("/api/bot_check")).body;

  test("takes at most a second on a slow phone, and is new each time", async () => {
    const [first, second] = [await challenge(), await challenge()];
    expect(first.parameters).toMatchObject({ algorithm: "PBKDF2/SHA-256", cost: 1000 });
    expect(first.parameters.nonce).not.toBe(second.parameters.nonce);
    expect(first.signature).not.toBe(second.signature);
    const { solution } = JSON.parse(Buffer.from(await solveBotCheck(first), "base64").toString());
    expect(solution.counter).toBeGreaterThanOrEqual(300);
    expect(solution.counter).toBeLessThanOrEqual(600);
  });

  test("refuses a missing or malformed solution", async () => {
    for (const altcha of [
      null,
      undefined,
      "",
      "none",
      7,
      "x".repeat(3000),
      encode(null),
      encode([]),
    ]) {
      await refused(altcha);
    }
    await refused(encode({ challenge: await challenge(), solution: { counter: 1 } }));
    await refused("[".repeat(2000));
  });

  test("refuses a wrong solution and a forged challenge", async () => {
    const issued = await challenge();
    const solved = JSON.parse(Buffer.from(await solveBotCheck(issued), "base64").toString());
    const { derivedKey: key } = solved.solution;
    const derivedKey = `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;
    await refused(encode({ ...solved, solution: { ...solved.solution, derivedKey } }));
    await refused(encode({ ...solved, solution: { ...solved.solution, derivedKey: "" } }));
    const { parameters } = issued;
    for (const forged of [
      { ...issued, parameters: { ...parameters, cost: 1 } },
      { ...issued, parameters: { ...parameters, expiresAt: Number(parameters.expiresAt) + 60 } },
      { ...issued, parameters: { ...parameters, keySignature: "00" } },
      { ...issued, signature: "00" },
    ]) {
      await refused(encode({ ...solved, challenge: forged }));
    }
  });

  test("accepts a solution once, even if three requests arrive at once", async () => {
    const altcha = await passBotCheck(visitor);
    const send = () => visitor.post("/api/contacts", { contact, altcha });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(errorsOf(await send())).toEqual([["altcha", failedMessage]]);
    expect(await sql()("contacts")).toHaveLength(1);
  });

  test("does not use up the solution of a refused contact", async () => {
    const altcha = await passBotCheck(visitor);
    const wrong = { contact: { ...contact, email: "nobody" }, altcha };
    expect((await visitor.post("/api/contacts", wrong)).status).toBe(422);
    expect((await visitor.post("/api/contacts", { contact, altcha })).status).toBe(201);
  });

  test("expires after 20 minutes", async () => {
    const [early, late] = [await passBotCheck(visitor), await passBotCheck(visitor)];
    await portal.advance(19 * 60_000);
    expect((await visitor.post("/api/contacts", { contact, altcha: early })).status).toBe(201);
    await sql()("contacts").delete();
    await portal.advance(61_000);
    await refused(late);
  });
});
