import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { contactRow } from "#seeds/builders/contact.ts";
import type { Letter } from "#server/adapters/mailer.ts";
import { oneRow } from "#server/db/one-row.ts";
import { sendContactMail } from "#server/jobs/send-contact-mail.ts";
import { contactEndpoints } from "#shared/contacts.ts";
import { exampleBrands as brands } from "#shared/reference/example-brands.ts";
import { passBotCheck } from "../support/bot-check.ts";
import { errorsOf } from "../support/errors-of.ts";
import { makeManager, password } from "../support/people.ts";
import { type Browser, openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let manager: SignedIn;
let visitor: Browser;

beforeAll(async () => {
  portal = await openTestApp();
  const { username } = await makeManager(portal.services.db.sql);
  manager = await portal.signIn(username, password);
});
afterAll(() => portal.close());
beforeEach(async () => {
  visitor = portal.visit();
  await sql()("contacts").delete();
});

const sql = () => portal.services.db.sql;
const goodContact = {
  name: "Jordan Applicant",
  email: "jordan@visitors.example",
  phone: "212-555-0100",
  method: "E",
  comments: "Tarot\nfor <b>twenty</b> years",
  referral: 200100,
};

async function sendContact(contact: object, browser = visitor) {
  const altcha = await passBotCheck(browser);
  return browser.post("/api/contacts", { contact, altcha });
}

describe("E38: a contact from a visitor", () => {
  test("is listed for managers, with its brand", async () => {
    const altcha = await passBotCheck(visitor);
    const answer = await visitor
      .post("/api/contacts", { contact: goodContact, altcha })
      .set("Host", "onesun.localhost");
    expect([answer.status, answer.body]).toEqual([201, { id: expect.any(Number) }]);
    const { body } = await manager.get("/api/contacts");
    expect(contactEndpoints.listContacts.response.parse(body)).toEqual(body);
    expect(body).toEqual({
      contacts: [
        {
          id: answer.body.id,
          name: goodContact.name,
          date: expect.any(String),
          email: goodContact.email,
          phone: "2125550100",
          method: "E",
          comments: "Tarot\nfor twenty years",
          brand: "onesun",
          manager_id: expect.any(Number),
        },
      ],
      total: 1,
    });
    expect(await sql()("contacts").pluck("referral")).toEqual([200100]);
  });

  test("K11: needs only a name, e-mail and phone; the default method is phone", async () => {
    const { name, email, phone } = goodContact;
    expect((await sendContact({ name, email, phone, comments: "", referral: null })).status).toBe(
      201,
    );
    const [stored] = await sql()("contacts");
    expect(stored).toMatchObject({ method: "P", comments: null, referral: null, brand: "cos" });
  });

  test.each([
    ["email", "", "Email is required."],
    ["email", undefined, "Email is required."],
    ["email", `${"x".repeat(140)}@people.example`, "Email is too long"],
    ["email", "nobody", "Email is invalid"],
    ["name", " ", "Name is required."],
    ["name", undefined, "Name is required."],
    ["name", "x".repeat(101), "Name is too long"],
    ["phone", "", "Phone is required."],
    ["phone", undefined, "Phone is required."],
    ["phone", "212-555-010", "Phone is not valid"],
    ["phone", "1-212-555-0100", "Phone is not valid"],
    ["phone", "abcdefghij", "Phone is not valid"],
    ["comments", "x".repeat(201), "Comments are too long"],
    ["method", "Q", "Contact method is not valid"],
    ["referral", 1, "Referral is invalid"],
    ["referral", 1_000_000, "Referral is invalid"],
    ["referral", 12.5, "Referral is invalid"],
    ["referral", true, "Referral is invalid"],
    ["referral", "1", "Referral is invalid"],
    ["referral", "1234567", "Referral is invalid"],
    ["referral", " 12", "Referral is invalid"],
    ["referral", "12a", "Referral is invalid"],
    ["referral", "", "Referral is invalid"],
    ["brand", "cos", "Unknown field"],
  ])("V1 to V4: %s %j is 422", async (key, value, message) => {
    const answer = await visitor.post("/api/contacts", {
      contact: { ...goodContact, [key]: value },
    });
    expect([answer.status, errorsOf(answer)]).toEqual([422, [[`contact.${key}`, message]]]);
  });

  test("V1 to V4: the longest values are accepted", async () => {
    const contact = {
      ...goodContact,
      name: "x".repeat(100),
      email: `${"x".repeat(137)}@visitors.com`,
      comments: "x".repeat(200),
      referral: 10,
    };
    expect((await sendContact(contact)).status).toBe(201);
  });

  test.each([
    ["200100", 200_100],
    ["12", 12],
    ["0042", 42],
    ["00", 0],
    [null, null],
  ])("the referral %j is stored as %j", async (referral, stored) => {
    expect((await sendContact({ ...goodContact, referral })).status).toBe(201);
    expect(await sql()("contacts").orderBy("id", "desc").first("referral")).toEqual({
      referral: stored,
    });
  });

  test("is limited to ten an hour per address", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await visitor.post("/api/contacts", {})).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
    expect((await sendContact(goodContact, portal.visit())).status).toBe(201);
  });

  test("D37: has the brand of its page, whatever the host", async () => {
    const send = async (brand: unknown) =>
      visitor.post("/api/contacts", {
        contact: goodContact,
        altcha: await passBotCheck(visitor),
        brand,
      });
    expect((await send("onesun")).status).toBe(201);
    expect((await send(null)).status).toBe(201);
    expect(await sql()("contacts").orderBy("id").pluck("brand")).toEqual(["onesun", "cos"]);
    const refused = await send("another");
    expect([refused.status, errorsOf(refused)]).toEqual([422, [["brand", "Not valid"]]]);
  });

  test("is stored once per idempotency key, however often it is sent", async () => {
    const altcha = await passBotCheck(visitor);
    const key = randomUUID();
    const send = () =>
      visitor.post("/api/contacts", { contact: goodContact, altcha }).set("Idempotency-Key", key);
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await sql()("contacts")).toHaveLength(1);
  });
});

