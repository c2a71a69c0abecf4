import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { currentAgreement } from "#server/agreement-text.ts";
import { oneRow } from "#server/db/one-row.ts";
import { agreementVersion } from "#shared/reference/agreement.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let psychic: { id: number; username: string };
let browser: SignedIn;

const sql = () => portal.services.db.sql;
const current = () => currentAgreement(portal.services.brands.named("cos"));
const listOf = (id: number, by = browser) => by.get(`/api/psychics/${id}/agreements`);
const accept = (hash = current().hash, by = browser) => by.post("/api/agreements", { hash });

beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(async () => {
  psychic = await makePsychic(sql());
  await sql()("agreements").where({ user_id: psychic.id }).update({ version: "2020-01" });
  browser = await portal.signIn(psychic.username, password);
});

describe("the psychic agreement (D61)", () => {
  test("is due until its current version is accepted, which keeps the text under its hash", async () => {
    const before = await listOf(psychic.id);
    const { text, ...named } = current();
    expect(before.body).toEqual({
      current: named,
      is_due: true,
      agreements: [{ brand: "cos", version: "2020-01", agreed_at: expect.any(String), hash: null }],
    });
    expect((await accept()).status).toBe(204);
    const { body } = await listOf(psychic.id);
    expect([body.is_due, body.agreements.length]).toEqual([false, 2]);
    expect(body.agreements[0]).toMatchObject({ version: agreementVersion, hash: named.hash });
    const stored = await oneRow(sql()("agreement_texts").where({ hash: named.hash }));
    expect(stored.text).toBe(text);
    expect(createHash("sha256").update(stored.text).digest("hex")).toBe(named.hash);
    const row = await oneRow(
      sql()("agreements").where({ user_id: psychic.id, version: agreementVersion }),
    );
    expect(row.address).toBe(browser.address);
    const entry = await oneRow(
      sql()("audit_trail").where({ subject_id: psychic.id, action: "agreement accepted" }),
    );
    expect(entry.detail).toEqual({ version: agreementVersion });
  });

  test("is accepted once, also by two clicks at the same time", async () => {
    const answers = await Promise.all([accept(), accept()]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    const accepted = { user_id: psychic.id, version: agreementVersion };
    expect(await sql()("agreements").where(accepted)).toHaveLength(1);
  });

  test("can be accepted before the account is approved", async () => {
    const pending = { account_status: "Pending" as const, requires_approval: true };
    await sql()("psychics").where({ user_id: psychic.id }).update(pending);
    expect((await accept()).status).toBe(204);
  });

  test("refuses another text, a malformed hash, and staff", async () => {
    const old = await accept("0".repeat(64));
    expect([old.status, old.body.detail]).toEqual([
      409,
      "The agreement has changed. Read it again",
    ]);
    const wrong = await accept("<script>");
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, "hash"]);
    const manager = await makeManager(sql());
    const staff = await portal.signIn(manager.username, password);
    expect((await accept(current().hash, staff)).status).toBe(404);
    expect((await listOf(psychic.id)).body.is_due).toBe(true);
  });

  test("is listed for its psychic and for staff, not for other psychics", async () => {
    const manager = await makeManager(sql());
    const staff = await portal.signIn(manager.username, password);
    expect((await listOf(psychic.id, staff)).status).toBe(200);
    expect((await listOf(manager.id, staff)).status).toBe(404);
    const other = await makePsychic(sql());
    expect((await listOf(other.id)).status).toBe(403);
  });

  test("stays readable as it was accepted, at an address with its hash", async () => {
    const text = JSON.stringify({
      ...{ name: "COS <b>before</b>", version: "2019-07" },
      documents: [{ title: "Old", parts: [{ title: "Part", paragraphs: ["As it was"] }] }],
    });
    const hash = createHash("sha256").update(text).digest("hex");
    const row = { hash, brand: "cos", version: "2019-07", text, first_accepted_at: new Date() };
    await sql()("agreement_texts").insert(row);
    const page = await portal.visit().get(`/cos/agreement/${hash}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain("COS &#60;b&#62;before&#60;/b&#62;, version 2019-07");
    expect(page.text).toContain("As it was");
    expect(page.headers["content-security-policy"]).toMatch(/^default-src 'none'/);
    for (const path of [`/onesun/agreement/${hash}`, "/cos/agreement/%00", "/cos/agreement/0"]) {
      expect((await portal.visit().get(path)).text).not.toContain("As it was");
    }
  });

  test("cannot be changed where it is stored", async () => {
    await accept();
    const change = sql()("agreement_texts").where({ hash: current().hash }).update({ text: "{}" });
    await expect(change).rejects.toThrow(/check constraint/);
  });
});
