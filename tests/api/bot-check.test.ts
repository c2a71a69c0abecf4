import type { Challenge } from "altcha-lib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { passBotCheck, solve } from "../support/bot-check.ts";
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
const good = {
  name: "Jordan Applicant",
  email: "jordan@visitors.example",
  phone: "212-555-0100",
  method: "E",
  comments: "Tarot\nfor <b>twenty</b> years",
  referral: 200100,
};
const failed = "The bot check did not succeed. Please try again.";

describe("the bot check", () => {
  const refused = async (altcha: unknown) => {
    const answer = await visitor.post("/api/contacts", { contact: good, altcha });
    expect([answer.status, errorsOf(answer)]).toEqual([422, [["altcha", failed]]]);
    expect(await sql()("contacts")).toEqual([]);
  };
  const pack = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
  const challenge = async (): Promise<Challenge> => (await visitor.get("/api/bot_check")).body;

  test("is a work of at most a second on a slow phone, and never the same", async () => {
    const [one, two] = [await challenge(), await challenge()];
    expect(one.parameters).toMatchObject({ algorithm: "PBKDF2/SHA-256", cost: 1000 });
    expect(one.parameters.nonce).not.toBe(two.parameters.nonce);
    expect(one.signature).not.toBe(two.signature);
    const { solution } = JSON.parse(Buffer.from(await solve(one), "base64").toString());
    expect(solution.counter).toBeGreaterThanOrEqual(300);
    expect(solution.counter).toBeLessThanOrEqual(600);
  });

  test("without an answer, or with nonsense, is refused", async () => {
    for (const altcha of [null, undefined, "", "none", 7, "x".repeat(3000), pack(null), pack([])]) {
      await refused(altcha);
    }
    await refused(pack({ challenge: await challenge(), solution: { counter: 1 } }));
    await refused("[".repeat(2000));
  });

  test("with a wrong answer, or to a challenge that is not ours, is refused", async () => {
    const given = await challenge();
    const right = JSON.parse(Buffer.from(await solve(given), "base64").toString());
    const derivedKey = `${right.solution.derivedKey.slice(0, -2)}00`;
    await refused(pack({ ...right, solution: { ...right.solution, derivedKey } }));
    await refused(pack({ ...right, solution: { ...right.solution, derivedKey: "" } }));
    const { parameters } = given;
    for (const forged of [
      { ...given, parameters: { ...parameters, cost: 1 } },
      { ...given, parameters: { ...parameters, expiresAt: Number(parameters.expiresAt) + 60 } },
      { ...given, parameters: { ...parameters, keySignature: "00" } },
      { ...given, signature: "00" },
    ]) {
      await refused(pack({ ...right, challenge: forged }));
    }
  });

  test("counts once, also when two arrive at the same time", async () => {
    const altcha = await passBotCheck(visitor);
    const send = () => visitor.post("/api/contacts", { contact: good, altcha });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(errorsOf(await send())).toEqual([["altcha", failed]]);
    expect(await sql()("contacts")).toHaveLength(1);
  });

  test("is not used up by what was refused", async () => {
    const altcha = await passBotCheck(visitor);
    const wrong = { contact: { ...good, email: "nobody" }, altcha };
    expect((await visitor.post("/api/contacts", wrong)).status).toBe(422);
    expect((await visitor.post("/api/contacts", { contact: good, altcha })).status).toBe(201);
  });

  test("expires after 20 minutes", async () => {
    const [early, late] = [await passBotCheck(visitor), await passBotCheck(visitor)];
    await portal.advance(19 * 60_000);
    expect((await visitor.post("/api/contacts", { contact: good, altcha: early })).status).toBe(
      201,
    );
    await sql()("contacts").delete();
    await portal.advance(61_000);
    await refused(late);
  });
});