describe("the letters about a contact", () => {
  const jobs = () => sql()("pgboss.job").where({ name: "send-contact-mail" });
  beforeEach(async () => {
    await jobs().delete();
    portal.letters.length = 0;
  });

  /** Runs the queued letter jobs. */
  async function sendLetters(): Promise<void> {
    for (const { data, id } of await jobs()) {
      await sendContactMail.handle(portal.services, data, id);
    }
  }
  const recipients = () => portal.letters.map(({ to }) => to).sort();

  test("go once to the managers and the brand's support, and have the contact's fields", async () => {
    const [cos] = brands;
    const { body } = await sendContact(goodContact);
    const managerRow = await oneRow(sql()("users").where({ role: "manager" }).first());
    await sendLetters();
    await sendLetters();
    expect(recipients()).toEqual([managerRow.email, cos.supportEmail].sort());
    const [letter] = portal.letters;
    expect(letter).toMatchObject({ from: cos.sender, subject: `Application: ${goodContact.name}` });
    for (const text of [
      goodContact.email,
      "+1 2125550100",
      "Email",
      "for twenty years",
      "/contacts",
    ]) {
      expect(letter?.text).toContain(text);
    }
    // The queue contains nothing about the bot check or the person.
    const queued = await jobs().select("data", "output");
    expect(queued).toEqual([{ data: { contactId: body.id }, output: null }]);
  });

  test("go to the brand's own managers if it has any", async () => {
    const [, onesun] = brands;
    const onesunManager = await makeManager(sql(), { brand: "onesun" });
    const altcha = await passBotCheck(visitor);
    await visitor.post("/api/contacts", { contact: goodContact, altcha, brand: "onesun" });
    await sendLetters();
    expect(recipients()).toEqual([onesunManager.email, onesun.supportEmail].sort());
    await sql()("users").where({ id: onesunManager.id }).update({ brand: "cos" });
  });

  test("do not go to a manager who was shut out (B3)", async () => {
    const [, onesun] = brands;
    const onesunManager = await makeManager(sql(), { brand: "onesun" });
    await makeManager(sql(), { brand: "onesun", password_hash: null });
    const recipientsOfOnesun = async () => {
      const altcha = await passBotCheck(visitor);
      await visitor.post("/api/contacts", { contact: goodContact, altcha, brand: "onesun" });
      portal.letters.length = 0;
      await sendLetters();
      return recipients();
    };
    expect(await recipientsOfOnesun()).toEqual([onesunManager.email, onesun.supportEmail].sort());
    // When the brand has no manager left, those of the other brand get the letters.
    await sql()("users").where({ id: onesunManager.id }).update({ password_hash: null });
    const others = await recipientsOfOnesun();
    expect(others).not.toContain(onesunManager.email);
    expect(others.length).toBeGreaterThan(1);
    await sql()("users").where({ brand: "onesun" }).update({ brand: "cos" });
  });

  test("reach the other recipients if one address fails, and that one at the next attempt", async () => {
    const [cos] = brands;
    await sendContact(goodContact);
    const { mailer } = portal.services;
    const send = async (letter: Letter) => {
      if (letter.to === cos.supportEmail) throw new Error("mailbox unavailable");
      await mailer.send(letter);
    };
    const [job] = await jobs();
    const broken = { ...portal.services, mailer: { send } };
    await expect(sendContactMail.handle(broken, job.data, job.id)).rejects.toThrow("mailbox");
    expect(recipients()).not.toContain(cos.supportEmail);
    const before = portal.letters.length;
    expect(before).toBeGreaterThan(0);
    await sendLetters();
    expect(portal.letters.slice(before).map(({ to }) => to)).toEqual([cos.supportEmail]);
  });

  test("are not sent about a refused or removed contact", async () => {
    expect((await visitor.post("/api/contacts", { contact: goodContact })).status).toBe(422);
    expect(await jobs()).toEqual([]);
    expect((await sendContact(goodContact)).status).toBe(201);
    await sql()("contacts").delete();
    await sendLetters();
    expect(portal.letters).toEqual([]);
  });
});

