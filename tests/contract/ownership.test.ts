import { afterAll, beforeAll, expect, test } from "vitest";
import { makePhone } from "#seeds/builders/phone.ts";
import { ingestReadings } from "#server/features/ingest/ingest-readings.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

interface Owner {
  id: number;
  browser: SignedIn;
  customer: number;
  connection: string;
  phone: number;
}

let portal: TestApp;
let manager: SignedIn;
const owners: Owner[] = [];

beforeAll(async () => {
  portal = await openTestApp({ now: new Date("2026-06-12T15:00:00Z") });
  const { db, files } = portal.services;
  const boss = await makeManager(db.sql);
  manager = await portal.signIn(boss.username, password);
  for (let number = 1; number <= 5; number++) {
    const { id, username } = await makePsychic(db.sql, { manager_id: boss.id });
    await makePhone(db.sql, { user_id: id });
    const second = await makePhone(db.sql, {
      user_id: id,
      place: 2,
      phone_number: `212555019${number}`,
    });
    const connection = `call-${number}`;
    await ingestReadings(
      db.pool,
      [
        {
          connection_id: connection,
          user_id: id,
          customer_id: number,
          customer_username: `customer${number}`,
          conn_type: "Call",
          started_at: "2026-06-10T12:00:00Z",
          minutes: 10,
          free_minutes: 0,
          paid_minutes: 10,
          rate: 2,
          revenue: 20,
          result: "Completed",
          has_recording: true,
        },
      ],
      null,
    );
    await files.write(`recordings/20260610/${connection}.wav`, Buffer.from("RIFF"));
    const browser = await portal.signIn(username, password);
    owners.push({ id, browser, customer: number, connection, phone: second.id });
  }
});
afterAll(() => portal.close());

/** Calls that name something that a psychic owns, in the path or in the body. */
const childCalls: Record<string, (browser: SignedIn, id: number, owner: Owner) => Promise<number>> =
  {
    "a customer": async (browser, id, { customer }) =>
      (await browser.get(`/api/psychics/${id}/customers/${customer}`)).status,
    "a phone to change": async (browser, id, { phone }) =>
      (await browser.post(`/api/psychics/${id}/phones`, { phone: { id: phone, type: 1 } })).status,
    "a phone to prefer": async (browser, id, { phone }) =>
      (await browser.post(`/api/psychics/${id}/phones/${phone}/set_preferred`)).status,
  };
const managerCalls: typeof childCalls = {
  "a recording": async (browser, id, { connection }) =>
    (await browser.get(`/api/psychics/${id}/recordings/20260610/${connection}`)).status,
};
const phoneRemoval: typeof childCalls = {
  "a phone to remove": async (browser, id, { phone }) =>
    (await browser.post(`/api/psychics/${id}/phones`, { phone: { id: phone, delete: true } }))
      .status,
};

test("safety 7: one psychic's resource is 404 under another psychic's id, for managers and psychics", async () => {
  const { sql } = portal.services.db;
  const state = () => sql("phones").select().orderBy("id");
  const before = await state();
  let pairs = 0;
  for (const one of owners) {
    for (const other of owners.filter((owner) => owner !== one)) {
      const sharedCalls = { ...childCalls, ...phoneRemoval };
      for (const [resource, call] of Object.entries(sharedCalls)) {
        expect(await call(one.browser, one.id, other), `${resource}, by a psychic`).toBe(404);
        pairs += 1;
      }
      for (const [resource, call] of Object.entries({ ...sharedCalls, ...managerCalls })) {
        expect(await call(manager, one.id, other), `${resource}, by a manager`).toBe(404);
        pairs += 1;
      }
    }
  }
  expect(await state()).toEqual(before);
  expect(pairs).toBeGreaterThanOrEqual(40);
  console.log(`${pairs} crossed pairs, all 404`);
});

test("the same calls on a psychic's own resources succeed", async () => {
  for (const one of owners) {
    for (const [resource, call] of Object.entries({ ...childCalls, ...managerCalls })) {
      expect(await call(manager, one.id, one), resource).toBeLessThan(300);
    }
  }
});

test("safety 7: a profile with a field that a psychic may not set changes nothing", async () => {
  const { sql } = portal.services.db;
  const [{ id, browser }] = owners as [Owner];
  const state = async () => [
    await sql("users").where({ id }).first(),
    await sql("psychics").where({ user_id: id }).first(),
  ];
  const before = await state();
  for (const extra of [
    { account_status: "Active" },
    { permissions: "AgentPhone,AgentChat" },
    { user_id: (owners[1] as Owner).id },
    { manager: null },
    { manager_id: null },
    { signup_date: "2020-01-01T00:00:00Z" },
    { role: "manager" },
    { requires_approval: false },
    // A form may send some of the following fields, but only with their stored values.
    { profile_status: "Rejected" },
    { approved: {} },
    { extension: "000001" },
    { username: "manager" },
    { first: "Somebody" },
    { session_epoch: 0 },
  ]) {
    const profile = { contact_method: "E", ...extra };
    for (const path of ["/api/profile", `/api/psychics/${id}/profile`]) {
      const { status } = await browser.put(path, { profile });
      expect(status, `${path} with ${JSON.stringify(extra)}`).toBe(422);
    }
  }
  expect(await state()).toEqual(before);
});
