import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makePhone } from "#seeds/builders/phone.ts";
import { makeProfileDetails } from "#seeds/builders/psychic.ts";
import { oneRow } from "#server/db/one-row.ts";
import { undoingAddresses } from "#server/features/confirmation/email-changes.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let luna: Account;
let psychic: SignedIn;
let managerAccount: Account;
let manager: SignedIn;

const minute = 60_000;
const sql = () => portal.services.db.sql;

beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(async () => {
  managerAccount = await makeManager(sql());
  luna = await makePsychic(sql(), { manager_id: managerAccount.id });
  await makeProfileDetails(sql(), luna.id, { zodiac: 3, experience: 12 });
  await makePhone(sql(), { user_id: luna.id, phone_number: "2125550101" });
  psychic = await portal.signIn(luna.username, password);
  manager = await portal.signIn(managerAccount.username, password);
});

const confirm = (browser = psychic, typed = password) =>
  browser.post("/api/sessions/confirm", { password: typed });
const putOwn = (profile: object, browser = psychic) => browser.put("/api/profile", { profile });
const savePhone = (phone: object, browser = psychic, id = luna.id) =>
  browser.post(`/api/psychics/${id}/phones`, { phone });
const preferred = async () => {
  const { id } = await oneRow(sql()("phones").where({ user_id: luna.id }).first("id"));
  return `/api/psychics/${luna.id}/phones/${id}/set_preferred`;
};
const emailOf = async (id = luna.id) =>
  (await oneRow(sql()("users").where({ id }).first("email"))).email;
const trail = (id = luna.id) =>
  sql()("audit_trail").where({ subject_id: id }).orderBy("id").pluck("action");

/** The answer to each change without a confirmation. */
const confirmationNeeded = {
  type: "urn:problem:confirmation_needed",
  title: "Confirm it is you",
  status: 409,
};

describe("a change of one's own e-mail, PIN or phones (B6)", () => {
  test("needs a sign-in or a confirmation within the last 5 minutes", async () => {
    expect((await putOwn({ email: "first@people.example" })).status).toBe(204);
    await portal.advance(5 * minute + 1000);
    for (const change of [{ email: "thief@people.example" }, { pin: "7531" }]) {
      // The other fields of the request are not saved either.
      const answer = await putOwn({ ...change, contact_method: "E" });
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject(confirmationNeeded);
    }
    expect((await savePhone({ phone_number: "2125550102" })).body).toMatchObject(
      confirmationNeeded,
    );
    const { id } = await oneRow(sql()("phones").where({ user_id: luna.id }));
    expect((await savePhone({ id, sms: true })).body).toMatchObject(confirmationNeeded);
    const stored = await sql()("psychics").where({ user_id: luna.id }).first();
    expect(stored).toMatchObject({ contact_method: "P", pin_sealed: null });
    expect(await emailOf()).toBe("first@people.example");
    expect(await sql()("phones").where({ user_id: luna.id })).toHaveLength(1);

    expect((await confirm()).status).toBe(204);
    const both = { email: "second@people.example", pin: "7531", contact_method: "E" };
    expect((await putOwn(both)).status).toBe(204);
    expect((await savePhone({ phone_number: "2125550102" })).status).toBe(204);
    expect(await emailOf()).toBe("second@people.example");
    await portal.advance(5 * minute + 1000);
    expect((await putOwn({ email: "third@people.example" })).body).toMatchObject(
      confirmationNeeded,
    );
  });

  test("needs a confirmation at PUT /psychics/{id}/profile too, and for managers' own data", async () => {
    await makePhone(sql(), { user_id: managerAccount.id, phone_number: "2125550103" });
    await portal.advance(5 * minute + 1000);
    const own = await psychic.put(`/api/psychics/${luna.id}/profile`, {
      profile: { email: "other@people.example" },
    });
    expect(own.body).toMatchObject(confirmationNeeded);
    const address = { email: "boss2@people.example" };
    expect((await putOwn(address, manager)).body).toMatchObject(confirmationNeeded);
    const phone = { phone_number: "2125550104" };
    expect((await savePhone(phone, manager, managerAccount.id)).body).toMatchObject(
      confirmationNeeded,
    );
    expect((await confirm(manager)).status).toBe(204);
    expect((await putOwn(address, manager)).status).toBe(204);
    expect((await savePhone(phone, manager, managerAccount.id)).status).toBe(204);
  });

  test("needs no confirmation if these fields stay equal", async () => {
    await portal.advance(5 * minute + 1000);
    const email = await emailOf();
    expect((await putOwn({ email, contact_method: "E", zodiac: 4 })).status).toBe(204);
    // The phone is already the preferred one.
    expect((await psychic.post(await preferred())).status).toBe(204);
    const name = { first: "Sam" };
    expect((await putOwn(name, manager)).status).toBe(204);
  });

  test("needs the manager's confirmation if a manager changes a psychic's", async () => {
    await portal.advance(5 * minute + 1000);
    const change = { email: "managed@people.example", pin: "8642" };
    const put = () => manager.put(`/api/psychics/${luna.id}/profile`, { profile: change });
    expect((await put()).body).toMatchObject(confirmationNeeded);
    const phone = { phone_number: "2125550105" };
    expect((await savePhone(phone, manager)).body).toMatchObject(confirmationNeeded);
    expect((await confirm(manager)).status).toBe(204);
    expect((await put()).status).toBe(204);
    expect((await savePhone(phone, manager)).status).toBe(204);
  });

  test("a refusal is not stored under its key: after confirming, the same request is applied once", async () => {
    await portal.advance(5 * minute + 1000);
    const key = randomUUID();
    const { headers } = await psychic.get(`/api/psychics/${luna.id}/phones`);
    const send = () =>
      savePhone({ phone_number: "2125550106" })
        .set("Idempotency-Key", key)
        .set("If-Match", headers.etag as string);
    expect((await send()).body).toMatchObject(confirmationNeeded);
    expect(await sql()("idempotency_keys").where({ key })).toEqual([]);
    await confirm();
    expect([(await send()).status, (await send()).status]).toEqual([204, 204]);
    expect(await sql()("phones").where({ user_id: luna.id })).toHaveLength(2);
  });

  test("422 and 412 take precedence over a missing confirmation", async () => {
    const { headers } = await psychic.get("/api/profile");
    await manager.put(`/api/psychics/${luna.id}/profile`, { profile: { first: "Lu" } });
    await portal.advance(5 * minute + 1000);
    expect((await putOwn({ pin: "12" })).status).toBe(422);
    const stale = putOwn({ pin: "7531" }).set("If-Match", headers.etag as string);
    expect((await stale).status).toBe(412);
  });

  test("a password set by a recovery link leaves nobody signed in", async () => {
    const { makeLink } = await import("#server/features/sessions/passwords.ts");
    const link = await makeLink(sql(), luna.id, portal.services.clock());
    expect((await psychic.get(`/api/profile/authorize_password/${link}`)).status).toBe(204);
    const set = await psychic.put("/api/profile/password_unchecked", { password: "recovered" });
    expect(set.status).toBe(204);
    expect((await putOwn({ email: "thief@people.example" })).status).toBe(401);
  });
});