describe("E4, E55: managers", () => {
  test("list contacts newest first, sort and page", async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    const rows = ["Bea", "ada", "Cy"].map((name, i) => contactRow({ name, created_at: at(i + 1) }));
    await sql()("contacts").insert([...rows, contactRow({ name: "Twin", created_at: at(3) })]);
    const names = async (query: string) => {
      const { body } = await manager.get(`/api/contacts${query}`);
      expect(body.total).toBe(4);
      return body.contacts.map((contact: { name: string }) => contact.name);
    };
    expect(await names("")).toEqual(["Twin", "Cy", "ada", "Bea"]);
    expect(await names("?sort=name&order=asc")).toEqual(["ada", "Bea", "Cy", "Twin"]);
    expect(await names("?limit=2&offset=1")).toEqual(["Cy", "ada"]);
    expect(await names("?offset=9")).toEqual([]);
    expect((await manager.get("/api/contacts?sort=referral")).status).toBe(422);
  });

  test("remove a contact once; the trail does not name the person", async () => {
    const { id } = await oneRow(sql()("contacts").insert(contactRow()).returning("id"));
    const [first, second] = await Promise.all([
      manager.delete(`/api/contacts/${id}`),
      manager.delete(`/api/contacts/${id}`),
    ]);
    expect([first.status, second.status].sort()).toEqual([204, 404]);
    expect((await manager.delete(`/api/contacts/${id}`)).status).toBe(404);
    expect((await manager.delete("/api/contacts/999999999999")).status).toBe(404);
    const trail = await sql()("audit_trail").where({ action: "contact removed" });
    expect(trail).toHaveLength(1);
    expect(trail[0]?.detail).toMatchObject({ id, brand: "cos" });
    expect(JSON.stringify(trail)).not.toMatch(/jordan/i);
  });
});