describe("letters about changes (B6)", () => {
  test("are limited: a psychic may make 30 such changes an hour", async () => {
    const { id } = await oneRow(sql()("phones").where({ user_id: luna.id }).first("id"));
    // An attempt without a confirmation does not count.
    await portal.advance(5 * minute + 1000);
    expect((await savePhone({ id, sms: true })).body).toMatchObject(confirmationNeeded);
    await confirm();
    for (let i = 0; i < 30; i++) {
      expect((await savePhone({ id, sms: i % 2 === 0 })).status).toBe(204);
    }
    expect((await savePhone({ id, sms: true })).status).toBe(429);
    expect((await putOwn({ pin: "7531" })).status).toBe(429);
    const change = { old: password, password: "another-1" };
    expect((await psychic.put("/api/profile/password", change)).status).toBe(429);
    // Changes without a letter and a manager's changes are not limited.
    expect((await putOwn({ zodiac: 4 })).status).toBe(204);
    await confirm(manager);
    expect((await savePhone({ id, sms: true }, manager)).status).toBe(204);
  });

  test("are limited: 10 e-mail changes a day, and other letters go to the first 3 old addresses only", async () => {
    const first = await emailOf();
    for (let i = 0; i < 10; i++) {
      expect((await putOwn({ email: `luna${i}@people.example` })).status).toBe(204);
    }
    expect((await putOwn({ email: "luna10@people.example" })).status).toBe(429);
    expect((await putOwn({ pin: "9153" })).status).toBe(204);
    const addresses = await undoingAddresses(sql(), luna.id, portal.services.clock());
    expect(addresses).toEqual([first, "luna0@people.example", "luna1@people.example"]);
  });
});

describe("POST /sessions/confirm (B6)", () => {
  test("a wrong password is 422 at its field, confirms nothing and is in the trail", async () => {
    await portal.advance(5 * minute + 1000);
    const answer = await confirm(psychic, "wrong");
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([
      { path: "password", message: "Password is not correct" },
    ]);
    expect((await putOwn({ pin: "7531" })).body).toMatchObject(confirmationNeeded);
    expect((await confirm(psychic, ` ${password} `)).status).toBe(204);
    expect((await trail()).slice(-2)).toEqual(["confirmation refused", "confirmed"]);
    expect((await portal.visit().post("/api/sessions/confirm", { password })).status).toBe(401);
  });

  test("limits wrong passwords like sign-in, for managers and at a password change too", async () => {
    for (const browser of [psychic, manager]) {
      for (let i = 0; i < 3; i++) expect((await confirm(browser)).status).toBe(204);
      for (let i = 0; i < 5; i++) expect((await confirm(browser, "guess")).status).toBe(422);
      const change = { old: "guess", password: "another-1" };
      for (let i = 0; i < 5; i++) {
        expect((await browser.put("/api/profile/password", change)).status).toBe(422);
      }
      const answer = await confirm(browser);
      expect(answer.status).toBe(429);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    }
  });

  test("confirms only this session; a password change confirms it too", async () => {
    const other = await portal.signIn(luna.username, password);
    await portal.advance(5 * minute + 1000);
    await confirm();
    expect((await putOwn({ pin: "7531" }, other)).body).toMatchObject(confirmationNeeded);
    await portal.advance(5 * minute + 1000);
    const change = { old: password, password: "another-1" };
    expect((await psychic.put("/api/profile/password", change)).status).toBe(204);
    expect((await putOwn({ pin: "7532" })).status).toBe(204);
  });
});
